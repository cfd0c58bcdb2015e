// SPDX-License-Identifier: Apache-2.0
package catena.stats.client;

import catena.stats.metric.ClientMetric;
import catena.stats.sample.Grid;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Lays what clients tell of spans of time onto the grid.
 *
 * <p>A client says what it did when it has done it: a window when it is acknowledged, reads every
 * few seconds. So an amount is spread evenly over the span that it took, and a bin is only closed
 * some time after its end. What comes even later is added to the oldest open bin, so that sums stay
 * right; what was done before the beginning is left out.
 *
 * <p>Not {@code catena.report.history.RateBins}, which keeps whole seconds and never closes one.
 */
final class Bins {
  private final Grid grid;
  private long beginning;
  private final TreeMap<Long, Bin> open = new TreeMap<>();
  private long oldest;

  /**
   * Bins from a time on.
   *
   * @param beginning milliseconds since 1970; the first bin ends at the next point of the grid
   */
  Bins(Grid grid, long beginning) {
    this.grid = grid;
    this.beginning = beginning;
    this.oldest = grid.after(beginning);
  }

  /**
   * Adds what a client did.
   *
   * @param from when it began, milliseconds since 1970
   * @param to when it ended, not before that
   */
  void spread(String group, ClientMetric counted, double amount, long from, long to) {
    if (amount == 0 || to <= beginning) {
      return;
    }
    double length = Math.max(1, to - from);
    double left = amount * Math.min(1, (to - Math.max(from, beginning)) / length);
    if (to == from) {
      left = amount;
    }
    for (long end = oldest; left > 0; end += grid.intervalMillis()) {
      boolean last = to <= end;
      double share = last ? left : Math.min(left, amount * elapsed(from, end) / length);
      if (share > 0) {
        bin(end).add(group, counted, share);
        left -= share;
      }
    }
  }

  /** How much of a span lies in the bin with this end, or in closed ones before the oldest. */
  private long elapsed(long from, long end) {
    long start = end == oldest ? beginning : end - grid.intervalMillis();
    return Math.max(0, end - Math.max(from, start));
  }

  /** Adds the latencies of an interval that ended at a time. */
  void latencies(String operation, Histogram interval, long ended) {
    if (ended > beginning) {
      bin(Math.max(oldest, grid.after(ended - 1))).add(operation, interval);
    }
  }

  /**
   * Closes all bins, since the clock was set back, and begins anew.
   *
   * @param now what the clock says
   */
  SortedMap<Long, Bin> restart(long now) {
    SortedMap<Long, Bin> closed =
        open.isEmpty() ? new TreeMap<>() : close(Math.max(oldest, open.lastKey()));
    beginning = now;
    oldest = grid.after(now);
    return closed;
  }

  private Bin bin(long end) {
    return open.computeIfAbsent(end, e -> new Bin());
  }

  /** Closes the bins up to a point of the grid, without a gap; by their ends. */
  SortedMap<Long, Bin> close(long upTo) {
    SortedMap<Long, Bin> closed = new TreeMap<>();
    for (; oldest <= upTo; oldest += grid.intervalMillis()) {
      Bin bin = open.remove(oldest);
      closed.put(oldest, bin == null ? new Bin() : bin);
    }
    return closed;
  }

  /** What our clients did in one interval of the grid. */
  static final class Bin {
    private static final Comparator<ClientMetric> BY_KEY = Comparator.comparing(ClientMetric::key);

    private final SortedMap<String, Map<ClientMetric, Double>> groups = new TreeMap<>();
    private final SortedMap<String, Histogram> latencies = new TreeMap<>();

    void add(String group, ClientMetric counted, double amount) {
      groups.computeIfAbsent(group, g -> new HashMap<>()).merge(counted, amount, Double::sum);
    }

    void add(String operation, Histogram interval) {
      latencies.merge(operation, interval, Bin::sum);
    }

    private static Histogram sum(Histogram a, Histogram b) {
      Histogram sum = new Histogram(3); // Grows with what is added.
      sum.add(a);
      sum.add(b);
      return sum;
    }

    /** The rates of each group. */
    SortedMap<String, Map<ClientMetric, Double>> groups(double seconds) {
      SortedMap<String, Map<ClientMetric, Double>> rates = new TreeMap<>();
      groups.forEach(
          (group, counts) -> {
            Map<ClientMetric, Double> own = new TreeMap<>(BY_KEY);
            counts.forEach((metric, count) -> own.put(metric, count / seconds));
            rates.put(group, own);
          });
      return rates;
    }

    /**
     * The rates of all groups together, each there even if it is 0, and the latencies there are.
     */
    Map<ClientMetric, Double> all(double seconds) {
      Map<ClientMetric, Double> all = new TreeMap<>(BY_KEY);
      ClientMetric.COUNTED.forEach(metric -> all.put(metric, 0.0));
      groups(seconds)
          .values()
          .forEach(own -> own.forEach((m, rate) -> all.merge(m, rate, Double::sum)));
      latencies.forEach((operation, h) -> all.putAll(ClientMetric.latencies(operation, h)));
      return all;
    }
  }
}
