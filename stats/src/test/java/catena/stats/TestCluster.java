// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The cluster of this JVM, small but with everything that the collector asks. */
final class TestCluster {
  private TestCluster() {}

  static LocalCluster start() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("stats-it-");
    ClusterSpec spec = ClusterSpec.usual().with(Role.DATANODE, 1).with(Role.SSERVER, 1).withYarn();
    return LocalCluster.start(directory, spec, note -> {});
  }
}
