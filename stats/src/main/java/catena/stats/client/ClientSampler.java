package catena.stats.client;

import catena.harness.watch.RunTails;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
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
public final class ClientSampler implements Ticker.Sampler {
  /** From the end of an interval until its line is written. */
  static final long LAG_MILLIS = 15_000;

  /** From when a client tells of an interval until that can be read here. */
  private static final long WAY_MILLIS = 5_000;

  private final Grid grid;
  private final Bins bins;
  private final String host;
  private final SampleFile lines;
  private final RunTails tails;
  private final ClientEvents events;
  private long last;
  private long lag = LAG_MILLIS;

  /**
   * A sampler of what is written from now on.
   *
   * @param now milliseconds since 1970
   * @param host whose clients those are that name none
   * @param lines closed with this
   */
  public ClientSampler(RunDirectory directory, Grid grid, long now, String host, SampleFile lines)
      throws IOException {
    this.grid = grid;
    this.bins = new Bins(grid, now);
    this.events = new ClientEvents(bins);
    this.host = host;
    this.lines = lines;
    this.last = now;
    this.tails = RunTails.fromNow(directory);
  }

  @Override
  public void sample(long at) {
    boolean back = at < last - grid.intervalMillis();
    boolean whole = read();
    if (whole) {
      write(back ? bins.restart(at) : bins.close(at - lag));
    }
    last = whole || !back ? at : last;
  }

  /** Whether all could be read; if not, lines wait for what is missing. */
  private boolean read() {
    try {
      tails.events((journal, event) -> take(event));
      tails.latencies(this::latencies);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void take(Event event) {
    events.add(event);
    if (event instanceof Event.Throughput told) {
      lag = Math.max(lag, told.at() - told.beganAt() + WAY_MILLIS);
    }
  }

  private void latencies(String operation, long from, long to, Histogram latencies) {
    if (ClientMetric.OPERATIONS_TIMED.contains(operation)) {
      bins.latencies(operation, latencies, to);
    }
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
    if (read()) {
      write(bins.close(last));
    }
    lines.close();
  }

  /** Takes from the journal's events what clients did. */
  static final class ClientEvents {
    private final Bins bins;

    ClientEvents(Bins bins) {
      this.bins = bins;
    }

    /** Adds an event, if it tells of work. */
    void add(Event event) {
      long at = event.at();
      String group = ClientName.group(event.client());
      if (event instanceof Event.Flush flush) {
        long from = flush.beganAt();
        bins.spread(group, ClientMetric.ACKNOWLEDGED, (double) flush.entries(), from, at);
        bins.spread(group, ClientMetric.DELETED, (double) flush.deletes(), from, at);
        bins.spread(group, ClientMetric.WINDOWS, 1, at, at);
      } else if (event instanceof Event.Rejected) {
        bins.spread(group, ClientMetric.REJECTED, 1, at, at);
      } else if (event instanceof Event.FindingSeen) {
        bins.spread(group, ClientMetric.FINDINGS, 1, at, at);
      } else if (event instanceof Event.Throughput read && !read.writes()) {
        long from = read.beganAt();
        bins.spread(group, ClientMetric.OPERATIONS, (double) read.operations(), from, at);
        bins.spread(group, ClientMetric.ROWS, (double) read.rows(), from, at);
        bins.spread(group, ClientMetric.ENTRIES, (double) read.entries(), from, at);
        bins.spread(group, ClientMetric.BYTES, (double) read.bytes(), from, at);
      }
    }
  }
}
