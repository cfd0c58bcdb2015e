package catena.report.split;

import catena.records.history.RateBins;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.journal.ClientName;
import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.PhaseSpan;
import catena.report.history.Rates;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import catena.report.page.Formats;
import catena.report.page.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/** What a report shows of how the table split by itself. */
public final class SplitTables {
  private static final long SECOND = 1000;
  private static final double NANOS_PER_MILLI = 1e6;

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
   *
   * @param suffix of their names in the page where that tells of several runs
   * @param title of the run where that is needed; may be empty
   */
  public static List<Table> of(RunHistory run, String suffix, String title) {
    List<Doubling> doublings =
        Doubling.of(run.tablets()).stream().filter(each -> !asked(run, each)).toList();
    if (doublings.stream().noneMatch(each -> each.after() >= 2 * each.before())) {
      return List.of();
    }
    List<Table> tables = new ArrayList<>();
    tables.add(splits(run, doublings, suffix, title));
    Table latencies = latencies(run, doublings, suffix, title);
    if (!latencies.rows().isEmpty()) {
      tables.add(latencies);
    }
    return tables;
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

  private static Table splits(
      RunHistory run, List<Doubling> doublings, String suffix, String title) {
    Table.Draft table =
        Table.of(
                "splits" + suffix,
                "How the table split" + title,
                "A row for each time in which the tablets became twice as many, from the first"
                    + " split to the last that was seen. Rates per second: of at most 10 s before"
                    + " the first of them, of the time of the splits, and of its lowest second or"
                    + " of the 5 s after it.")
            .columns(
                "Tablets",
                "Phase",
                "Begins after",
                "Took",
                "Splits",
                "Splits/min",
                "Writes before",
                "Writes meanwhile",
                "Writes lowest",
                "Operations before",
                "Operations meanwhile",
                "Operations lowest");
    for (Doubling each : doublings) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  Formats.whole(each.before()) + " to " + Formats.whole(each.after()),
                  phaseAt(run, each.span().from()).map(PhaseSpan::words).orElse(Formats.NONE),
                  Formats.seconds((each.span().from() - run.span().from()) / (double) SECOND),
                  Formats.seconds(each.span().seconds()),
                  Formats.whole(each.splits()),
                  perMinute(each)));
      cells.addAll(rates(run, each, Rates::writes, Rates::served));
      cells.addAll(rates(run, each, work -> !Rates.writes(work), Work::operations));
      table.row(cells);
    }
    return table.withoutEmpty().done();
  }

  /** Looks are a second apart by default, so a storm that one look saw took at most about that. */
  private static String perMinute(Doubling doubling) {
    double seconds = doubling.span().seconds();
    return seconds < 1 ? Formats.NONE : Formats.large(60.0 * doubling.splits() / seconds);
  }

  /** Which amounts of a work are meant. */
  @FunctionalInterface
  private interface Amount {
    RateBins of(Work work);
  }

  private static List<String> rates(
      RunHistory run, Doubling doubling, Predicate<Work> which, Amount amount) {
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
        .forEach(
            work -> run.journal().worked(work, phase).ifPresent(span -> works.put(work, span)));
    long end = watched.to();
    for (Span worked : works.values()) {
      begin = Math.max(begin, worked.from());
      end = Math.min(end, worked.to());
    }
    Optional<Span> active = new Span(begin, Math.max(begin, end)).common(watched);
    if (works.isEmpty() || active.isEmpty()) {
      return List.of(Formats.NONE, Formats.NONE, Formats.NONE);
    }
    boolean enough = doubling.span().from() - begin >= LEAST_BEFORE;
    Span within = active.get().common(meanwhile).orElse(active.get());
    List<RateBins> all = works.keySet().stream().map(amount::of).toList();
    double before = enough ? rate(all, new Span(begin, doubling.span().from())) : Double.NaN;
    return List.of(
        Formats.large(before),
        Formats.large(rate(all, within)),
        Formats.large(lowest(all, active.get())));
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

  private static Table latencies(
      RunHistory run, List<Doubling> doublings, String suffix, String title) {
    Table.Draft table =
        Table.of(
                "split-latency" + suffix,
                "Latency while the table split" + title,
                "From when each operation was due, in the phases in which it split: in the"
                    + " intervals in which a split was seen, and in all others.")
            .columns(
                "Operation",
                "Intervals with splits",
                "Others",
                "p50 with",
                "p50 others",
                "p99 with",
                "p99 others",
                "max with",
                "max others");
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
    for (String operation : Operations.ordered(run.latencies().keySet())) {
      Sides sides = new Sides();
      for (LatencyTrack.Window each : run.latencies().get(operation).windows()) {
        if (phases.stream().anyMatch(phase -> isWithin(phase.span(), each.middle()))) {
          Long split = splits.ceiling(each.time().from());
          sides.add(split != null && split < each.time().to(), each.latencies());
        }
      }
      if (sides.with.getTotalCount() > 0 && sides.others.getTotalCount() > 0) {
        table.row(sides.cells(operation));
      }
    }
    return table.done();
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
    private final Histogram with = new Histogram(3);
    private final Histogram others = new Histogram(3);
    private int withSplits;
    private int without;

    void add(boolean split, Histogram recorded) {
      (split ? with : others).add(recorded);
      withSplits += split ? 1 : 0;
      without += split ? 0 : 1;
    }

    List<String> cells(String operation) {
      List<String> cells = new ArrayList<>();
      cells.add(operation);
      cells.add(Formats.whole(withSplits));
      cells.add(Formats.whole(without));
      for (double percentile : new double[] {50, 99, 100}) {
        cells.add(Formats.millis(with.getValueAtPercentile(percentile) / NANOS_PER_MILLI));
        cells.add(Formats.millis(others.getValueAtPercentile(percentile) / NANOS_PER_MILLI));
      }
      return cells;
    }
  }
}
