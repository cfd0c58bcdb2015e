// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import java.time.Duration;
import java.util.Optional;

/**
 * A stretch of wall-clock time, milliseconds since 1970.
 *
 * @param from its first millisecond
 * @param to the one after its last, not before {@code from}
 */
public record Span(long from, long to) {
  /** Checks the order. */
  public Span {
    if (to < from) {
      throw new IllegalArgumentException(from + " to " + to);
    }
  }

  /** How long it is, in seconds. */
  public double seconds() {
    return (to - from) / 1000.0;
  }

  /** How long it is. */
  public Duration duration() {
    return Duration.ofMillis(to - from);
  }

  /** Whether a time lies in it, its ends included. */
  public boolean contains(long at) {
    return from <= at && at <= to;
  }

  /** The smallest that holds both. */
  public Span with(Span other) {
    return new Span(Math.min(from, other.from), Math.max(to, other.to));
  }

  /**
   * How long an interval is, over which rates are taken: short enough to see a fault, long enough
   * to hold several flushes, and never finer than the paper's 30 s where a run lasts for hours.
   */
  public int rateSeconds() {
    double s = seconds();
    return s <= 900 ? 1 : s <= 7200 ? 10 : 30;
  }

  /** What this and another have in common; empty if that is nothing. */
  public Optional<Span> common(Span other) {
    long begin = Math.max(from, other.from);
    long end = Math.min(to, other.to);
    return begin < end ? Optional.of(new Span(begin, end)) : Optional.empty();
  }
}
