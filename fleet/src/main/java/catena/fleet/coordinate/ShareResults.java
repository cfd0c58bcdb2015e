// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.WorkerId;
import catena.graph.judge.FindingKind;
import catena.records.fleet.ShareOutcome;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Reasons;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/** Puts together what the shares of a phase came to; what a dead worker found counts, too. */
public final class ShareResults {
  /** How many lines of all workers together are told of a part. */
  private static final int MOST_LINES = 20;

  private static final Pattern SHARE = Pattern.compile("(\\d{1,9})-(\\d{1,9}-\\d{1,9})");

  private final RunDirectory directory;

  /** The shares that are counted. */
  private final Set<String> counted = new HashSet<>();

  /** Those who left none, by the name that it would have. */
  private final Map<String, Lost> lost = new TreeMap<>();

  private final Predicate<Event.FindingSeen> faults;

  /**
   * In a run directory.
   *
   * @param faults whether a finding of a worker's is a fault
   */
  public ShareResults(RunDirectory directory, Predicate<Event.FindingSeen> faults) {
    this.directory = directory;
    this.faults = faults;
  }

  /**
   * Of one phase.
   *
   * @param ready who was ready for it, successors among them
   * @param took who says that it is done
   * @param unheard who may have been ready, of which nobody has heard it
   */
  public PhaseResult of(
      int generation,
      PhaseCall call,
      NavigableSet<WorkerId> ready,
      NavigableSet<WorkerId> took,
      NavigableSet<WorkerId> unheard) {
    SharedPhase phase = new SharedPhase(generation);
    NavigableSet<WorkerId> lost = new TreeSet<>(ready);
    lost.removeAll(took);
    for (WorkerId worker : unheard) {
      if (mayHaveBegun(worker, generation)) {
        lost.add(worker);
      } else { // before the verdict it is asked again
        this.lost.put(generation + "-" + worker.node(), new Lost(worker, generation));
      }
    }
    for (WorkerId worker : took) {
      if (!phase.countShare(worker)) {
        phase.say(unread(worker));
      }
    }
    for (WorkerId worker : lost) {
      if (!phase.countShare(worker)) { // whoever wrote one came to the end, and died then
        phase.countLost(worker);
        WorkerId next = took.higher(worker);
        if (next == null || next.slot() != worker.slot()) {
          call.reads().apply(worker.slot()).forEach(part -> phase.add(part, inHand(part, worker)));
        }
      }
    }
    phase.judgeIdle(call);
    if (took.isEmpty()) {
      phase.say(PartOutcome.doubt("no worker has come to the end of the phase"));
    }
    phase.parts.replaceAll((name, outcome) -> brief(outcome));
    PhaseResult.Skew skew = PhaseResult.Skew.of(phase.late, phase.clocks);
    if (skew.workers() > 0) {
      phase.say(PartOutcome.fact(skew.inWords()));
    }
    return new PhaseResult(phase.parts, skew, took, lost);
  }

  /** Who has left a share of a phase. */
  NavigableSet<WorkerId> shares(int generation) throws IOException {
    NavigableSet<WorkerId> workers = new TreeSet<>();
    for (String name : directory.shares()) {
      Matcher matcher = SHARE.matcher(name);
      if (matcher.matches() && Integer.parseInt(matcher.group(1)) == generation) {
        WorkerId.of(matcher.group(2)).ifPresent(workers::add);
      }
    }
    return workers;
  }

  /** Whether it began, by its share or its journal, or may have done so. */
  private boolean mayHaveBegun(WorkerId worker, int generation) {
    SharedPhase look = new SharedPhase(generation);
    return share(generation, worker.node()).isPresent()
        || ofLost(worker, generation, look).verdict() == Verdict.UNKNOWN
        || look.began.contains(worker);
  }

  /** What is put together of one phase. */
  private final class SharedPhase {
    private final int generation;
    private final Map<String, PartOutcome> parts = new LinkedHashMap<>();
    private final List<Double> late = new ArrayList<>();
    private final List<ShareOutcome.ClockSeen> clocks = new ArrayList<>();
    private final NavigableSet<WorkerId> began = new TreeSet<>();
    private final NavigableSet<WorkerId> idle = new TreeSet<>();

    SharedPhase(int generation) {
      this.generation = generation;
    }

    void add(String part, PartOutcome outcome) {
      parts.merge(part, outcome, PartOutcome::and);
    }

    void say(PartOutcome outcome) {
      add(PhaseResult.FLEET, outcome);
    }

    /** Whether there is one. */
    boolean countShare(WorkerId worker) {
      Optional<ShareOutcome> found = share(generation, worker.node());
      found.ifPresent(
          share -> {
            counted.add(generation + "-" + worker.node());
            share.lateMillis().ifPresent(late::add);
            share.clock().ifPresent(clocks::add);
            (share.idle() ? idle : began).add(worker);
            share.parts().forEach(this::add);
          });
      return found.isPresent();
    }

    void countLost(WorkerId worker) {
      lost.put(generation + "-" + worker.node(), new Lost(worker, generation));
      say(ofLost(worker, generation, this));
    }

    /** Who could not begin is named; what nobody else did is in doubt. */
    void judgeIdle(PhaseCall call) {
      for (WorkerId worker : idle) {
        say(PartOutcome.fact(worker.inWords() + " was ready and never began"));
        for (String part : call.parts().apply(worker.slot())) {
          if (began.stream().noneMatch(each -> call.parts().apply(each.slot()).contains(part))) {
            add(part, PartOutcome.doubt(part + ": no worker began it"));
          }
        }
      }
    }
  }

  /** A worker that was lost without a share, of which a phase has judged what there was. */
  private record Lost(WorkerId worker, int generation) {}

  /**
   * What has come into the run directory since the phases were judged, of workers that were given
   * up and lived, and of phases that another coordinator judged. To be asked before the verdict.
   */
  public PartOutcome late() {
    PartOutcome all = PartOutcome.NOTHING;
    try {
      for (String name : directory.shares()) {
        Matcher matcher = SHARE.matcher(name);
        if (matcher.matches() && counted.add(name)) {
          lost.remove(name);
          ShareOutcome share =
              share(Integer.parseInt(matcher.group(1)), matcher.group(2)).orElseThrow();
          for (PartOutcome part : share.parts().values()) {
            all = all.and(saidLate(name, part));
          }
        }
      }
      for (Map.Entry<String, Lost> each : lost.entrySet()) {
        Lost it = each.getValue();
        SharedPhase again = new SharedPhase(it.generation());
        all = all.and(saidLate(each.getKey(), ofLost(it.worker(), it.generation(), again)));
      }
      return all;
    } catch (IOException e) {
      return all.and(
          PartOutcome.doubt("shares cannot be read again before the verdict: " + Reasons.of(e)));
    }
  }

  /** Its numbers are left out: the coordinator before may have counted them. */
  private static PartOutcome saidLate(String share, PartOutcome part) {
    if (part.verdict() == Verdict.PASS) {
      return PartOutcome.NOTHING;
    }
    List<String> reasons = new ArrayList<>();
    reasons.add(
        "shares/%s.json, or that worker's journal, says %s".formatted(share, part.verdict()));
    reasons.addAll(some(part.reasons()));
    return new PartOutcome(part.verdict(), reasons, Map.of(), Map.of(), List.of());
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

  private static PartOutcome unread(WorkerId worker) {
    return PartOutcome.doubt(
        "what the share of "
            + worker.inWords()
            + " came to is not in the run directory: do all hosts reach the same one?");
  }

  private static PartOutcome inHand(String part, WorkerId worker) {
    return PartOutcome.doubt(
        "%s: %s was lost, and the rows that it was to read again are not judged"
            .formatted(part, worker.inWords()));
  }

  private Optional<ShareOutcome> share(int generation, String worker) {
    try {
      return ShareOutcome.read(directory, generation, worker);
    } catch (IOException e) {
      return Optional.of(
          new ShareOutcome(
              worker,
              generation,
              OptionalDouble.empty(),
              false,
              Optional.empty(),
              Map.of(PhaseResult.FLEET, PartOutcome.doubt(Reasons.of(e)))));
    }
  }

  /**
   * What it acknowledged is in its ledgers, and what it found in its journal, behind when it began:
   * what it found in phases before is in its shares of those.
   */
  private PartOutcome ofLost(WorkerId worker, int generation, SharedPhase phase) {
    Map<FindingKind, Long> found = new EnumMap<>(FindingKind.class);
    AtomicBoolean fault = new AtomicBoolean();
    AtomicBoolean now = new AtomicBoolean();
    Path journal = directory.events(ClientName.worker(worker.slot(), worker.attempt()));
    try {
      JournalReader.Summary unused =
          JournalReader.read(
              directory.fileSystem(),
              journal,
              event -> {
                if (event instanceof Event.FindingSeen seen && now.get()) {
                  found.merge(seen.finding().kind(), seen.finding().number(), Long::sum);
                  fault.compareAndSet(false, faults.test(seen));
                } else if (event instanceof Event.WorkerBegan it) {
                  now.set(it.generation() == generation);
                  if (now.get()) {
                    phase.began.add(worker);
                  }
                  if (now.get() && !it.joinedLate()) {
                    phase.late.add(it.lateMillis());
                  }
                }
              });
    } catch (FileNotFoundException e) {
      phase.idle.add(worker);
      return PartOutcome.fact(worker.inWords() + " was lost before it wrote anything");
    } catch (IOException e) {
      return PartOutcome.doubt(
          "what "
              + worker.inWords()
              + " found before it was lost cannot be read: "
              + Reasons.of(e));
    }
    if (!phase.began.contains(worker)) {
      phase.idle.add(worker);
    }
    return new PartOutcome(
        fault.get() ? Verdict.FAIL : Verdict.PASS,
        List.of(),
        Map.of("workers lost", 1L),
        found,
        List.of(worker.inWords() + " was lost; what it had not acknowledged is indeterminate"));
  }
}
