// SPDX-License-Identifier: Apache-2.0
package catena.stats.client;

import catena.harness.watch.RunFollower;
import catena.harness.watch.RunListener;
import catena.records.history.WorkDone;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.sample.Sample;
import catena.records.sample.SampleFile;
import catena.stats.metric.ClientMetric;
import catena.stats.metric.Metric;
import catena.stats.sample.Grid;
import catena.stats.sample.Ticker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.HdrHistogram.Histogram;

/**
 * Writes the rates and latencies of the run's own clients, of whatever process and host, from what
 * they write into the run directory.
 *
 * <p>Its lines come {@link #LAG_MILLIS} late, since clients tell of their reads every ten seconds;
 * later where they tell of longer intervals.
 */
public final class ClientSampler implements Ticker.Sampler, RunListener {
  /** From the end of an interval until its line is written. */
  static final long LAG_MILLIS = 15_000;

  /** From when a client tells of an interval until that can be read here. */
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
   * @param host whose clients those are that name none
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
    if (event instanceof Event.Throughput told) {
      lag = Math.max(lag, told.at() - told.beganAt() + WAY_MILLIS);
    }
  }

  @Override
  public synchronized void latencies(String operation, long from, long to, Histogram latencies) {
    if (ClientMetric.OPERATIONS_TIMED.contains(operation)) {
      bins.latencies(operation, latencies, to);
    }
  }

  /** Adds what a client got done, if an event tells of that. */
  static void add(Event event, Bins bins) {
    String group = ClientName.group(event.client());
    WorkDone.bySecond(
        event,
        (what, amount, from, to) ->
            ClientMetric.of(what)
                .ifPresent(metric -> bins.spread(group, metric, amount, from, to)));
  }

  private void write(SortedMap<Long, Bins.Bin> closed) {
    List<String> found = new ArrayList<>();
    closed.forEach(
        (at, bin) -> {
          Map<ClientMetric, Double> all = bin.all(grid.seconds());
          found.add(Metric.line(at, Sample.CLUSTER, all.keySet(), all));
          bin.groups(grid.seconds())
              .forEach(
                  (group, rates) ->
                      found.add(Metric.line(at, Sample.group(group, host), rates.keySet(), rates)));
        });
    lines.lines(found);
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
}
