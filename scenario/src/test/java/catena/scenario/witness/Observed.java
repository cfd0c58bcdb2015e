// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.records.history.RecoveryMeasure;
import catena.scenario.witness.Shown.Fault;
import catena.scenario.witness.Sightings.LockChange;
import catena.scenario.witness.Sightings.Operation;
import catena.scenario.witness.Sightings.ProcessChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a fault cost, from what was seen from outside alone; of the fault it takes nothing but kind,
 * victim and the moment of the injection. All is in seconds from that moment.
 */
final class Observed {
  /** How long after the cluster is whole a dip still counts for a fault. */
  static final Duration SETTLING = Duration.ofSeconds(30);

  /** A batch writer sends again what failed after 1 to 1.5 s ({@code FailedMutations}). */
  static final long WRITE_RETRY_MILLIS = 1500;

  /** What is missing of the usual in a dip at the least; less is none. */
  private static final double DIP = 0.2;

  /** Answers further apart than this are a silence that every client notices. */
  private static final long CERTAIN_MILLIS = 1000;

  /** Answers further apart than this may be one. */
  private static final long POSSIBLE_MILLIS = 400;

  /** An all-tablet client may be answered in a pause between two silences that is longer. */
  private static final long BREATH_MILLIS = 1000;

  private static final Set<String> ORDERLY = Set.of("stop", "migrate", "rolling-restart");
  private static final Set<String> OF_SERVERS =
      Set.of("kill", "pause", "restart", "stop", "migrate", "rolling-restart");

  private final Sightings seen;
  private final HostingHistory hostings;

  /** How late a client that reads may see that a tablet is served again. */
  private final long readRetryMillis;

  Observed(Sightings seen, Duration readRetry) {
    this.seen = seen;
    this.hostings = new HostingHistory(seen);
    this.readRetryMillis = readRetry.toMillis();
  }

  static boolean isOfServers(Fault fault) {
    return OF_SERVERS.contains(fault.kind());
  }

  /** When the victim's process was seen to have ended or to be halted. */
  Optional<Range> hit(Fault fault) {
    return change(fault).map(c -> Range.seconds(fault.at(), c.before(), c.at()));
  }

  private Optional<ProcessChange> change(Fault fault) {
    return seen.processes().stream()
        .filter(
            c -> c.server().equals(fault.server()) && c.at() >= fault.at() && c.at() < end(fault))
        .filter(c -> c.ended() || c.halted())
        .findFirst();
  }

  /** No look further than the next fault. */
  private static long end(Fault fault) {
    return fault.until();
  }

  /** From when on a write or read that begins tells something of the time after the deed. */
  private long hitAt(Fault fault) {
    return isOfServers(fault)
        ? change(fault).map(ProcessChange::at).orElse(fault.at())
        : fault.doneAt();
  }

  /** When the victim was there again: another process, or its own that goes on. */
  Optional<Range> healing(Fault fault) {
    if (!isOfServers(fault) || fault.kind().endsWith("restart")) {
      return Optional.empty();
    }
    long hit = hitAt(fault);
    return seen.processes().stream()
        .filter(c -> c.server().equals(fault.server()) && c.at() > hit && c.at() < end(fault))
        .filter(c -> !c.ended() && !c.halted())
        .findFirst()
        .map(c -> Range.seconds(fault.at(), c.before(), c.at()));
  }

  /** When the lock that the victim held was gone. */
  Optional<Range> notice(Fault fault) {
    return seen.locks().stream()
        .filter(c -> !c.held() && c.address().equals(fault.address()))
        .filter(c -> c.at() >= fault.at() && c.at() < end(fault))
        .findFirst()
        .map(c -> Range.seconds(fault.at(), c.before(), c.at()));
  }

  /** When a server of the victim's role came to hold a lock again. */
  private Optional<LockChange> lockBack(Fault fault) {
    return seen.locks().stream()
        .filter(c -> c.held() && fault.server().startsWith(c.role() + "-"))
        .filter(c -> c.at() >= fault.at() && c.at() < end(fault))
        .findFirst();
  }

  /**
   * When the victim's tablets, and those that were on their way then, all had a host.
   *
   * @param gapMillis times without a tablet that has none which may go unseen, since they are short
   */
  Optional<Range> rehost(Fault fault, long gapMillis) {
    List<Spans.Span> all = hostings.unhosted();
    Optional<Spans.Span> first = stretch(Spans.of(all, 0), fault);
    Optional<Spans.Span> whole = stretch(Spans.of(all, gapMillis), fault);
    // Nobody logs that a tablet was loaded while there is no manager.
    boolean late = fault.server().startsWith("manager");
    return first.map(
        span ->
            Range.seconds(
                fault.at(),
                late ? Math.max(span.from(), hitAt(fault)) : span.to(),
                Math.max(span.to(), whole.get().to())));
  }

  /**
   * The time without some tablet that is the fault's: the last that began before a victim that
   * hosts tablets was missed, else the first before the cluster is said to be whole. What comes
   * later, such as tablets that are spread anew, is not the fault's.
   */
  private Optional<Spans.Span> stretch(Spans spans, Fault fault) {
    long missed =
        Math.max(
            hitAt(fault) + 1000,
            notice(fault).map(range -> fault.at() + (long) (1000 * range.high())).orElse(0L));
    List<Spans.Span> some =
        spans.touching(fault.at(), end(fault)).all().stream()
            .filter(span -> span.to() < Long.MAX_VALUE)
            .toList();
    return some.stream()
        .filter(span -> fault.server().startsWith("tserver") && span.from() <= missed)
        .reduce((one, later) -> later)
        .or(() -> some.stream().filter(span -> span.from() < wholeAt(fault)).findFirst());
  }

  private static long wholeAt(Fault fault) {
    double seconds = fault.measures().getOrDefault(RecoveryMeasure.RECOVERED.key(), 0.0);
    return fault.at() + (long) (1000 * seconds);
  }

  /** How long some tablet was without a host then, since the injection, in seconds. */
  double unhostedFor(Fault fault, long gapMillis) {
    return stretch(Spans.of(hostings.unhosted(), gapMillis), fault)
        .map(span -> (span.to() - Math.max(span.from(), fault.at())) / 1000.0)
        .orElse(0.0);
  }

  /** When the cluster can have been whole at the earliest, by locks, processes and tablets. */
  Range wholeNotBefore(Fault fault, long gapMillis) {
    double least = healing(fault).map(Range::low).orElse(0.0);
    least = Math.max(least, rehost(fault, gapMillis).map(Range::low).orElse(0.0));
    if (notice(fault).isPresent()) {
      least = Math.max(least, notice(fault).get().low());
      least =
          Math.max(
              least, lockBack(fault).map(c -> (c.before() - fault.at()) / 1000.0).orElse(least));
    }
    return new Range(least, Double.POSITIVE_INFINITY);
  }

  /** When every tablet of the table had answered a write that began after the victim was hit. */
  Optional<Range> firstAcknowledgement(Fault fault) {
    long hit = hitAt(fault);
    long low = hit;
    long high = hit;
    for (String row : seen.rows()) {
      Optional<Answered> first = firstAnswer(row, true, hit);
      if (first.isEmpty()) {
        return Optional.empty();
      }
      low = Math.max(low, first.get().low());
      high = Math.max(high, first.get().high());
    }
    // An answer that came when the next fault was there already may have been for that to give.
    long known = Math.min(low, Math.max(hit, end(fault)));
    // Either client may have been lucky, and the other one not.
    return Optional.of(
        Range.seconds(fault.at(), known - WRITE_RETRY_MILLIS, high + WRITE_RETRY_MILLIS));
  }

  /**
   * The time after the hit in which the observer happened to begin no write, so that it does not
   * know whether one would have been answered: a server that hosts no tablet is missed by clients
   * only after a while. Empty where a tserver was hit, whose tablets answer nobody from then on.
   */
  Optional<Range> untried(Fault fault) {
    if (!isOfServers(fault) || fault.server().startsWith("tserver")) {
      return Optional.empty();
    }
    long hit = hitAt(fault);
    long tried = hit;
    for (String row : seen.rows()) {
      tried =
          Math.max(
              tried,
              seen.operations().stream()
                  .filter(o -> o.write() && o.row().equals(row) && o.begin() >= hit)
                  .mapToLong(Operation::begin)
                  .min()
                  .orElse(hit));
    }
    // What another client sent until then takes its time to be answered.
    return Optional.of(Range.seconds(fault.at(), hit, tried + POSSIBLE_MILLIS));
  }

  /** When a row that the victim held was read; empty if it held no tablet of the table. */
  Optional<Range> firstRead(Fault fault) {
    if (!fault.server().startsWith("tserver")) {
      return Optional.empty();
    }
    List<Answered> answers = new ArrayList<>();
    for (String row : seen.rows()) {
      Optional<String> host = hostings.host(seen.tableId(), row, fault.at());
      if (host.isPresent() && host.get().equals(fault.address())) {
        long counts =
            Math.min(
                hitAt(fault),
                hostings.loaded(seen.tableId(), row, fault.at()).orElse(Long.MAX_VALUE));
        firstAnswer(row, false, counts).ifPresent(answers::add);
      }
    }
    return answers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Range.seconds(
                fault.at(),
                answers.stream().mapToLong(Answered::low).min().getAsLong(),
                answers.stream().mapToLong(Answered::high).min().getAsLong()));
  }

  /** Between when a client of one tablet can have been answered for the first time. */
  private record Answered(long low, long high) {}

  /**
   * When a tablet answered something that began at a time or later. Where the observer's own client
   * was busy then, and its first try afterwards was answered at once, another client's may have
   * been earlier.
   */
  private Optional<Answered> firstAnswer(String row, boolean write, long begun) {
    List<Operation> later =
        seen.operations().stream()
            .filter(o -> o.write() == write && o.row().equals(row) && o.begin() >= begun)
            .toList();
    long tried = later.stream().mapToLong(Operation::begin).min().orElse(begun);
    return later.stream()
        .filter(Operation::succeeded)
        .min(Comparator.comparingLong(Operation::end))
        .map(
            first -> {
              boolean busy = tried - begun > POSSIBLE_MILLIS;
              boolean atOnce =
                  first.begin() == tried && first.end() - first.begin() <= POSSIBLE_MILLIS;
              return new Answered(busy && atOnce ? begun : first.end(), first.end());
            });
  }

  /**
   * What a client that needs every tablet noticed at the least and at the most.
   *
   * @param silence seconds of the longest silence that overlaps the time until it was whole
   * @param low seconds in which less than four fifths of the usual can have been done
   * @param depth how much of it cannot have been done in the worst stretch
   */
  record Loss(Range silence, Range low, Range depth) {}

  /**
   * What those who write, or read, cannot have been given.
   *
   * @param window seconds that one of their operations usually takes, beginning to beginning
   * @param width seconds over which rates are taken
   */
  Loss loss(Fault fault, boolean write, double window, int width) {
    long retry = write ? WRITE_RETRY_MILLIS : readRetryMillis;
    long slack = (long) (window * 1000);
    Spans certain = certain(fault, write, slack, 2 * retry);
    Spans possible =
        Spans.of(silences(write, POSSIBLE_MILLIS).stream().flatMap(List::stream).toList(), 0)
            .grown(slack, slack + retry)
            .merged(BREATH_MILLIS);
    double least = depth(certain, fault, width);
    return new Loss(
        between(certain.longest() / 1000.0, longestSilence(fault, write, slack, retry)),
        between(low(certain, fault, width) - width, low(possible, fault, width) + width),
        between(least < DIP ? 0 : least, depth(possible, fault, width)));
  }

  /** For how many seconds a client that needs every tablet may have had no answer at the most. */
  private double longestSilence(Fault fault, boolean write, long slack, long retry) {
    long longest =
        Spans.of(silences(write, CERTAIN_MILLIS).stream().flatMap(List::stream).toList(), 0)
            .grown(slack, slack + 2 * retry)
            .merged(BREATH_MILLIS)
            .touching(fault.at(), end(fault))
            .longest();
    return Math.max(longest, CERTAIN_MILLIS + slack + retry) / 1000.0;
  }

  /**
   * The times within the fault's in which every client waits for sure: one that writes needs all
   * tablets, and so is held by any; one that reads comes to one of those that are out before long,
   * and is held by that one, so for certain only while all of them are out.
   *
   * @param luck how much earlier than the observer's client another one may be answered again, in
   *     milliseconds: each waits before it tries again, and may meet a tablet that moves once more
   */
  private Spans certain(Fault fault, boolean write, long slack, long luck) {
    List<Spans> out =
        silences(write, CERTAIN_MILLIS).stream()
            .map(
                row -> Spans.of(row, 0).grown(-slack, -slack - luck).within(fault.at(), end(fault)))
            .filter(row -> !row.all().isEmpty())
            .toList();
    return write
        ? Spans.of(out.stream().flatMap(row -> row.all().stream()).toList(), 0)
        : out.stream().reduce(Spans::common).orElse(Spans.of(List.of(), 0));
  }

  private static Range between(double low, double high) {
    return new Range(Math.max(0, Math.min(low, high)), Math.max(0, high));
  }

  /** When each tablet answered no client for longer than this. */
  private List<List<Spans.Span>> silences(boolean write, long longerThan) {
    List<List<Spans.Span>> all = new ArrayList<>();
    for (String row : seen.rows()) {
      List<Long> answers =
          seen.operations().stream()
              .filter(o -> o.write() == write && o.row().equals(row) && o.succeeded())
              .map(Operation::end)
              .toList();
      all.add(Spans.silences(answers, longerThan));
    }
    return all;
  }

  private static double low(Spans spans, Fault fault, int width) {
    Set<Long> low = new java.util.TreeSet<>();
    long begin = Math.floorDiv(fault.at(), 1000);
    for (long second = begin; second + width <= Math.floorDiv(end(fault), 1000); second++) {
      if (spans.share(second * 1000, (second + width) * 1000) > DIP) {
        for (long each = second; each < second + width; each++) {
          if (spans.share(each * 1000, each * 1000 + 1000) > DIP) {
            low.add(each);
          }
        }
      }
    }
    return low.size();
  }

  private static double depth(Spans spans, Fault fault, int width) {
    double most = 0;
    long begin = Math.floorDiv(fault.at(), 1000);
    for (long second = begin; second + width <= Math.floorDiv(end(fault), 1000); second++) {
      most = Math.max(most, spans.share(second * 1000, (second + width) * 1000));
    }
    return most;
  }

  /** Whether the victim has time to hand its tablets over. */
  static boolean isOrderly(Fault fault) {
    return ORDERLY.contains(fault.kind());
  }
}
