package catena.stats.client;

import catena.harness.journal.Event;
import catena.stats.metric.ClientMetric;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Takes from the journal's events what clients did. */
final class ClientEvents {
  /** What readers tell of their reads. Contract of the journal. */
  private static final String THROUGHPUT = "throughput";

  private static final Map<ClientMetric, String> READ =
      Map.of(
          ClientMetric.OPERATIONS, "operations",
          ClientMetric.ROWS, "rows",
          ClientMetric.ENTRIES, "entries",
          ClientMetric.BYTES, "bytes");

  private final Bins bins;

  ClientEvents(Bins bins) {
    this.bins = bins;
  }

  /** Adds an event, if it tells of work. */
  void add(Event event) {
    long at = event.at();
    String group = group(event.client());
    if (event instanceof Event.Flush flush) {
      long from = at - TimeUnit.NANOSECONDS.toMillis(flush.sinceLastNanos());
      bins.spread(group, ClientMetric.ACKNOWLEDGED, (double) flush.entries(), from, at);
      bins.spread(group, ClientMetric.DELETED, (double) flush.deletes(), from, at);
      bins.spread(group, ClientMetric.WINDOWS, 1, at, at);
    } else if (event instanceof Event.Rejected) {
      bins.spread(group, ClientMetric.REJECTED, 1, at, at);
    } else if (event instanceof Event.FindingSeen) {
      bins.spread(group, ClientMetric.FINDINGS, 1, at, at);
    } else if (event instanceof Event.Measured measured && measured.what().equals(THROUGHPUT)) {
      double seconds = measured.values().getOrDefault("seconds", 0.0);
      long from = at - Math.round(seconds * 1e3);
      READ.forEach(
          (metric, name) ->
              bins.spread(group, metric, measured.values().getOrDefault(name, 0.0), from, at));
    }
  }

  /** The clients {@code walk-0} and {@code walk-1} are the group {@code walk}. */
  static String group(String client) {
    String group = client.replaceFirst("-[a-z]?\\d+$", "");
    return group.isEmpty() ? client : group;
  }
}
