// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import java.util.Arrays;

/** How long a series of numbers remembers itself. */
final class Autocorrelation {
  /** How many correlation times are looked at: beyond them there is only noise to add up. */
  private static final int WINDOW = 5;

  private Autocorrelation() {}

  /**
   * The integrated autocorrelation time of equally long intervals: the average of {@code n} of them
   * is as uncertain as that of {@code n} divided by this many independent ones. At least 1.
   *
   * <p>{@code 1 + 2 (r1 + r2 + … + rM)} with the smallest M that is not below five times the sum:
   * the automatic windowing of A. D. Sokal, Monte Carlo Methods in Statistical Mechanics (1997), 3.
   *
   * @return infinity where the series is too short for its correlation to be seen
   */
  static double time(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double[] off = Arrays.stream(values).map(v -> v - mean).toArray();
    double variance = covariance(off, 0);
    if (variance == 0) {
      return 1;
    }
    double time = 1;
    for (int lag = 1; lag < WINDOW * time; lag++) {
      if (WINDOW * time > values.length) {
        return Double.POSITIVE_INFINITY;
      }
      time += 2 * covariance(off, lag) / variance;
    }
    return Math.max(1, time);
  }

  private static double covariance(double[] off, int lag) {
    double sum = 0;
    for (int i = 0; i + lag < off.length; i++) {
      sum += off[i] * off[i + lag];
    }
    return sum;
  }
}
