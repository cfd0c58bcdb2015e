// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterFiles;
import catena.harness.activity.Given;
import catena.harness.activity.LocalFiles;
import catena.harness.command.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/** What is known of a cluster, for the activities that can do something with it. */
public final class Clusters {
  private Clusters() {}

  /** The local cluster that has these client properties in its directory, if it is one. */
  public static Optional<LocalCluster> at(Path clientProperties, Terminal terminal) {
    Path directory = clientProperties.toAbsolutePath().getParent();
    try {
      return LocalCluster.exists(directory)
          ? Optional.of(LocalCluster.open(directory, terminal::note))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("the local cluster in " + directory + " is not readable", e);
    }
  }

  /** A cluster whose servers can be acted on, and where its files are. */
  public static Given given(LocalCluster cluster) {
    return Given.of(cluster, files(cluster.clientProperties().getParent()));
  }

  /**
   * What is known by the client properties alone. Only who acts on a cluster needs the servers'
   * programs, so it is opened when somebody asks for it.
   */
  public static Given given(Path clientProperties, Terminal terminal) {
    Path directory = clientProperties.toAbsolutePath().getParent();
    return LocalCluster.exists(directory)
        ? Given.of(files(directory))
            .and(
                Given.lazily(
                    LocalCluster.class, () -> at(clientProperties, terminal).orElseThrow()))
        : Given.NOTHING;
  }

  private static LocalFiles files(Path directory) {
    return new LocalFiles(directory, new ClusterFiles(directory).hadoopConf());
  }
}
