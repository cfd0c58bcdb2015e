// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.WorkerId;
import catena.fleet.coordinate.PhaseRun.PhaseCall;
import catena.fleet.coordinate.PhaseRun.PhaseResult;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/** Combines the outcomes of the shares of a phase; what a dead worker found counts, too. */
public final class ShareResults {
  /** How many lines of all workers together are printed for a part. */
  private static final int MOST_LINES = 20;

  private final RunDirectory directory;

  /** The shares that have been counted. */
  private final Set<Share> counted = new HashSet<>();

  /** The shares that did not exist when their phases were judged. */
  private final Set<Share> missing = new LinkedHashSet<>();

  private final Predicate<Event.FindingSeen> faults;

  /** A worker's share of a phase, whether it has written one or not. */
  private record Share(WorkerId worker, int generation) {
    private static final Pattern NAME = Pattern.compile("(\\d{1,9})-(.*)");

    static Optional<Share> of(String name) {
      Matcher matcher = NAME.matcher(name);
      return matcher.matches()
          ? WorkerId.of(matcher.group(2))
              .map(worker -> new Share(worker, Integer.parseInt(matcher.group(1))))
          : Optional.empty();
    }
  }

  /**
   * Reads the shares of a run directory.
   *
   * @param faults whether a worker's finding is a fault
   */
  public ShareResults(RunDirectory directory, Predicate<Event.FindingSeen> faults) {
    this.directory = directory;
    this.faults = faults;
  }

  /**
   * The result of one phase.
   *
   * @param ready the workers that were ready for it, including successors
   * @param took the workers that reported to be done
   * @param unheard the workers that may have been ready without having been seen ready
   */
  public PhaseResult of(
      int generation,
      PhaseCall call,
      NavigableSet<WorkerId> ready,
      NavigableSet<WorkerId> took,
      NavigableSet<WorkerId> unheard) {
    SharedPhase phase = new SharedPhase();
    NavigableSet<WorkerId> lost = new TreeSet<>(ready);
    lost.removeAll(took);
    for (WorkerId worker : unheard) {
      Share share = new Share(worker, generation);
      if (read(share).isPresent() || new Traces(share).began) {
        lost.add(worker);
      } else {
        missing.add(share); // before the verdict it is read again
      }
    }
    for (WorkerId worker : took) {
      if (!phase.count(new Share(worker, generation))) {
        phase.say(unread(worker).and(journaled(new Share(worker, generation))));
      }
    }
    for (WorkerId worker : lost) {
      Share share = new Share(worker, generation);
      if (!phase.count(share)) { // a worker that wrote one died after it was done
        phase.count(new Traces(share), worker);
        missing.add(share);
        // A successor that came too late to read stands for nothing.
        WorkerId next = phase.began.higher(worker);
        if (next == null || next.slot() != worker.slot()) {
          call.share(worker.slot()).reads().forEach(part -> phase.add(part, inHand(part, worker)));
        }
      }
    }
    phase.judgeIdle(call);
    if (took.isEmpty()) {
      phase.say(PartOutcome.doubt("no worker completed the phase"));
    }
    phase.parts.replaceAll((name, outcome) -> brief(outcome));
    phase.fleet = brief(phase.fleet);
    PhaseResult.Skew skew = PhaseResult.Skew.of(phase.late, phase.clocks);
    if (skew.workers() > 0) {
      phase.say(PartOutcome.fact(skew.inWords()));
    }
    return new PhaseResult(phase.parts, phase.fleet, skew, took, lost);
  }

  /** All shares in the run directory, of all phases. */
  private List<Share> left() throws IOException {
    return directory.shares().stream().flatMap(name -> Share.of(name).stream()).toList();
  }

  /** The workers that have written a share of a phase. */
  List<WorkerId> shares(int generation) throws IOException {
    return left().stream()
        .filter(share -> share.generation() == generation)
        .map(Share::worker)
        .toList();
  }

  /** The combined outcomes of one phase. */
  private final class SharedPhase {
    private final Map<String, PartOutcome> parts = new LinkedHashMap<>();
    private PartOutcome fleet = PartOutcome.NOTHING;
    private final List<Double> late = new ArrayList<>();
    private final List<ShareOutcome.ClockSeen> clocks = new ArrayList<>();
    private final NavigableSet<WorkerId> began = new TreeSet<>();
    private final NavigableSet<WorkerId> idle = new TreeSet<>();

    void add(String part, PartOutcome outcome) {
      if (part.equals(ShareOutcome.WHOLE)) {
        say(outcome);
      } else {
        parts.merge(part, outcome, PartOutcome::and);
      }
    }

    void say(PartOutcome outcome) {
      fleet = fleet.and(outcome);
    }

    /** Counts a share, if there is one, and returns whether there is. */
    boolean count(Share share) {
      Optional<ShareOutcome> found = read(share);
      found.ifPresent(
          its -> {
            counted.add(share);
            its.lateMillis().ifPresent(late::add);
            its.clock().ifPresent(clocks::add);
            (its.idle() ? idle : began).add(share.worker());
            its.parts().forEach(this::add);
          });
      return found.isPresent();
    }

    void count(Traces traces, WorkerId worker) {
      traces.late.ifPresent(late::add);
      (traces.began ? began : idle).add(worker);
      say(traces.outcome);
    }

    /** Names the workers that did not begin; a part that no other worker did is in doubt. */
    void judgeIdle(PhaseCall call) {
      for (WorkerId worker : idle) {
        say(PartOutcome.fact(worker.inWords() + " was ready and never began"));
        for (String part : call.share(worker.slot()).parts()) {
          if (began.stream().noneMatch(each -> call.share(each.slot()).parts().contains(part))) {
            add(part, PartOutcome.doubt(part + ": no worker began it"));
          }
        }
      }
    }
  }

  /**
   * What has come into the run directory since the phases were judged, from workers that were given
   * up and lived, and of phases that another coordinator judged. To be called before the verdict.
   */
  public PartOutcome late() {
    PartOutcome all = PartOutcome.NOTHING;
    try {
      for (Share share : left()) {
        if (counted.add(share)) {
          missing.remove(share);
          for (PartOutcome part : read(share).orElseThrow().parts().values()) {
            all = all.and(saidLate(share, part));
          }
        }
      }
      for (Share share : missing) {
        all = all.and(saidLate(share, new Traces(share).outcome));
      }
      return all;
    } catch (IOException e) {
      return all.and(
          PartOutcome.doubt("shares cannot be read again before the verdict: " + Reasons.of(e)));
    }
  }

  /** Its numbers are left out: an earlier coordinator may have counted them. */
  private static PartOutcome saidLate(Share share, PartOutcome part) {
    if (part.verdict() == Verdict.PASS) {
      return PartOutcome.NOTHING;
    }
    List<String> reasons = new ArrayList<>();
    reasons.add(
        "shares/%d-%s.json, or that worker's journal, says %s"
            .formatted(share.generation(), share.worker().node(), part.verdict()));
    reasons.addAll(some(part.reasons()));
    return new PartOutcome(part.verdict(), reasons, Map.of(), Map.of(), List.of());
  }

  /** Shortens the lines of many workers; the outcome of each is in its file. */
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

  private Optional<ShareOutcome> read(Share share) {
    String worker = share.worker().node();
    try {
      return ShareOutcome.read(directory, share.generation(), worker);
    } catch (IOException e) {
      return Optional.of(
          new ShareOutcome(
              worker,
              share.generation(),
              OptionalDouble.empty(),
              false,
              Optional.empty(),
              Map.of(ShareOutcome.WHOLE, PartOutcome.doubt(Reasons.of(e)).and(journaled(share)))));
    }
  }

  /** What a worker that was not lost has found in the phase, by its journal. */
  private PartOutcome journaled(Share share) {
    PartOutcome all = new Traces(share).outcome;
    return new PartOutcome(all.verdict(), all.reasons(), Map.of(), all.findings(), List.of());
  }

  /**
   * What is known of a share that was not written. What the worker acknowledged is in its ledgers,
   * and what it found is in its journal, after the event of its beginning; what it found in earlier
   * phases is in its shares of those.
   */
  private final class Traces implements Consumer<Event> {
    private final int generation;
    private final Map<FindingKind, Long> found = new EnumMap<>(FindingKind.class);
    private final PartOutcome outcome;
    private boolean now;
    private boolean fault;

    /** Also true if that is not known. */
    private boolean began;

    private OptionalDouble late = OptionalDouble.empty();

    Traces(Share share) {
      this.generation = share.generation();
      this.outcome = read(share.worker());
    }

    private PartOutcome read(WorkerId worker) {
      Path journal = directory.events(ClientName.worker(worker.slot(), worker.attempt()));
      try {
        var unused = JournalReader.read(directory.fileSystem(), journal, this);
      } catch (FileNotFoundException e) {
        return PartOutcome.fact(worker.inWords() + " was lost before it wrote anything");
      } catch (IOException e) {
        began = true;
        return PartOutcome.doubt(
            "what %s found before it was lost cannot be read: %s"
                .formatted(worker.inWords(), Reasons.of(e)));
      }
      return new PartOutcome(
          fault ? Verdict.FAIL : Verdict.PASS,
          List.of(),
          Map.of("workers lost", 1L),
          found,
          List.of(worker.inWords() + " was lost; what it had not acknowledged is indeterminate"));
    }

    @Override
    public void accept(Event event) {
      if (event instanceof Event.FindingSeen seen && now) {
        found.merge(seen.finding().kind(), seen.finding().number(), Long::sum);
        fault |= faults.test(seen);
      } else if (event instanceof Event.WorkerBegan it) {
        now = it.generation() == generation;
        began |= now;
        if (now && !it.joinedLate()) {
          late = OptionalDouble.of(it.lateMillis());
        }
      }
    }
  }
}
