// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.FleetNodes;
import catena.fleet.launch.Launcher;
import catena.harness.accumulo.Holder;
import catena.records.fleet.FleetFile;
import catena.records.fleet.FleetProgress;
import java.util.List;
import java.util.Optional;

/**
 * The workers with which a run is performed.
 *
 * @param launcher starts them; empty if they are started otherwise
 * @param file what they read of the run, as far as it is known before there is a cluster
 * @param before the progress of the earlier coordinator, if this process takes over
 * @param claim the right by which it coordinates already, if this process takes over
 */
public record FleetPlan(
    Optional<Launcher> launcher,
    FleetFile file,
    Optional<FleetProgress> before,
    Optional<Claim> claim) {
  /**
   * The right to coordinate, taken before any file of the run was touched.
   *
   * @param nodes whose session holds the right
   */
  public record Claim(FleetNodes nodes, Holder me) {}

  /** The same plan with more doubts about what was done before. */
  public FleetPlan doubting(List<String> more) {
    return new FleetPlan(launcher, file, before.map(its -> its.doubting(more)), claim);
  }

  /** How many phases are over. */
  public int phasesDone() {
    return before.map(FleetProgress::phases).map(List::size).orElse(0);
  }
}
