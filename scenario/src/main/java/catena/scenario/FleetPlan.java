// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import catena.fleet.agree.FleetNodes;
import catena.fleet.launch.Launcher;
import catena.harness.accumulo.Holder;
import catena.records.fleet.FleetFile;
import catena.records.fleet.FleetProgress;
import java.util.List;
import java.util.Optional;

/**
 * The workers that a run is to be done with.
 *
 * @param launcher starts them; empty if they are started otherwise
 * @param file what they work by, as far as it is known before there is a cluster
 * @param before how far another coordinator had come, if this one takes over
 * @param claim by which it coordinates already, if this one takes over
 */
public record FleetPlan(
    Optional<Launcher> launcher,
    FleetFile file,
    Optional<FleetProgress> before,
    Optional<Claim> claim) {
  /**
   * The right to coordinate, taken before any file of the run was touched.
   *
   * @param nodes whose session has it
   */
  public record Claim(FleetNodes nodes, Holder me) {}

  /** The same where more is held against what was done before. */
  public FleetPlan doubting(List<String> more) {
    return new FleetPlan(launcher, file, before.map(its -> its.doubting(more)), claim);
  }

  /** How many phases are over. */
  public int phasesDone() {
    return before.map(FleetProgress::phases).map(List::size).orElse(0);
  }
}
