// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.harness.watch.RunFollower;
import catena.harness.watch.RunListener;
import catena.records.history.WorkDone;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.sample.Sample;
import catena.records.sample.SampleFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Writes the rates and latencies of the run's own clients, of whatever process and host, from what
 * they write into the run directory.
 *
 * <p>Its lines come {@link #LAG_MILLIS} late, since clients report their reads every ten seconds;
 * later where they report longer intervals.
 */
public final class ClientSampler implements Ticker.Sampler, RunListener {
  /** From the end of an interval until its line is written. */
  static final long LAG_MILLIS = 15_000;

  /** From when a client records an interval until that can be read here. */
  private static final long WAY_MILLIS = 5_000;

  private final Grid grid;
  private final Bins bins;
  private final String host;
  private final SampleFile lines;
  private final RunFollower follower;
  private final RunFollower.Listening listening;
  private long last;
  private long lag = LAG_MILLIS;

  /**
   * A sampler of what is written from now on.
   *
   * @param now milliseconds since 1970
   * @param host of the clients that name none
   * @param lines closed with this
   */
  public ClientSampler(RunFollower follower, Grid grid, long now, String host, SampleFile lines)
      throws IOException {
    this.grid = grid;
    this.bins = new Bins(grid, now);
    this.host = host;
    this.lines = lines;
    this.last = now;
    this.follower = follower;
    this.listening = follower.listen(this);
  }

  @Override
  public synchronized void sample(long at) {
    boolean back = at < last - grid.intervalMillis();
    boolean whole = !follower.isBlind(); // if not, lines wait for what is missing
    if (whole) {
      write(back ? bins.restart(at) : bins.close(at - lag));
    }
    last = whole || !back ? at : last;
  }

  @Override
  public synchronized void event(String journal, Event event) {
    add(event, bins);
    if (event instanceof Event.Throughput throughput) {
      lag = Math.max(lag, throughput.at() - throughput.beganAt() + WAY_MILLIS);
    }
  }

  @Override
  public synchronized void latencies(String operation, long from, long to, Histogram latencies) {
    if (ClientMetric.OPERATIONS_TIMED.contains(operation)) {
      bins.latencies(operation, latencies, to);
    }
  }

  /** Adds what a client got done, if an event records that. */
  static void add(Event event, Bins bins) {
    String group = ClientName.group(event.client());
    WorkDone.bySecond(
        event, (what, amount, from, to) -> bins.spread(group, what, amount, from, to));
  }

  private void write(SortedMap<Long, Bins.Bin> closed) {
    List<String> found = new ArrayList<>();
    closed.forEach(
        (at, bin) -> {
          found.add(line(at, Sample.CLUSTER, bin.all(grid.seconds())));
          bin.groups(grid.seconds())
              .forEach((group, rates) -> found.add(line(at, Sample.group(group, host), rates)));
        });
    lines.lines(found);
  }

  private static String line(long at, String scope, Map<String, Double> figures) {
    return Sample.of(at, scope, figures.keySet(), figures).json();
  }

  /** Writes all intervals that are over, without waiting for what might still come. */
  @Override
  public void close() {
    listening.close();
    synchronized (this) {
      if (!follower.isBlind()) {
        write(bins.close(last));
      }
    }
    lines.close();
  }

  /**
   * Distributes what clients report for spans of time over the grid.
   *
   * <p>A client reports what it did once it is done: a window when it is acknowledged, reads every
   * few seconds. So an amount is spread evenly over the span that it took, and a bin is only closed
   * some time after its end. What comes even later is added to the oldest open bin, so that sums
   * stay right; what was done before the beginning is left out.
   *
   * <p>Not {@code catena.report.history.RateBins}, which keeps whole seconds and never closes one.
   */
  static final class Bins {
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
     * Adds what a client did; not what writers sent, which was not answered.
     *
     * @param from when it began, milliseconds since 1970
     * @param to when it ended, not before that
     */
    void spread(String group, Counted counted, double amount, long from, long to) {
      if (amount == 0 || to <= beginning || !ClientMetric.COUNTED.containsKey(counted)) {
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
      private final SortedMap<String, Map<Counted, Double>> groups = new TreeMap<>();
      private final SortedMap<String, Histogram> latencies = new TreeMap<>();

      void add(String group, Counted counted, double amount) {
        groups
            .computeIfAbsent(group, g -> new EnumMap<>(Counted.class))
            .merge(counted, amount, Double::sum);
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

      /** The rates of each group, by name. */
      SortedMap<String, SortedMap<String, Double>> groups(double seconds) {
        SortedMap<String, SortedMap<String, Double>> rates = new TreeMap<>();
        groups.forEach(
            (group, counts) -> {
              SortedMap<String, Double> own = new TreeMap<>();
              counts.forEach((what, count) -> own.put(ClientMetric.name(what), count / seconds));
              rates.put(group, own);
            });
        return rates;
      }

      /**
       * The rates of all groups together, each there even if it is 0, and the latencies there are.
       */
      SortedMap<String, Double> all(double seconds) {
        SortedMap<String, Double> all = new TreeMap<>();
        ClientMetric.COUNTED.keySet().forEach(what -> all.put(ClientMetric.name(what), 0.0));
        groups(seconds)
            .values()
            .forEach(own -> own.forEach((name, rate) -> all.merge(name, rate, Double::sum)));
        latencies.forEach((operation, h) -> all.putAll(ClientMetric.latencies(operation, h)));
        return all;
      }
    }
  }
}
