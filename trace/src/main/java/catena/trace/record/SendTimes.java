// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.harness.accumulo.Entries;
import catena.records.settings.Texts;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When each write of a window was sent; pure.
 *
 * <p>A writer hands its writes to the batch writer one after the other, from the window's intent to
 * the call of its flush: evenly, so that the index of a write in its window gives the time. Where
 * that took more than twice as long as usual, servers did not answer and the batch writer was full:
 * the writes went on as usual up to some point, and from some point on, and it is not known which.
 *
 * <p>The batch writer sends what it has when half of its memory is in use, when {@code MAX_LATENCY}
 * is over (it checks four times in that time) and when it is flushed: see {@code addMutation}, the
 * timer and {@code flush} of Accumulo's {@code TabletServerBatchWriter}.
 *
 * @param usualMillis the median time from one write to the next, without the waiting for flushes;
 *     {@link Double#NaN} where it is not known
 * @param writesPerBatch as many as fill half of the batch writer's memory; 1 where writes are not
 *     known to wait for one another, {@link Long#MAX_VALUE} where they do up to the flush
 * @param latencyMillis the batch writer's; infinite where it is not known
 */
record SendTimes(double usualMillis, long writesPerBatch, double latencyMillis) {
  /** More than this many times the usual time is a stall. */
  private static final double STALLED = 2;

  /** A batch writer's timer checks four times in its latency. */
  private static final double LONGEST_WAIT = 1.25;

  /** How many nodes of a window are sampled for their size: payloads may differ. */
  private static final int SAMPLED = 100;

  /**
   * What is known of a window.
   *
   * @param intended when it was first about to be sent, as are all times milliseconds since 1970
   * @param called when its flush was called; where that is not known, when it was acknowledged
   * @param acknowledged when that returned
   * @param again when it was sent once more, the last time, if it was
   * @param writes how many it holds
   */
  record WindowSpan(
      long intended, long called, long acknowledged, OptionalLong again, long writes) {
    double at(long index, double millisPerWrite) {
      return intended + (index + 1) * millisPerWrite;
    }

    double fromEnd(long index, double millisPerWrite) {
      return called - (writes - 1 - index) * millisPerWrite;
    }
  }

  /**
   * The times at which writers with the settings of a run send.
   *
   * @param usualMillis the median time from one write to the next
   */
  static SendTimes of(RunRecord record, Optional<Graph> graph, double usualMillis) {
    String buffer = record.setting("ingest.buffer");
    String latency = record.setting("ingest.latency");
    try {
      long writes =
          buffer.isEmpty() || graph.isEmpty() ? 1 : batch(Texts.parseSize(buffer), graph.get());
      double millis =
          latency.isEmpty() ? Double.POSITIVE_INFINITY : Texts.parseDuration(latency).toMillis();
      return new SendTimes(usualMillis, writes, millis);
    } catch (IllegalArgumentException e) {
      return new SendTimes(usualMillis, 1, Double.POSITIVE_INFINITY); // damaged settings
    }
  }

  /** A batch writer sends once half of its memory is in use; deletes are a little smaller. */
  private static long batch(long bufferBytes, Graph graph) {
    EntryEncoder encoder = new EntryEncoder(graph);
    int sampled = Math.min(SAMPLED, graph.spec().flushInterval());
    long bytes = 0;
    for (int i = 0; i < sampled; i++) {
      // Of window 1, whose nodes point to others, as nearly all do.
      encoder.encodeFirst(0, 1, i);
      bytes += Entries.put(encoder.entries()).estimatedMemoryUsed();
    }
    return (bufferBytes / 2 * sampled + bytes - 1) / bytes;
  }

  /**
   * When one write of a window was sent.
   *
   * @param index its place in the window, from 0
   */
  SendTime of(WindowSpan window, long index) {
    double own = (double) (window.called - window.intended) / window.writes;
    double each = own > STALLED * usualMillis ? usualMillis : own;
    double added = window.at(index, each);
    if (window.again.isPresent()) {
      return sentAgain(window, index, added);
    }
    long last = lastOfBatch(window, index);
    double likeliest = Math.min(window.at(last, each), added + latencyMillis * LONGEST_WAIT / 2);
    double latest =
        Math.min(
            window.fromEnd(last, each), window.fromEnd(index, each) + latencyMillis * LONGEST_WAIT);
    return new SendTime(
        Math.round(added), Math.round(likeliest), Math.round(Math.max(likeliest, latest)));
  }

  /** The attempt that was acknowledged counts; an earlier one may have succeeded as well. */
  private static SendTime sentAgain(WindowSpan window, long index, double added) {
    long again = window.again.getAsLong();
    double share = (index + 1.0) / window.writes;
    return new SendTime(
        Math.min(Math.round(added), again),
        Math.round(again + share * (window.acknowledged - again)),
        window.acknowledged);
  }

  private long lastOfBatch(WindowSpan window, long index) {
    long full = writesPerBatch > window.writes ? window.writes : writesPerBatch;
    return Math.min(window.writes, (index / full + 1) * full) - 1;
  }
}
