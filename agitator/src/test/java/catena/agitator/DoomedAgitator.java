// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.cluster.local.LocalCluster;
import catena.records.threads.StopSignal;
import java.util.Map;

/** A process that agitates by a plan until it is killed. */
final class DoomedAgitator {
  private DoomedAgitator() {}

  public static void main(String[] args) throws Exception {
    var unused =
        Rig.agitate(
            LocalCluster.open(Rig.DIRECTORY),
            args[0],
            Map.of("agitate.plan", args[1], "table.name", Rig.TABLE),
            new StopSignal());
  }
}
