// SPDX-License-Identifier: Apache-2.0
package catena.report.growth;

import catena.records.history.Addition;
import catena.records.history.Span;
import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.PhaseSpan;
import catena.report.history.RunHistory;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Table;
import catena.report.page.Unit;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** What a report shows of servers that were added. */
public final class GrowthTables {
  private static final double MILLIS = 1e3;

  private GrowthTables() {}

  /** The servers, and what the clients noticed; without rows if no server was added. */
  public static List<Table> of(RunHistory run, ZoneId zone) {
    return List.of(
        servers(run.additions(), zone), latencies(run, GrowthFigures.steps(run.additions())));
  }

  private static Table servers(List<Addition> additions, ZoneId zone) {
    return Table.<Addition>of(
            "servers-added",
            "Servers added",
            "Times from when a server was told to start: until it held its lock in ZooKeeper,"
                + " until it hosted a tablet, until the manager said that the tablets are"
                + " balanced.")
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

  /** What was noticed of a step in an operation. */
  private record Noticed(List<Addition> step, String operation, GrowthFigures figures) {}

  private static Table latencies(RunHistory run, List<List<Addition>> steps) {
    List<Noticed> rows = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      for (String operation : Operations.ordered(run.latencies().keySet())) {
        LatencyTrack track = run.latencies().get(operation);
        GrowthFigures figures = GrowthFigures.of(run, steps, i, track);
        if (figures.watched().seconds() > 0) {
          rows.add(new Noticed(steps.get(i), operation, figures));
        }
      }
    }
    return Table.<Noticed>of("added-latency", "Latency while servers were added", note(run))
        .words(
            "Servers",
            row -> row.step.stream().map(Addition::server).collect(Collectors.joining(", ")))
        .words("Operation", Noticed::operation)
        .numbers("p50 before", Unit.MILLIS, row -> row.figures.before().millis(50))
        .numbers("p50 until balanced", Unit.MILLIS, row -> row.figures.during().millis(50))
        .numbers("p50 after", Unit.MILLIS, row -> row.figures.after().millis(50))
        .numbers("p99 before", Unit.MILLIS, row -> row.figures.before().millis(99))
        .numbers("p99 until balanced", Unit.MILLIS, row -> row.figures.during().millis(99))
        .numbers("p99 after", Unit.MILLIS, row -> row.figures.after().millis(99))
        .numbers("Worst p99", Unit.MILLIS, row -> row.figures.worst())
        .cells("Steady after", Unit.SECONDS, row -> steady(row.figures))
        .numbers("/s before", Unit.PER_SECOND, row -> row.figures.before().rate())
        .numbers("/s until balanced", Unit.PER_SECOND, row -> row.figures.during().rate())
        .numbers("/s after", Unit.PER_SECOND, row -> row.figures.after().rate())
        .withoutEmpty(rows);
  }

  private static String note(RunHistory run) {
    long width =
        run.latencies().values().stream().mapToLong(LatencyTrack::widthMillis).max().orElse(0);
    return "From when each operation was due. Before: the second half of the time since the phase"
        + " began, or the tablets were balanced with the servers before; after: until the phase"
        + " ended, or the next servers were added. Steady: the first three windows of "
        + Formats.seconds(width / MILLIS)
        + " in a row whose medians lie within 10 % of the median of the last third of them.";
  }

  private static Cell steady(GrowthFigures figures) {
    if (figures.tooFew()) {
      return Cell.NONE;
    }
    return figures.steady().isPresent()
        ? Cell.of((figures.steady().getAsLong() - figures.watched().from()) / MILLIS, Unit.SECONDS)
        : Cell.words("none in " + Formats.seconds(figures.watched().seconds()));
  }

  /**
   * What the clients noticed of servers that were added at the same moment: of one operation,
   * before, until the tablets were balanced, and after.
   *
   * <p>Each ends where the next begins. Before is the second half of the time since the phase
   * began, or since the tablets were balanced with the servers before these: in the first half
   * clients and caches may be cold. After ends with the phase, or when the next servers were added.
   * What was recorded in an interval counts for the time in which its middle lies.
   *
   * @param before the servers were told to start
   * @param during from then on until the tablets were balanced, or to the end of after
   * @param after the tablets were balanced; empty where they never were
   * @param worst the highest 99th percentile of a window since the servers were added,
   *     milliseconds; NaN without one
   * @param steady when the median of the windows was steady again: {@link Steady}
   * @param watched from the addition to the end of the last window
   * @param tooFew whether the windows are too few to tell whether it was
   */
  private record GrowthFigures(
      Part before,
      Part during,
      Part after,
      double worst,
      OptionalLong steady,
      Span watched,
      boolean tooFew) {
    /**
     * What was done in some time.
     *
     * @param latencies nanoseconds, from when each operation was due
     * @param seconds how long it was, from the first record of the operation to the last; also
     *     those in which nothing was answered. An interval that reaches over an end of it is all in
     *     it or not at all, in both figures
     */
    record Part(Histogram latencies, double seconds) {
      /** A percentile, milliseconds; NaN of nothing. */
      double millis(double percentile) {
        return LatencyTrack.millis(latencies, percentile);
      }

      /** Operations a second; NaN of no time. */
      double rate() {
        return seconds > 0 ? latencies.getTotalCount() / seconds : Double.NaN;
      }
    }

    /** The additions that began at the same moment, in the order of time. */
    static List<List<Addition>> steps(List<Addition> additions) {
      List<List<Addition>> steps = new ArrayList<>();
      for (Addition each :
          additions.stream().sorted(Comparator.comparingLong(Addition::begunAt)).toList()) {
        boolean another =
            steps.isEmpty() || steps.get(steps.size() - 1).get(0).begunAt() != each.begunAt();
        if (another) {
          steps.add(new ArrayList<>());
        }
        steps.get(steps.size() - 1).add(each);
      }
      return steps;
    }

    /**
     * The figures of a step.
     *
     * @param steps all of the run, as {@link #steps} gives them
     * @param index of the step
     * @param track of one operation
     */
    static GrowthFigures of(
        RunHistory run, List<List<Addition>> steps, int index, LatencyTrack track) {
      long begun = steps.get(index).get(0).begunAt();
      Span phase =
          run.journal().phases().stream()
              .map(PhaseSpan::span)
              .filter(span -> span.from() <= begun && begun < span.to())
              .findFirst()
              .orElse(run.span());
      long from = phase.from();
      if (index > 0) {
        long last = balanced(steps.get(index - 1)).orElse(begun);
        from = Math.min(begun, Math.max(from, last));
      }
      long to = phase.to();
      if (index + 1 < steps.size()) {
        to = Math.min(to, steps.get(index + 1).get(0).begunAt());
      }
      return of(
          track,
          begun - (begun - from) / 2,
          begun,
          balanced(steps.get(index)),
          Math.max(begun, to));
    }

    /** When the tablets were balanced with all servers of a step; empty if they never were. */
    static OptionalLong balanced(List<Addition> step) {
      return step.stream().allMatch(each -> each.balancedAt().isPresent())
          ? step.stream().mapToLong(each -> each.balancedAt().getAsLong()).max()
          : OptionalLong.empty();
    }

    private static GrowthFigures of(
        LatencyTrack track, long from, long begun, OptionalLong balanced, long to) {
      long middle = Math.min(to, balanced.orElse(to));
      List<LatencyTrack.Window> all = track.windows();
      List<Steady.Window> windows = new ArrayList<>();
      double worst = Double.NaN;
      Span watched = new Span(begun, begun);
      for (LatencyTrack.Window each : all) {
        if (each.isWithin(begun, to)) {
          windows.add(
              new Steady.Window(each.time(), (double) each.latencies().getValueAtPercentile(50)));
          worst = Math.max(orZero(worst), LatencyTrack.millis(each.latencies(), 99));
          watched = new Span(begun, Math.max(begun, each.time().to()));
        }
      }
      return new GrowthFigures(
          part(all, from, begun),
          part(all, begun, middle),
          part(all, middle, to),
          worst,
          Steady.since(windows),
          watched,
          Steady.tooFew(windows));
    }

    private static double orZero(double number) {
      return Double.isNaN(number) ? 0 : number;
    }

    private static Part part(List<LatencyTrack.Window> windows, long from, long to) {
      Histogram sum = new Histogram(3);
      windows.stream()
          .filter(window -> window.isWithin(from, to))
          .forEach(window -> sum.add(window.latencies()));
      long begin = edge(windows, from);
      return new Part(sum, new Span(begin, Math.max(begin, edge(windows, to))).seconds());
    }

    /** A time, or the nearest end of the window in which it lies, by whose middle it goes. */
    private static long edge(List<LatencyTrack.Window> windows, long at) {
      Optional<LatencyTrack.Window> before = Optional.empty();
      for (LatencyTrack.Window window : windows) {
        if (window.middle() >= at) {
          long least = before.map(each -> each.time().to()).orElse(window.time().from());
          return Math.max(least, Math.min(at, window.time().from()));
        }
        before = Optional.of(window);
      }
      return before.map(each -> each.time().to()).orElse(at);
    }
  }
}
