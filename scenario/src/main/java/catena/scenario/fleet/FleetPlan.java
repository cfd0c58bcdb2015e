package catena.scenario.fleet;

import catena.fleet.launch.Launcher;
import catena.harness.fleet.FleetFile;
import catena.harness.fleet.FleetProgress;
import java.util.List;
import java.util.Optional;

/**
 * With which workers a run is to be done.
 *
 * @param launcher starts them; empty if somebody else does
 * @param file what they work by, as far as it is known before there is a cluster
 * @param before how far another coordinator had come, if this one takes over
 * @param standby whether it waits for the end of another one
 */
public record FleetPlan(
    Optional<Launcher> launcher, FleetFile file, Optional<FleetProgress> before, boolean standby) {
  /** How many phases are over. */
  public int phasesDone() {
    return before.map(FleetProgress::phases).map(List::size).orElse(0);
  }
}
