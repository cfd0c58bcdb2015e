package catena.report.growth;

import catena.records.history.Addition;
import catena.records.history.Span;
import catena.report.history.LatencyTrack;
import catena.report.history.PhaseSpan;
import catena.report.history.RunHistory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * What the clients noticed of servers that were added at the same moment: of one operation, before,
 * until the tablets were balanced, and after.
 *
 * <p>Each ends where the next begins. Before is the second half of the time since the phase began,
 * or since the tablets were balanced with the servers before these: in the first half clients and
 * caches may be cold. After ends with the phase, or when the next servers were added. What was
 * recorded in an interval counts for the time in which its middle lies.
 *
 * @param before the servers were told to start
 * @param during from then on until the tablets were balanced, or to the end of after
 * @param after the tablets were balanced; empty where they never were
 * @param worst the highest 99th percentile of a window since the servers were added, milliseconds;
 *     NaN without one
 * @param steady when the median of the windows was steady again: {@link Steady}
 * @param watched from the addition to the end of the last window
 * @param tooFew whether the windows are too few to tell whether it was
 */
public record GrowthFigures(
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
   * @param seconds how long it was, from the first record of the operation to the last; also those
   *     in which nothing was answered. An interval that reaches over an end of it is all in it or
   *     not at all, in both figures
   */
  public record Part(Histogram latencies, double seconds) {
    /** A percentile, milliseconds; NaN of nothing. */
    public double millis(double percentile) {
      return LatencyTrack.millis(latencies, percentile);
    }

    /** Operations a second; NaN of no time. */
    public double rate() {
      return seconds > 0 ? latencies.getTotalCount() / seconds : Double.NaN;
    }
  }

  /** The additions that began at the same moment, in the order of time. */
  public static List<List<Addition>> steps(List<Addition> additions) {
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
  public static GrowthFigures of(
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
        track, begun - (begun - from) / 2, begun, balanced(steps.get(index)), Math.max(begun, to));
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
