package catena.scenario;

import catena.fleet.coordinate.PhaseCall;
import catena.fleet.coordinate.PhaseResult;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Effect;
import catena.harness.activity.RunContext;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.UsageException;
import catena.scenario.Scenario.Part;
import catena.scenario.Scenario.Phase;
import catena.scenario.fleet.Crew;
import catena.scenario.phase.ParallelPhase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.TableNotFoundException;

/**
 * A phase of which workers do some parts, and the coordinator the others beside them. What has an
 * end of its own ends what has none, on whichever side it is.
 */
final class SharedPhase {
  private final Phase phase;
  private final int index;
  private final PhaseSettings settings;
  private final RunContext run;
  private final Crew crew;

  /** What each part of the workers came to, by its name; written by one member, then read. */
  private final Map<String, PartOutcome> theirs = new HashMap<>();

  /**
   * A phase.
   *
   * @param index of the phase in the scenario
   */
  SharedPhase(Phase phase, int index, PhaseSettings settings, RunContext run, Crew crew) {
    this.phase = phase;
    this.index = index;
    this.settings = settings;
    this.run = run;
    this.crew = crew;
  }

  /** Whether workers do a part. */
  static boolean isTheirs(Part part) {
    return part.activity().clients().isPresent();
  }

  /** Whether workers do some part of a phase. */
  static boolean isShared(Phase phase) {
    return phase.parts().stream().anyMatch(SharedPhase::isTheirs);
  }

  /**
   * What the phase came to.
   *
   * @param parts each of its parts, in their order
   * @param fleet what is to be said of the workers
   */
  record Result(List<PartOutcome> parts, PartOutcome fleet) {}

  /** Performs it. */
  Result perform(StopSignal stop) throws Exception {
    List<Part> shared = phase.parts().stream().filter(SharedPhase::isTheirs).toList();
    List<Part> own = phase.parts().stream().filter(part -> !isTheirs(part)).toList();
    checkGraph(shared);
    List<ParallelPhase.Member> members = new ArrayList<>();
    boolean endless = shared.stream().allMatch(part -> part.activity().endless(settings.of(part)));
    members.add(new ParallelPhase.Member("workers", endless, signal -> shared(shared, signal)));
    Duration since = crew.since(index);
    for (Part part : own) {
      Settings its = settings.of(part);
      Optional<Settings> left = settings.left(part, its, since);
      members.add(
          new ParallelPhase.Member(
              part.name(),
              part.activity().endless(its),
              signal ->
                  left.isEmpty()
                      ? tooLate(part)
                      : crew.own(signal, stopped -> Run.perform(part, left.get(), run, stopped))));
    }
    List<PartOutcome> came = ParallelPhase.perform(members, stop);
    return new Result(inOrder(phase, theirs, came.subList(1, came.size())), came.get(0));
  }

  private static PartOutcome tooLate(Part part) {
    return PartOutcome.doubt(
        "%s: its time was over when the run was taken over, and what it came to is not known"
            .formatted(part.name()));
  }

  /**
   * What each part of a phase came to, in their order.
   *
   * @param theirs of the workers, by the name of the part
   * @param own of the coordinator, in the order of its parts
   */
  static List<PartOutcome> inOrder(
      Phase phase, Map<String, PartOutcome> theirs, List<PartOutcome> own) {
    Iterator<PartOutcome> next = own.iterator();
    List<PartOutcome> parts = new ArrayList<>();
    for (Part part : phase.parts()) {
      parts.add(
          isTheirs(part)
              ? theirs.getOrDefault(part.name(), PartOutcome.doubt(nobody(part)))
              : next.next());
    }
    return parts;
  }

  private static String nobody(Part part) {
    return part.name() + ": no worker has come to the end of its share";
  }

  /** Workers that begin at the same time could each give the table a graph of their own. */
  private void checkGraph(List<Part> shared) throws AccumuloException {
    for (Part part : shared) {
      String table = settings.of(part).get(TableName.SETTING);
      try {
        if (part.activity().effect() == Effect.WRITES
            && TableGraph.load(run.connection().client(), table).isEmpty()) {
          throw new UsageException(
              "Table %s has no graph yet, and workers cannot each give it one: let createtable come before %s"
                  .formatted(table, part.name()));
        }
      } catch (TableNotFoundException e) {
        throw TableName.missing(table);
      }
    }
  }

  private PartOutcome shared(List<Part> parts, StopSignal signal) throws Exception {
    PhaseCall call =
        new PhaseCall(
            index,
            phase.words(),
            slot -> parts.stream().anyMatch(part -> ends(part, slot)),
            lasts(parts),
            slot -> parts.stream().filter(part -> has(part, slot)).map(Part::name).toList(),
            slot -> parts.stream().filter(part -> reads(part, slot)).map(Part::name).toList());
    boolean writes = parts.stream().anyMatch(part -> part.activity().effect() == Effect.WRITES);
    PhaseResult result = crew.perform(call, writes, signal);
    result.parts().forEach((name, outcome) -> theirs.put(name, outcome));
    return Optional.ofNullable(theirs.remove(PhaseResult.FLEET)).orElse(PartOutcome.NOTHING);
  }

  private boolean reads(Part part, int slot) {
    return part.activity().effect() == Effect.READS && has(part, slot);
  }

  private boolean has(Part part, int slot) {
    return settings.share(part, crew.deal(), slot).isPresent();
  }

  /** The longest of those with an end of their own; empty if one of them does not end by time. */
  private Optional<Duration> lasts(List<Part> parts) {
    Duration longest = Duration.ZERO;
    for (Part part : parts) {
      Settings own = settings.of(part);
      if (!part.activity().endless(own)) {
        Optional<Duration> lasts = PhaseSettings.lasts(part, own);
        if (lasts.isEmpty()) {
          return Optional.empty();
        }
        longest = longest.compareTo(lasts.get()) > 0 ? longest : lasts.get();
      }
    }
    return Optional.of(longest).filter(span -> !span.isZero());
  }

  private boolean ends(Part part, int slot) {
    return settings
        .share(part, crew.deal(), slot)
        .filter(share -> !part.activity().endless(share))
        .isPresent();
  }
}
