package catena.fleet.coordinate;

import catena.fleet.agree.WorkerId;
import catena.graph.judge.FindingKind;
import catena.harness.fleet.ShareOutcome;
import catena.harness.journal.ClientName;
import catena.harness.journal.Event;
import catena.harness.journal.JournalReader;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.PartOutcome;
import catena.harness.verdict.Verdict;
import catena.harness.words.Reasons;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/** Puts together what the shares of a phase came to; what a dead worker found counts, too. */
final class ShareResults {
  /** How many lines of all workers together are told of a part. */
  private static final int MOST_LINES = 20;

  private final RunDirectory directory;
  private final Predicate<Event.FindingSeen> faults;

  /**
   * In a run directory.
   *
   * @param faults whether a finding of a worker's is a fault
   */
  ShareResults(RunDirectory directory, Predicate<Event.FindingSeen> faults) {
    this.directory = directory;
    this.faults = faults;
  }

  /**
   * Of one phase.
   *
   * @param reads which parts of a slot's share read
   * @param began who was ready for it, successors among them
   * @param took who says that it is done
   */
  PhaseResult of(
      int generation,
      IntFunction<List<String>> reads,
      NavigableSet<WorkerId> began,
      NavigableSet<WorkerId> took) {
    Map<String, PartOutcome> parts = new LinkedHashMap<>();
    List<Double> late = new ArrayList<>();
    for (WorkerId worker : took) {
      share(generation, worker)
          .ifPresentOrElse(
              share -> {
                share.lateMillis().ifPresent(late::add);
                share.parts().forEach((name, part) -> parts.merge(name, part, PartOutcome::and));
              },
              () -> add(parts, unread(worker)));
    }
    NavigableSet<WorkerId> lost = new TreeSet<>(began);
    lost.removeAll(took);
    for (WorkerId worker : lost) {
      add(parts, ofLost(worker, generation, late));
      WorkerId next = took.higher(worker);
      if (next == null || next.slot() != worker.slot()) {
        reads
            .apply(worker.slot())
            .forEach(part -> parts.merge(part, inHand(part, worker), PartOutcome::and));
      }
    }
    if (took.isEmpty()) {
      add(parts, PartOutcome.doubt("no worker has come to the end of the phase"));
    }
    parts.replaceAll((name, outcome) -> brief(outcome));
    Skew skew = Skew.of(late);
    if (skew.workers() > 0) {
      add(parts, PartOutcome.fact(skew.inWords()));
    }
    return new PhaseResult(parts, skew, took, lost);
  }

  /** A thousand workers have much to say; what each came to is in its file. */
  private static PartOutcome brief(PartOutcome all) {
    return new PartOutcome(
        all.verdict(),
        some(all.reasons()),
        all.tally(),
        all.findings(),
        some(all.facts()),
        all.proof());
  }

  private static List<String> some(List<String> lines) {
    if (lines.size() <= MOST_LINES) {
      return lines;
    }
    List<String> some = new ArrayList<>(lines.subList(0, MOST_LINES));
    some.add("and %d more lines in shares/".formatted(lines.size() - MOST_LINES));
    return some;
  }

  private static void add(Map<String, PartOutcome> parts, PartOutcome outcome) {
    parts.merge(PhaseResult.FLEET, outcome, PartOutcome::and);
  }

  private static PartOutcome unread(WorkerId worker) {
    return PartOutcome.doubt(
        "what the share of "
            + worker.inWords()
            + " came to is not in the run directory: do all hosts reach the same one?");
  }

  private static PartOutcome inHand(String part, WorkerId worker) {
    return PartOutcome.doubt(
        "%s: %s was lost, and what it was about to read again is judged by nobody"
            .formatted(part, worker.inWords()));
  }

  private Optional<ShareOutcome> share(int generation, WorkerId worker) {
    try {
      return ShareOutcome.read(directory, generation, worker.node());
    } catch (IOException e) {
      return Optional.of(
          new ShareOutcome(
              worker.node(),
              generation,
              OptionalDouble.empty(),
              Map.of(PhaseResult.FLEET, PartOutcome.doubt(Reasons.of(e)))));
    }
  }

  /**
   * What it acknowledged is in its ledgers, and what it found in its journal, behind when it began:
   * what it found in phases before is in its shares of those.
   */
  private PartOutcome ofLost(WorkerId worker, int generation, List<Double> late) {
    Map<FindingKind, Long> found = new EnumMap<>(FindingKind.class);
    AtomicBoolean fault = new AtomicBoolean();
    AtomicBoolean began = new AtomicBoolean();
    Path journal = directory.events(ClientName.worker(worker.slot(), worker.attempt()));
    try {
      JournalReader.Summary unused =
          JournalReader.read(
              directory.fileSystem(),
              journal,
              event -> {
                if (event instanceof Event.FindingSeen seen && began.get()) {
                  found.merge(seen.finding().kind(), seen.finding().number(), Long::sum);
                  fault.compareAndSet(false, faults.test(seen));
                } else if (event instanceof Event.WorkerBegan it) {
                  began.set(it.generation() == generation);
                  if (began.get() && !it.joinedLate()) {
                    late.add(it.lateMillis());
                  }
                }
              });
    } catch (FileNotFoundException e) {
      return PartOutcome.fact(worker.inWords() + " was lost before it wrote anything");
    } catch (IOException e) {
      return PartOutcome.doubt(
          "what "
              + worker.inWords()
              + " found before it was lost cannot be read: "
              + Reasons.of(e));
    }
    return new PartOutcome(
        fault.get() ? Verdict.FAIL : Verdict.PASS,
        List.of(),
        Map.of("workers lost", 1L),
        found,
        List.of(worker.inWords() + " was lost; what it had not acknowledged is indeterminate"));
  }
}
