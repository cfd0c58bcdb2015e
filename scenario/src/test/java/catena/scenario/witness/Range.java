// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import java.util.Locale;

/**
 * Between which two values something lies that was seen no more exactly, ends included.
 *
 * @param low the least it can be
 * @param high the most it can be; infinite where nobody saw an end
 */
record Range(double low, double high) {
  Range {
    if (!(low <= high)) {
      throw new IllegalArgumentException(low + " to " + high);
    }
  }

  static Range exactly(double value) {
    return new Range(value, value);
  }

  /** Wall clock times as seconds from another one. */
  static Range seconds(long origin, long lowMillis, long highMillis) {
    return new Range((lowMillis - origin) / 1000.0, (highMillis - origin) / 1000.0);
  }

  Range grown(double below, double above) {
    return new Range(low - below, high + above);
  }

  /** How far two are apart: 0 where they can be the same. */
  double distance(Range other) {
    return Math.max(0, Math.max(other.low - high, low - other.high));
  }

  @Override
  public String toString() {
    String text = String.format(Locale.ROOT, "%.2f", low);
    return low == high
        ? text
        : high == Double.POSITIVE_INFINITY
            ? "> " + text
            : text + String.format(Locale.ROOT, "–%.2f", high);
  }
}
