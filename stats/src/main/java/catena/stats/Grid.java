package catena.stats;

import java.time.Duration;

/**
 * The points of time at which samples are taken: the multiples of an interval since 1970, the same
 * ones on every host.
 *
 * @param intervalMillis from one point to the next, above 0
 */
record Grid(long intervalMillis) {
  /** Checks the interval. */
  Grid {
    if (intervalMillis <= 0) {
      throw new IllegalArgumentException("interval: " + intervalMillis);
    }
  }

  static Grid of(Duration interval) {
    return new Grid(interval.toMillis());
  }

  /** The first point after a time. */
  long after(long millis) {
    return (Math.floorDiv(millis, intervalMillis) + 1) * intervalMillis;
  }

  /** How many points lie between two, neither counted: the samples that were missed. */
  long between(long earlier, long later) {
    return Math.max(0, (later - earlier) / intervalMillis - 1);
  }

  /** How long the sources may take: a sample is to be over when the next one begins. */
  Duration limit() {
    return Duration.ofMillis(Math.max(1, Math.min(intervalMillis * 8 / 10, 20_000)));
  }

  double seconds() {
    return intervalMillis / 1e3;
  }
}
