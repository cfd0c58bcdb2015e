// SPDX-License-Identifier: Apache-2.0
package catena.report.split;

import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.journal.ClientName;
import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.PhaseSpan;
import catena.report.history.RateBins;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import catena.report.page.Formats;
import catena.report.page.Table;
import catena.report.page.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/** What a report shows of how the table split by itself. */
public final class SplitTables {
  private static final long SECOND = 1000;

  /** Rates before the first split of a doubling are those of so long a time. */
  private static final long BEFORE = 10 * SECOND;

  /** A time shorter than this is too short for a rate before. */
  private static final long LEAST_BEFORE = 3 * SECOND;

  /** A dip may come a little after the last split that was seen. */
  private static final long AFTER = 5 * SECOND;

  /** In their phases tables are split because somebody asked for it. */
  private static final Set<String> ASKED = Set.of("createtable", "recreate", "split");

  private SplitTables() {}

  /**
   * How the table of a run split, and latencies meanwhile; none where it did not become twice as
   * many tablets by itself.
   */
  public static List<Table> of(RunHistory run) {
    List<Doubling> doublings =
        Doubling.of(run.tablets()).stream().filter(each -> !asked(run, each)).toList();
    return doublings.stream().noneMatch(each -> each.after() >= 2 * each.before())
        ? List.of()
        : List.of(splits(run, doublings), latencies(run, doublings));
  }

  private static Optional<PhaseSpan> phaseAt(RunHistory run, long at) {
    return run.journal().phases().stream()
        .filter(phase -> phase.span().from() <= at && at < phase.span().to())
        .findFirst();
  }

  /** A table that was split as it was made is first seen in the phase, or at the end of it. */
  private static boolean asked(RunHistory run, Doubling doubling) {
    return phaseAt(run, doubling.since())
        .filter(phase -> doubling.span().from() <= phase.span().to() + SECOND)
        .map(phase -> Arrays.stream(phase.words().split("\\+")).map(String::strip))
        .filter(parts -> parts.map(ClientName::activity).anyMatch(ASKED::contains))
        .isPresent();
  }

  private static Table splits(RunHistory run, List<Doubling> doublings) {
    return Table.<Storm>of(
            "splits",
            "How the table split",
            "A row for each time in which the tablets became twice as many, from the first"
                + " split to the last that was seen. Rates per second: of at most 10 s before"
                + " the first of them, of the time of the splits, and of its lowest second or"
                + " of the 5 s after it.")
        .words("Tablets", storm -> inWords(storm.doubling))
        .known("Phase", storm -> phaseAt(run, storm.span().from()).map(PhaseSpan::words))
        .numbers(
            "Begins after",
            Unit.SECONDS,
            storm -> (storm.span().from() - run.span().from()) / (double) SECOND)
        .numbers("Took", Unit.SECONDS, storm -> storm.span().seconds())
        .numbers("Splits", Unit.COUNT, storm -> storm.doubling.splits())
        .numbers("Splits/min", Unit.AMOUNT, storm -> perMinute(storm.doubling))
        .numbers("Writes before", Unit.PER_SECOND, storm -> storm.writes.before)
        .numbers("Writes meanwhile", Unit.PER_SECOND, storm -> storm.writes.meanwhile)
        .numbers("Writes lowest", Unit.PER_SECOND, storm -> storm.writes.lowest)
        .numbers("Operations before", Unit.PER_SECOND, storm -> storm.operations.before)
        .numbers("Operations meanwhile", Unit.PER_SECOND, storm -> storm.operations.meanwhile)
        .numbers("Operations lowest", Unit.PER_SECOND, storm -> storm.operations.lowest)
        .withoutEmpty(
            doublings.stream()
                .map(
                    each ->
                        new Storm(
                            each,
                            rates(run, each, Work::writes, Work::served),
                            rates(run, each, work -> !work.writes(), Work::operations)))
                .toList());
  }

  /** A doubling, with what was done before, meanwhile, and at the lowest, per second. */
  private record Storm(Doubling doubling, PerSecond writes, PerSecond operations) {
    Span span() {
      return doubling.span();
    }
  }

  /** What is not known is NaN. */
  private record PerSecond(double before, double meanwhile, double lowest) {
    static final PerSecond UNKNOWN = new PerSecond(Double.NaN, Double.NaN, Double.NaN);
  }

  private static String inWords(Doubling doubling) {
    return Formats.whole(doubling.before()) + " to " + Formats.whole(doubling.after());
  }

  /** Looks are a second apart by default, so a storm that one look saw took at most about that. */
  private static double perMinute(Doubling doubling) {
    double seconds = doubling.span().seconds();
    return seconds < 1 ? Double.NaN : 60.0 * doubling.splits() / seconds;
  }

  private static PerSecond rates(
      RunHistory run, Doubling doubling, Predicate<Work> which, Function<Work, RateBins> amount) {
    Span meanwhile =
        new Span(
            doubling.span().from(),
            Math.max(doubling.span().from() + SECOND, doubling.span().to()));
    Span watched = new Span(meanwhile.from(), meanwhile.to() + AFTER);
    long begin = Math.max(doubling.since(), doubling.span().from() - BEFORE);
    Span phase = phase(run, meanwhile);
    Map<Work, Span> works = new LinkedHashMap<>();
    run.journal().work().values().stream()
        .filter(which)
        .forEach(work -> work.worked(phase).ifPresent(span -> works.put(work, span)));
    long end = watched.to();
    for (Span worked : works.values()) {
      begin = Math.max(begin, worked.from());
      end = Math.min(end, worked.to());
    }
    Optional<Span> active = new Span(begin, Math.max(begin, end)).common(watched);
    if (works.isEmpty() || active.isEmpty()) {
      return PerSecond.UNKNOWN;
    }
    boolean enough = doubling.span().from() - begin >= LEAST_BEFORE;
    Span within = active.get().common(meanwhile).orElse(active.get());
    List<RateBins> all = works.keySet().stream().map(amount).toList();
    double before = enough ? rate(all, new Span(begin, doubling.span().from())) : Double.NaN;
    return new PerSecond(before, rate(all, within), lowest(all, active.get()));
  }

  /** The phase in which a time lies, else the time itself. */
  private static Span phase(RunHistory run, Span time) {
    return phaseAt(run, time.from()).map(PhaseSpan::span).orElse(time);
  }

  /** Of the whole seconds that a span touches. */
  private static double rate(List<RateBins> amounts, Span span) {
    long from = Math.floorDiv(span.from(), SECOND);
    long until = Math.max(from + 1, -Math.floorDiv(-span.to(), SECOND));
    return amounts.stream().mapToDouble(each -> each.sum(from, until)).sum() / (until - from);
  }

  /** Of the seconds from that in which a span begins; the one in which it ends may be cut off. */
  private static double lowest(List<RateBins> amounts, Span span) {
    long from = Math.floorDiv(span.from(), SECOND);
    long until = Math.max(from + 1, Math.floorDiv(span.to(), SECOND));
    double lowest = Double.POSITIVE_INFINITY;
    for (long second = from; second < until; second++) {
      long at = second;
      lowest = Math.min(lowest, amounts.stream().mapToDouble(each -> each.sum(at, at + 1)).sum());
    }
    return lowest;
  }

  private static Table latencies(RunHistory run, List<Doubling> doublings) {
    List<PhaseSpan> phases =
        run.journal().phases().stream()
            .filter(
                phase ->
                    doublings.stream()
                        .anyMatch(
                            d ->
                                phase.span().common(d.span()).isPresent()
                                    || isWithin(phase.span(), d.span().from())))
            .toList();
    NavigableSet<Long> splits = splits(run.tablets());
    List<Sides> rows = new ArrayList<>();
    for (String operation : Operations.ordered(run.latencies().keySet())) {
      Sides sides = new Sides(operation);
      for (LatencyTrack.Window each : run.latencies().get(operation).windows()) {
        if (phases.stream().anyMatch(phase -> isWithin(phase.span(), each.middle()))) {
          Long split = splits.ceiling(each.time().from());
          sides.add(split != null && split < each.time().to(), each.latencies());
        }
      }
      if (sides.with.getTotalCount() > 0 && sides.others.getTotalCount() > 0) {
        rows.add(sides);
      }
    }
    return Table.<Sides>of(
            "split-latency",
            "Latency while the table split",
            "From when each operation was due, in the phases in which it split: in the"
                + " intervals in which a split was seen, and in all others.")
        .words("Operation", sides -> sides.operation)
        .numbers("Intervals with splits", Unit.COUNT, sides -> sides.withSplits)
        .numbers("Others", Unit.COUNT, sides -> sides.without)
        .numbers("p50 with", Unit.MILLIS, sides -> LatencyTrack.millis(sides.with, 50))
        .numbers("p50 others", Unit.MILLIS, sides -> LatencyTrack.millis(sides.others, 50))
        .numbers("p99 with", Unit.MILLIS, sides -> LatencyTrack.millis(sides.with, 99))
        .numbers("p99 others", Unit.MILLIS, sides -> LatencyTrack.millis(sides.others, 99))
        .numbers("max with", Unit.MILLIS, sides -> LatencyTrack.millis(sides.with, 100))
        .numbers("max others", Unit.MILLIS, sides -> LatencyTrack.millis(sides.others, 100))
        .rows(rows);
  }

  private static boolean isWithin(Span span, long at) {
    return span.from() <= at && at < span.to();
  }

  /** When more tablets were seen than before. */
  private static NavigableSet<Long> splits(Series tablets) {
    NavigableSet<Long> times = new TreeSet<>();
    for (int i = 1; i < tablets.size(); i++) {
      if (tablets.value(i) > tablets.value(i - 1)) {
        times.add(tablets.time(i));
      }
    }
    return times;
  }

  /** What was recorded while the table split, and what was not. */
  private static final class Sides {
    private final String operation;
    private final Histogram with = new Histogram(3);
    private final Histogram others = new Histogram(3);
    private int withSplits;
    private int without;

    Sides(String operation) {
      this.operation = operation;
    }

    void add(boolean split, Histogram recorded) {
      (split ? with : others).add(recorded);
      withSplits += split ? 1 : 0;
      without += split ? 0 : 1;
    }
  }
}
