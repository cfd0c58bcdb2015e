package catena.agitator;

import catena.agitator.fault.InjectedFault;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.run.RunDirectory;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Tells the journals of a run that one of its faults was healed by another process than the one
 * that injected it; else the fault would be taken for open until the run's end.
 */
final class HealedJournal {
  /** The name of the journal: whoever injected the fault may still have his own open. */
  static final String NAME = "heal";

  private final Clock clock;
  private final Consumer<String> notes;

  /** A journal that tells people where it cannot be written. */
  HealedJournal(Clock clock, Consumer<String> notes) {
    this.clock = clock;
    this.notes = notes;
  }

  /** Tells it under the name of the agitator whose fault it was, so that it belongs to that. */
  void healed(OpenFaults of, InjectedFault fault, String outcome) {
    Optional<String> run = of.run();
    if (run.isEmpty()) {
      notes.accept(
          "in no journal is written that fault %d is healed: which run it was of is not known; name that by --run-dir"
              .formatted(fault.id()));
      return;
    }
    String client = of.client().orElse(NAME);
    try (RunDirectory directory = RunDirectory.open(run.get(), new Configuration());
        Journal journal =
            new Journal(
                directory.append(directory.events(NAME)), e -> silent(fault, run.get(), e))) {
      journal.add(new Event.FaultHealed(clock.millis(), client, fault.id(), outcome));
    } catch (IOException | UsageException e) {
      silent(fault, run.get(), e);
    }
  }

  private void silent(InjectedFault fault, String run, Exception cause) {
    notes.accept(
        "that fault %d is healed cannot be written into the journals of %s: %s"
            .formatted(fault.id(), run, Reasons.of(cause)));
  }
}
