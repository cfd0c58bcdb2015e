// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Rows that are newer than the promise by which they were read: all that they hold is what their
 * writers write later on. They are collected, so that the ledgers are read once for many of them;
 * for any thread.
 *
 * <p>No finding waits here. Whether the writer had begun such a write is a doubt at most, and a
 * ledger that is read later says no less of it: the intent is synced before the write is sent. So
 * the verdict does not depend on when they are judged.
 *
 * <p>They are judged once a second, or less often so that reading the ledgers takes at most a tenth
 * of the time, or when there are too many of them to be kept.
 */
final class RecentRows {
  static final Duration AGE = Duration.ofSeconds(1);

  /** Reading the ledgers takes at most one part in so many of the time. */
  static final int SHARE = 10;

  static final int MOST = 10_000;
  static final long MOST_BYTES = 16L << 20;

  private final LongSupplier nanoClock;
  private List<OpenRow> rows = new ArrayList<>();
  private long bytes;
  private long firstNanos;
  private long tookNanos;

  RecentRows(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * Takes some.
   *
   * @return all that wait if they are too many to be kept, which then wait no more; else none
   */
  synchronized List<OpenRow> add(List<OpenRow> more) {
    if (rows.isEmpty() && !more.isEmpty()) {
      firstNanos = nanoClock.getAsLong();
    }
    rows.addAll(more);
    more.forEach(row -> bytes += ReadTally.bytes(row.seen()));
    return rows.size() >= MOST || bytes >= MOST_BYTES ? all() : List.of();
  }

  /** Those that are to be judged now, which then wait no more. */
  synchronized List<OpenRow> due() {
    long age = Math.max(AGE.toNanos(), SHARE * tookNanos);
    return rows.isEmpty() || nanoClock.getAsLong() - firstNanos < age ? List.of() : all();
  }

  /** All of them, which then wait no more. */
  synchronized List<OpenRow> all() {
    List<OpenRow> taken = rows;
    rows = new ArrayList<>();
    bytes = 0;
    return taken;
  }

  /** Records how long it took to read the ledgers for those that were due. */
  synchronized void took(long nanos) {
    tookNanos = nanos;
  }

  synchronized boolean isEmpty() {
    return rows.isEmpty();
  }
}
