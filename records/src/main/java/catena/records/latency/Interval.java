// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.journal.Event;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What was done in some time.
 *
 * @param nanos how long it was
 * @param bytes of keys and values
 * @param cpuNanos of the clients' own threads
 * @param lateNanos how late behind its schedule an operation began at most, or how long the next
 *     one had been due in the end
 * @param countsBySecond the rows that a reader got in each second, from the begin on, or the writes
 *     that a writer handed over; empty if it was not counted so
 */
record Interval(
    long nanos,
    long operations,
    long rows,
    long entries,
    long bytes,
    long cpuNanos,
    long lateNanos,
    List<Long> countsBySecond) {
  static final Interval NONE = new Interval(0, 0, 0, 0, 0, 0, 0, List.of());

  private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

  double seconds() {
    return nanos / SECOND;
  }

  /** CPU time for each second of time; 0 where no time went by. */
  double cpuRatio() {
    return nanos <= 0 ? 0 : (double) cpuNanos / nanos;
  }

  double lateSeconds() {
    return lateNanos / SECOND;
  }

  /** What another client did in the same time, too. */
  Interval beside(Interval other) {
    return plus(other, Math.max(nanos, other.nanos));
  }

  /** What was done in the time after this one, too. */
  Interval then(Interval later) {
    return plus(later, nanos + later.nanos);
  }

  private Interval plus(Interval other, long time) {
    return new Interval(
        time,
        operations + other.operations,
        rows + other.rows,
        entries + other.entries,
        bytes + other.bytes,
        cpuNanos + other.cpuNanos,
        Math.max(lateNanos, other.lateNanos),
        List.of());
  }

  /** What is told of it. */
  Event.Throughput event(long at, String client, boolean writes) {
    return new Event.Throughput(
        at,
        client,
        writes,
        seconds(),
        operations,
        rows,
        entries,
        bytes,
        cpuRatio(),
        lateSeconds(),
        countsBySecond);
  }
}
