// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.history.Addition;
import catena.records.history.Series;
import catena.records.history.Span;
import catena.report.history.LatencyTrack;
import catena.report.history.LatencyTrack.Window;
import catena.report.history.Operations;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.PhaseSpan;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Table;
import catena.report.page.Unit;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** What a report shows of servers that were added. */
public final class GrowthTables {
  private static final double MILLIS = 1e3;

  /** How many windows in a row must be near the usual value at the end. */
  private static final int ROW = 3;

  /** How far they may differ from it, as a share of it. */
  private static final double WITHIN = 0.1;

  private GrowthTables() {}

  /** The servers, and the effect on clients; without rows if no server was added. */
  public static List<Table> of(RunHistory run, ZoneId zone) {
    return List.of(servers(run.additions(), zone), latencies(run));
  }

  private static Table servers(List<Addition> additions, ZoneId zone) {
    return Table.<Addition>named("servers-added")
        .words("Server", Addition::server)
        .known("Address", Addition::address)
        .cells("Added at", Unit.TIME, each -> Cell.time(each.begunAt(), zone))
        .numbers("Registered after", Unit.SECONDS, each -> after(each, each.registeredAt()))
        .numbers("First tablet after", Unit.SECONDS, each -> after(each, each.hostingAt()))
        .numbers("Balanced after", Unit.SECONDS, each -> after(each, each.balancedAt()))
        .numbers(
            "Tablets then",
            Unit.COUNT,
            each -> each.tablets().isPresent() ? each.tablets().getAsInt() : Double.NaN)
        .rows(additions);
  }

  private static double after(Addition one, OptionalLong at) {
    return at.isEmpty() ? Double.NaN : (at.getAsLong() - one.begunAt()) / MILLIS;
  }

  private static Table latencies(RunHistory run) {
    // Those that began at the same moment, in the order of time.
    List<List<Addition>> steps =
        List.copyOf(
            run.additions().stream()
                .collect(
                    Collectors.groupingBy(Addition::begunAt, TreeMap::new, Collectors.toList()))
                .values());
    List<Noticed> rows = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      for (String operation : Operations.ordered(run.latencies().keySet())) {
        Noticed noticed = noticed(run, steps, i, operation);
        if (noticed.watchedSeconds() > 0) {
          rows.add(noticed);
        }
      }
    }
    long width =
        run.latencies().values().stream().mapToLong(LatencyTrack::widthMillis).max().orElse(0);
    Table.Columns<Noticed> table =
        Table.<Noticed>named("added-latency", Formats.seconds(width / MILLIS))
            .words(
                "Servers",
                row -> row.step.stream().map(Addition::server).collect(Collectors.joining(", ")))
            .words("Operation", Noticed::operation);
    for (double percentile : new double[] {50, 99}) {
      table
          .latencies("%s before", row -> row.before.latencies, percentile)
          .latencies("%s until balanced", row -> row.during.latencies, percentile)
          .latencies("%s after", row -> row.after.latencies, percentile);
    }
    return table
        .numbers("Worst p99", Unit.MILLIS, Noticed::worst)
        .cells("Steady after", Unit.SECONDS, Noticed::steady)
        .numbers("/s before", Unit.PER_SECOND, row -> row.before.rate())
        .numbers("/s until balanced", Unit.PER_SECOND, row -> row.during.rate())
        .numbers("/s after", Unit.PER_SECOND, row -> row.after.rate())
        .withoutEmpty(rows);
  }

  /** When the tablets were balanced over all servers of a step; empty if they never were. */
  private static OptionalLong balanced(List<Addition> step) {
    return step.stream().allMatch(each -> each.balancedAt().isPresent())
        ? step.stream().mapToLong(each -> each.balancedAt().getAsLong()).max()
        : OptionalLong.empty();
  }

  /**
   * The effect of a step on one operation of the clients.
   *
   * <p>Before, during and after follow one another without gaps. Before is the second half of the
   * time since the phase began, or since the tablets were balanced over the servers of the step
   * before: in the first half, clients and caches may be cold. After ends with the phase, or when
   * the next servers were added. The values of an interval count for the time in which its middle
   * lies.
   */
  private static Noticed noticed(
      RunHistory run, List<List<Addition>> steps, int index, String operation) {
    List<Addition> step = steps.get(index);
    long begun = step.get(0).begunAt();
    Span phase = run.journal().phaseAt(begun).map(PhaseSpan::span).orElse(run.span());
    long from = phase.from();
    if (index > 0) {
      from = Math.min(begun, Math.max(from, balanced(steps.get(index - 1)).orElse(begun)));
    }
    boolean last = index + 1 == steps.size();
    long end = last ? phase.to() : Math.min(phase.to(), steps.get(index + 1).get(0).begunAt());
    long to = Math.max(begun, end);
    long middle = Math.min(to, balanced(step).orElse(to));
    List<Window> all = run.latencies().get(operation).windows();
    return new Noticed(
        step,
        operation,
        part(all, begun - (begun - from) / 2, begun),
        part(all, begun, middle),
        part(all, middle, to),
        all.stream().filter(window -> window.isWithin(begun, to)).toList());
  }

  private static RatePart part(List<Window> windows, long from, long to) {
    List<Window> within = windows.stream().filter(each -> each.isWithin(from, to)).toList();
    long begin = edge(windows, from);
    long end = Math.max(begin, edge(windows, to));
    return new RatePart(LatencyTrack.sum(within), (end - begin) / MILLIS);
  }

  /** A time; if it lies in a window, the window's end on the same side of its middle. */
  private static long edge(List<Window> windows, long at) {
    Optional<Window> before = Optional.empty();
    for (Window window : windows) {
      if (window.middle() >= at) {
        long least = before.map(each -> each.time().to()).orElse(window.time().from());
        return Math.max(least, Math.min(at, window.time().from()));
      }
      before = Optional.of(window);
    }
    return before.map(each -> each.time().to()).orElse(at);
  }

  /**
   * The operations done in some time.
   *
   * @param latencies nanoseconds, from when each operation was due
   * @param seconds how long it was, from the first record of the operation to the last, including
   *     those in which nothing was answered. An interval that crosses an end of it is either wholly
   *     in it or not at all, in both figures
   */
  private record RatePart(Histogram latencies, double seconds) {
    /** Operations per second; NaN if the time is empty. */
    double rate() {
      return seconds > 0 ? latencies.getTotalCount() / seconds : Double.NaN;
    }
  }

  /**
   * The effect on clients of servers that were added at the same moment.
   *
   * @param before the servers were asked to start
   * @param during from then on until the tablets were balanced, or to the end of after
   * @param after the tablets were balanced; empty if they never were
   * @param since the windows since the servers were added
   */
  private record Noticed(
      List<Addition> step,
      String operation,
      RatePart before,
      RatePart during,
      RatePart after,
      List<Window> since) {
    /** The highest 99th percentile of a window since then, milliseconds; NaN without one. */
    double worst() {
      return since.stream()
          .mapToDouble(window -> LatencyTrack.millis(window.latencies(), 99))
          .max()
          .orElse(Double.NaN);
    }

    /** From the addition to the end of the last window. */
    double watchedSeconds() {
      return since.isEmpty() ? 0 : after(since.get(since.size() - 1).time().to());
    }

    private double after(long at) {
      return (at - step.get(0).begunAt()) / MILLIS;
    }

    /** When the median of the windows was steady again; a dash if there are too few windows. */
    Cell steady() {
      List<Median> medians =
          since.stream()
              .map(w -> new Median(w.time(), w.latencies().getValueAtPercentile(50)))
              .toList();
      OptionalLong steady = GrowthTables.steady(medians);
      return steady.isPresent()
          ? Cell.of(after(steady.getAsLong()), Unit.SECONDS)
          : tooFew(medians)
              ? Cell.NONE
              : Cell.words("none in " + Formats.seconds(watchedSeconds()));
    }
  }

  /**
   * One window.
   *
   * @param value the figure in it
   */
  record Median(Span span, double value) {}

  /** Whether there are too few windows to compare, since the last ones would be most of them. */
  static boolean tooFew(List<Median> windows) {
    return windows.size() < 2 * ROW;
  }

  /**
   * When a figure becomes steady: the begin of the first three windows in a row that are all within
   * a tenth of the usual value at the end, the median of the last third of the windows, of three at
   * least. Windows are in a row if less than one is missing between them: there is no window for a
   * time in which nothing was answered. Milliseconds since 1970; empty if it never is, or if that
   * is not known.
   */
  static OptionalLong steady(List<Median> windows) {
    if (tooFew(windows)) {
      return OptionalLong.empty();
    }
    double usual = usual(windows);
    for (int i = 0; i + ROW <= windows.size(); i++) {
      List<Median> row = windows.subList(i, i + ROW);
      boolean near =
          row.stream().allMatch(window -> Math.abs(window.value() - usual) <= WITHIN * usual);
      if (near && isUnbroken(row)) {
        return OptionalLong.of(windows.get(i).span().from());
      }
    }
    return OptionalLong.empty();
  }

  private static boolean isUnbroken(List<Median> row) {
    for (int i = 1; i < row.size(); i++) {
      Span before = row.get(i - 1).span();
      if (row.get(i).span().from() - before.to() >= before.to() - before.from()) {
        return false;
      }
    }
    return true;
  }

  private static double usual(List<Median> windows) {
    int last = Math.max(ROW, windows.size() / 3);
    return Series.median(
        windows.subList(windows.size() - last, windows.size()).stream()
            .mapToDouble(Median::value)
            .sorted()
            .toArray());
  }
}
