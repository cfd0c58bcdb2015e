// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import java.time.Duration;

/**
 * The wait of one reader until there is something to read, for at most {@code read.start.limit}.
 *
 * <p>The time of its reads does not count: that servers do not answer says nothing of what a table
 * holds. One read that waits for a server to be recovered may take longer than the whole limit.
 */
public final class StartWait {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final ReaderContext seat;
  private long leftNanos;

  /** A wait that has not begun, of one client. */
  public StartWait(ReaderContext seat) {
    this.seat = seat;
    this.leftNanos = seat.startLimit().toNanos();
  }

  /**
   * Rests after a read that found nothing; where there is nothing to read, nothing is late.
   *
   * @return whether to read once more: not if the limit is over or a stop was asked for
   */
  public boolean rest() throws InterruptedException {
    if (leftNanos <= 0 || seat.stop().asked()) {
      return false;
    }
    long begun = seat.nanos();
    seat.turns().rest(PAUSE);
    leftNanos -= seat.nanos() - begun;
    return !seat.stop().asked();
  }
}
