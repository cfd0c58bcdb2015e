// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import java.time.Duration;

/**
 * The points of time at which samples are taken: the multiples of an interval since 1970, the same
 * ones on every host.
 *
 * @param intervalMillis from one point to the next, above 0
 */
public record Grid(long intervalMillis) {
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(10);

  /** Checks the interval. */
  public Grid {
    if (intervalMillis <= 0) {
      throw new IllegalArgumentException("interval: " + intervalMillis);
    }
  }

  /** The grid of an interval. */
  public static Grid of(Duration interval) {
    return new Grid(interval.toMillis());
  }

  /** The first point after a time. */
  public long after(long millis) {
    return (Math.floorDiv(millis, intervalMillis) + 1) * intervalMillis;
  }

  /**
   * The point after one that was taken.
   *
   * @param taken the point
   * @param now the time at which its sample was over; where it lies more than an interval before
   *     the point, the clock was set back, and the points go on from there
   */
  long following(long taken, long now) {
    return now < taken - intervalMillis ? after(now) : after(Math.max(taken, now));
  }

  /** How many points lie between two, neither counted: the samples that were missed. */
  long between(long earlier, long later) {
    return Math.max(0, (later - earlier) / intervalMillis - 1);
  }

  /** How long a sample waits for its sources: it is to be over when the next one begins. */
  public Duration limit() {
    return Duration.ofMillis(Math.max(1, Math.min(intervalMillis * 8 / 10, 20_000)));
  }

  /**
   * How long a source may take before it is given up and asked anew: an answer that comes after its
   * sample is of use to the next one.
   */
  public Duration patience() {
    return limit().compareTo(LEAST_PATIENCE) > 0 ? limit() : LEAST_PATIENCE;
  }

  /** From one point to the next. */
  public double seconds() {
    return intervalMillis / 1e3;
  }
}
