// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.util.Arrays;

/** Goodness of fit, for tests whose seeds are fixed so that they give one answer for ever. */
public final class Statistics {
  private Statistics() {}

  /** Pearson's statistic against equal shares. */
  public static double chiSquare(long[] count) {
    double expected = (double) Arrays.stream(count).sum() / count.length;
    return Arrays.stream(count).mapToDouble(c -> (c - expected) * (c - expected) / expected).sum();
  }

  /** What chance exceeds less than once in 10,000 (Wilson and Hilferty's approximation). */
  public static double limit(int degreesOfFreedom) {
    double k = degreesOfFreedom;
    double root = 1 - 2 / (9 * k) + 3.72 * Math.sqrt(2 / (9 * k));
    return k * root * root * root;
  }
}
