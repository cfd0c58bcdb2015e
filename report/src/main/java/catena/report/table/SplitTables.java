// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.RateBins;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.PhaseSpan;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What a report shows of how the table split automatically. */
public final class SplitTables {
  private static final long SECOND = 1000;

  /** The time over which rates before the first split of a doubling are taken. */
  private static final long BEFORE = 10 * SECOND;

  /** A time shorter than this is too short for a rate before. */
  private static final long LEAST_BEFORE = 3 * SECOND;

  /** A dip may come a little after the last split that was seen. */
  private static final long AFTER = 5 * SECOND;

  /** In their phases tables are split on request. */
  private static final Set<String> ASKED = Set.of("createtable", "recreate", "split");

  private SplitTables() {}

  /**
   * How the table of a run split, and latencies meanwhile; none if its tablets did not double
   * automatically.
   */
  public static List<Table> of(RunHistory run) {
    List<Doubling> doublings =
        Doubling.of(run.tablets()).stream().filter(each -> !asked(run, each)).toList();
    return doublings.stream().noneMatch(each -> each.after() >= 2 * each.before())
        ? List.of()
        : List.of(splits(run, doublings), latencies(run, doublings));
  }

  /** Whether it was split on request: a table split at creation is seen in or after its phase. */
  private static boolean asked(RunHistory run, Doubling doubling) {
    return run.journal()
        .phaseAt(doubling.since())
        .filter(phase -> doubling.span().from() <= phase.span().to() + SECOND)
        .map(phase -> Arrays.stream(phase.words().split("\\+")).map(String::strip))
        .filter(parts -> parts.map(ClientName::activity).anyMatch(ASKED::contains))
        .isPresent();
  }

  private static Table splits(RunHistory run, List<Doubling> doublings) {
    Table.Columns<Doubling> table =
        Table.<Doubling>named("splits")
            .words("Tablets", SplitTables::inWords)
            .known("Phase", each -> run.journal().phaseAt(each.span.from()).map(PhaseSpan::words))
            .numbers(
                "Begins after",
                Unit.SECONDS,
                each -> (each.span.from() - run.span().from()) / (double) SECOND)
            .numbers("Took", Unit.SECONDS, each -> each.span.seconds())
            .numbers("Splits", Unit.COUNT, Doubling::splits)
            .numbers("Splits/min", Unit.AMOUNT, SplitTables::perMinute);
    rates(table, "Writes", each -> rates(run, each, Work::writes, Work::served));
    rates(
        table,
        "Operations",
        each -> rates(run, each, work -> !work.writes(), work -> work.of(Counted.OPERATIONS)));
    return table.withoutEmpty(doublings);
  }

  /** Columns of the rates per second before, during, and at the lowest. */
  private static void rates(
      Table.Columns<Doubling> table, String what, Function<Doubling, PerSecond> rates) {
    table
        .numbers(what + " before", Unit.PER_SECOND, each -> rates.apply(each).before)
        .numbers(what + " meanwhile", Unit.PER_SECOND, each -> rates.apply(each).meanwhile)
        .numbers(what + " lowest", Unit.PER_SECOND, each -> rates.apply(each).lowest);
  }

  /** Unknown rates are NaN. */
  private record PerSecond(double before, double meanwhile, double lowest) {
    static final PerSecond UNKNOWN = new PerSecond(Double.NaN, Double.NaN, Double.NaN);
  }

  private static String inWords(Doubling doubling) {
    return Formats.whole(doubling.before()) + " to " + Formats.whole(doubling.after());
  }

  /** Splits per minute; NaN if below a second: by default scans are a second apart. */
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
    Span phase = run.journal().phaseAt(meanwhile.from()).map(PhaseSpan::span).orElse(meanwhile);
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

  /** The rate over the whole seconds that a span touches. */
  private static double rate(List<RateBins> amounts, Span span) {
    long from = Math.floorDiv(span.from(), SECOND);
    long until = Math.max(from + 1, -Math.floorDiv(-span.to(), SECOND));
    return sum(amounts, from, until) / (until - from);
  }

  private static double sum(List<RateBins> amounts, long from, long until) {
    return amounts.stream().mapToDouble(each -> each.sum(from, until)).sum();
  }

  /** The lowest second from a span's first; its last second may be partial and is left out. */
  private static double lowest(List<RateBins> amounts, Span span) {
    long from = Math.floorDiv(span.from(), SECOND);
    long until = Math.max(from + 1, Math.floorDiv(span.to(), SECOND));
    return LongStream.range(from, until)
        .mapToDouble(second -> sum(amounts, second, second + 1))
        .min()
        .orElseThrow();
  }

  private static Table latencies(RunHistory run, List<Doubling> doublings) {
    List<PhaseSpan> phases =
        run.journal().phases().stream()
            .filter(phase -> doublings.stream().anyMatch(d -> touches(phase.span(), d.span())))
            .toList();
    NavigableSet<Long> splits = splits(run.tablets());
    Map<String, Map<Boolean, List<LatencyTrack.Window>>> rows = new LinkedHashMap<>();
    for (String operation : Operations.ordered(run.latencies().keySet())) {
      Map<Boolean, List<LatencyTrack.Window>> sides =
          run.latencies().get(operation).windows().stream()
              .filter(each -> phases.stream().anyMatch(p -> isWithin(p.span(), each.middle())))
              .collect(
                  Collectors.partitioningBy(
                      each -> !splits.subSet(each.time().from(), each.time().to()).isEmpty()));
      if (!sides.get(true).isEmpty() && !sides.get(false).isEmpty()) {
        rows.put(operation, sides);
      }
    }
    Table.Columns<String> table =
        Table.<String>named("split-latency")
            .words("Operation", operation -> operation)
            .numbers("Intervals with splits", Unit.COUNT, of -> rows.get(of).get(true).size())
            .numbers("Others", Unit.COUNT, of -> rows.get(of).get(false).size());
    for (double percentile : new double[] {50, 99, 100}) {
      table
          .latencies("%s with", of -> LatencyTrack.sum(rows.get(of).get(true)), percentile)
          .latencies("%s others", of -> LatencyTrack.sum(rows.get(of).get(false)), percentile);
    }
    return table.rows(rows.keySet());
  }

  private static boolean touches(Span phase, Span doubling) {
    return phase.common(doubling).isPresent() || isWithin(phase, doubling.from());
  }

  private static boolean isWithin(Span span, long at) {
    return span.from() <= at && at < span.to();
  }

  /** When more tablets were seen than before. */
  private static NavigableSet<Long> splits(Series tablets) {
    return IntStream.range(1, tablets.size())
        .filter(i -> tablets.value(i) > tablets.value(i - 1))
        .mapToObj(tablets::time)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * A time in which the number of a table's tablets doubled: if rows arrive evenly, all tablets
   * reach the split threshold at about the same time, and split together. A table's last one may
   * have ended before they doubled.
   *
   * @param before the number of tablets at its begin
   * @param after tablets at its end; more than twice as many if that many came between two scans
   * @param since when the doubling before it ended, or the tablets were merged, or were first seen
   * @param span from the scan that saw the first new tablet to the scan that saw the last one
   */
  record Doubling(int before, int after, long since, Span span) {
    /**
     * All doublings of a table, in the order of time.
     *
     * @param numbers the numbers of its tablets; each merge starts a new doubling
     */
    static List<Doubling> of(Series numbers) {
      List<Doubling> all = new ArrayList<>();
      for (int i = 0; i < numbers.size(); i++) {
        long at = numbers.time(i);
        int now = (int) Math.round(numbers.value(i));
        Doubling last = all.isEmpty() ? null : all.get(all.size() - 1);
        if (last == null || now < last.after) {
          all.add(begun(now, at));
        } else if (now > last.after) {
          all.set(all.size() - 1, last.grown(now, at));
          if (now >= 2 * last.before) {
            all.add(begun(now, at));
          }
        }
      }
      all.removeIf(each -> each.splits() == 0);
      return all;
    }

    private static Doubling begun(int number, long at) {
      return new Doubling(number, number, at, new Span(at, at));
    }

    private Doubling grown(int now, long at) {
      return new Doubling(before, now, since, new Span(splits() == 0 ? at : span.from(), at));
    }

    /** The number of tablets added by splits. */
    int splits() {
      return after - before;
    }
  }
}
