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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What a coordinator works with.
 *
 * @param run that is coordinated
 * @param me who coordinates it
 * @param death what follows when a worker dies
 * @param attempts how many processes a slot may have
 * @param least the fewest workers, if a number was named
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
    FleetSettings.Death death,
    int attempts,
    Optional<Integer> least,
    RunDirectory directory,
    Consumer<Event> journal,
    Consumer<String> notes,
    Clock clock,
    StopSignal stop,
    Predicate<Event.FindingSeen> faults) {
  /** The same with what the settings say. */
  public static FleetTerms of(
      Settings settings,
      Specification run,
      Holder me,
      RunDirectory directory,
      Consumer<Event> journal,
      Consumer<String> notes,
      Clock clock,
      StopSignal stop,
      Predicate<Event.FindingSeen> faults) {
    return new FleetTerms(
        run,
        me,
        FleetSettings.limits(settings),
        settings.get(FleetSettings.DEATH),
        settings.get(FleetSettings.ATTEMPTS),
        settings.get(FleetSettings.LEAST),
        directory,
        journal,
        notes,
        clock,
        stop,
        faults);
  }

  /** The fewest to begin with. */
  int leastToBegin() {
    return Math.min(run.workers(), least.orElse(run.workers()));
  }

  /** The fewest to go on with. */
  int leastToGoOn() {
    return Math.min(run.workers(), least.orElse(1));
  }
}
