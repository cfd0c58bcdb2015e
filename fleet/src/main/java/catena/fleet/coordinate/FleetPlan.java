// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.FleetNodes;
import catena.fleet.agree.Specification;
import catena.fleet.launch.Launcher;
import catena.harness.engine.PhaseSettings;
import catena.records.fleet.FleetFile;
import catena.records.fleet.FleetProgress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The workers with which a run is performed.
 *
 * @param launcher starts them; empty if they are started otherwise
 * @param file what they read of the run, as far as it is known before there is a cluster
 * @param before the progress of the earlier coordinator, if this process takes over
 * @param claim the nodes whose session has the right already, taken before any file of the run was
 *     touched, if this process takes over
 */
public record FleetPlan(
    Optional<Launcher> launcher,
    FleetFile file,
    Optional<FleetProgress> before,
    Optional<FleetNodes> claim) {
  /**
   * Of a run that begins.
   *
   * @param launch names what starts the workers
   * @param scenario the content of the file
   * @param parameters by which a worker comes to the same scenario
   * @param settings of that
   */
  public static FleetPlan of(
      int workers,
      String launch,
      Optional<Launcher> launcher,
      byte[] scenario,
      Map<String, String> parameters,
      PhaseSettings settings,
      long seed) {
    FleetFile file =
        new FleetFile(
            workers,
            launch,
            Specification.sha256(scenario),
            parameters,
            settings.outsideScenario(),
            settings.belowScenario(),
            seed,
            "",
            false,
            1,
            UUID.randomUUID().toString(),
            UUID.randomUUID().toString());
    return new FleetPlan(launcher, file, Optional.empty(), Optional.empty());
  }

  /** The same plan with what is known of the run once there is a cluster. */
  FleetPlan at(String properties, boolean own, int tservers) {
    return new FleetPlan(launcher, file.at(properties, own, tservers), before, claim);
  }

  /** The same plan with more doubts about what was done before. */
  public FleetPlan doubting(List<String> more) {
    return new FleetPlan(launcher, file, before.map(its -> its.doubting(more)), claim);
  }

  /** How many phases are over. */
  public int phasesDone() {
    return before.map(FleetProgress::phases).map(List::size).orElse(0);
  }

  /** Names the workers that another coordinator has had started; empty if there are none. */
  String handle() {
    return before.map(FleetProgress::handle).orElse("");
  }
}
