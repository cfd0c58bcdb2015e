package catena.stats.client;

import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.stats.metric.ClientMetric;

/** Takes from the journal's events what clients did. */
final class ClientEvents {
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
