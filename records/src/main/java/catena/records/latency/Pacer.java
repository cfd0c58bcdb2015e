// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When operations are to begin so that a target rate holds, whatever the ones before took.
 *
 * <p>Pure: it holds the rate and the start, the caller has the clock and does the waiting.
 *
 * @param perSecond operations per second, above 0
 * @param startNanos when operation 0 is to begin, on the caller's clock
 */
public record Pacer(double perSecond, long startNanos) {
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Refuses a rate that is not above 0. */
  public Pacer {
    if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
      throw new IllegalArgumentException("rate: " + perSecond);
    }
  }

  /** When an operation is to begin, on the caller's clock; operations count from 0. */
  public long intendedNanos(long operation) {
    return startNanos + (long) (operation / perSecond * NANOS);
  }

  /** How many operations are to begin before a time, on the caller's clock. */
  public long dueBefore(long nanos) {
    if (nanos - startNanos <= 0) {
      return 0;
    }
    long due = Math.max(0, (long) ((nanos - startNanos) / NANOS * perSecond));
    while (due > 0 && intendedNanos(due - 1) - nanos >= 0) { // the quotient is rounded
      due--;
    }
    while (intendedNanos(due) - nanos < 0) {
      due++;
    }
    return due;
  }

  /** How long to wait before an operation; zero when it is due or overdue. */
  public Duration untilStart(long operation, long nowNanos) {
    return Duration.ofNanos(Math.max(0, intendedNanos(operation) - nowNanos));
  }

  /** The same rate from now on: after a pause that was meant, nothing is overdue. */
  public Pacer restartedAt(long operation, long nowNanos) {
    return new Pacer(perSecond, nowNanos - (long) (operation / perSecond * NANOS));
  }
}
