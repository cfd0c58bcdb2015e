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

  private final ReaderContext context;
  private long leftNanos;

  /** A wait that has not begun, of one client. */
  public StartWait(ReaderContext context) {
    this.context = context;
    this.leftNanos = context.startLimit().toNanos();
  }

  /**
   * Rests after a read that found nothing; where there is nothing to read, nothing is late.
   *
   * @return whether to read once more: not if the limit is over or a stop was asked for
   */
  public boolean rest() throws InterruptedException {
    if (leftNanos <= 0 || context.stop().asked()) {
      return false;
    }
    long begun = context.nanos();
    context.turns().rest(PAUSE);
    leftNanos -= context.nanos() - begun;
    return !context.stop().asked();
  }
}
