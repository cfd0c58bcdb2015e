// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.FleetLimits;
import catena.fleet.FleetSettings;
import catena.fleet.agree.Specification;
import catena.harness.accumulo.Holder;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import java.time.Clock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What a coordinator works with.
 *
 * @param run the run to coordinate
 * @param me this process, which coordinates it
 * @param settings those of {@link FleetSettings} among them
 * @param directory holds the outcomes of the shares
 * @param journal receives what happens to workers
 * @param notes receives lines for the user
 * @param stop of the run: requested from outside, and by the coordinator if the run cannot go on
 * @param faults whether a worker's finding is a fault: LATE is none where that is allowed
 */
public record FleetTerms(
    Specification run,
    Holder me,
    FleetLimits limits,
    Settings settings,
    RunDirectory directory,
    Consumer<Event> journal,
    Consumer<String> notes,
    Clock clock,
    StopSignal stop,
    Predicate<Event.FindingSeen> faults) {
  /** What follows when a worker dies. */
  FleetSettings.Death death() {
    return settings.get(FleetSettings.DEATH);
  }

  /**
   * The fewest workers to begin with, and to go on with.
   *
   * @param otherwise the number if the settings give none
   */
  int least(int otherwise) {
    return Math.min(run.workers(), settings.get(FleetSettings.LEAST).orElse(otherwise));
  }
}
