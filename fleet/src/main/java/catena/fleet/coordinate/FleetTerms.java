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
 * @param run that is coordinated
 * @param me who coordinates it
 * @param settings those of {@link FleetSettings} among them
 * @param directory holds what the shares came to
 * @param journal takes what happens to workers
 * @param notes takes lines for people
 * @param stop of the run: asked from outside, and by the coordinator when the run cannot go on
 * @param faults whether a finding of a worker's is a fault: what is late is none where it may be
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
   * The fewest to begin with, and to go on with.
   *
   * @param otherwise where the settings do not say it
   */
  int least(int otherwise) {
    return Math.min(run.workers(), settings.get(FleetSettings.LEAST).orElse(otherwise));
  }
}
