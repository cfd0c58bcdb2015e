// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.journal.Event;
import java.util.List;

/**
 * What an event says that a client got done: how much of what, between which times.
 *
 * <p>Counts are taken out of events here alone, for samples, metrics and a search for a rate while
 * the run goes on, and for its report afterwards; so they count the same.
 */
public final class WorkDone {
  /** What is counted, and the counter that shows it among the metrics of a run. */
  public enum Counted {
    ACKNOWLEDGED("entries.acknowledged", "Entries whose write was acknowledged"),
    DELETED("deletes.acknowledged", "Entries whose deletion was acknowledged"),
    WINDOWS("windows.acknowledged", "Windows that were acknowledged, a flush each"),
    REJECTED("windows.rejected", "Attempts at a window that failed"),
    /** Operations of a mix, too. */
    OPERATIONS("operations", "Look-ups, batches and scans that were answered"),
    ROWS("rows.read", "Rows that readers got"),
    ENTRIES("entries.read", "Entries that readers got"),
    BYTES("read.bytes", "Bytes of keys and values that readers got"),
    /** What readers found to be wrong; the metrics have it by its kind. */
    FINDINGS("", ""),
    /** What writers handed to their batch writers, acknowledged or not; counted per second only. */
    SENT("", "");

    private final String metric;
    private final String about;

    Counted(String metric, String about) {
      this.metric = metric;
      this.about = about;
    }

    /** The name of its counter, without {@code catena} before it; empty if it has none. */
    public String metric() {
      return metric;
    }

    /** What the counter says of itself. */
    public String about() {
      return about;
    }
  }

  /** Takes what was done. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Something was done.
     *
     * @param amount may be 0
     * @param from when it began, milliseconds since 1970
     * @param to when it had been done; as {@code from} where it was done at once
     */
    void done(Counted what, double amount, long from, long to);
  }

  private WorkDone() {}

  /** Hands over the work that an event reports, as a whole; nothing for one without work. */
  public static void of(Event event, Taker each) {
    long at = event.at();
    if (event instanceof Event.Flush flush) {
      each.done(Counted.ACKNOWLEDGED, (double) flush.entries(), flush.beganAt(), at);
      each.done(Counted.DELETED, (double) flush.deletes(), flush.beganAt(), at);
      each.done(Counted.WINDOWS, 1, flush.beganAt(), at);
    } else if (event instanceof Event.Throughput read && !read.writes()) {
      each.done(Counted.OPERATIONS, (double) read.operations(), read.beganAt(), at);
      each.done(Counted.ROWS, (double) read.rows(), read.beganAt(), at);
      each.done(Counted.ENTRIES, (double) read.entries(), read.beganAt(), at);
      each.done(Counted.BYTES, (double) read.bytes(), read.beganAt(), at);
    } else if (event instanceof Event.Rejected) {
      each.done(Counted.REJECTED, 1, at, at);
    } else if (event instanceof Event.FindingSeen) {
      each.done(Counted.FINDINGS, 1, at, at);
    }
  }

  /**
   * The same, second by second where the event counts seconds: a reader's rows, or operations of a
   * mix, and in the same proportion all else that it did, are spread over each second's count.
   */
  public static void bySecond(Event event, Taker each) {
    if (!(event instanceof Event.Throughput work) || work.counts().stream().allMatch(n -> n == 0)) {
      of(event, each);
      return;
    }
    List<Long> counts = work.counts();
    double counted = counts.stream().mapToLong(n -> n).sum();
    for (int i = 0; i < counts.size(); i++) {
      long from = Math.min(work.at(), work.beganAt() + i * 1000L);
      long to = Math.min(work.at(), from + 1000);
      if (work.writes()) {
        each.done(Counted.SENT, counts.get(i), from, to);
      } else {
        double share = counts.get(i) / counted;
        of(work, (what, amount, begin, end) -> each.done(what, share * amount, from, to));
      }
    }
  }
}
