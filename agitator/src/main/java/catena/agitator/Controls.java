// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.cluster.control.ClusterControl;
import catena.cluster.control.CommandControl;
import catena.cluster.local.LocalCluster;
import catena.harness.instance.ServerLocks;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Who acts on the servers of a cluster. */
final class Controls {
  private Controls() {}

  /**
   * The commands of a file if {@code agitate.control} names one, else the local cluster.
   *
   * @throws UsageException if there is neither, or with all that is wrong with the file
   */
  static ClusterControl of(Settings settings, Optional<LocalCluster> local, ServerLocks locks)
      throws IOException, InterruptedException {
    String file = settings.get(AgitateSettings.CONTROL);
    if (!file.isBlank()) {
      return CommandControl.read(Path.of(file), locks);
    }
    return local.orElseThrow(
        () ->
            new UsageException(
                "This cluster's servers cannot be controlled: it is no local one, and agitate.control"
                    + " names no file of commands (conf/control has examples)"));
  }
}
