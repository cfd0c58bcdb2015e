// SPDX-License-Identifier: Apache-2.0
package catena.records.settings;

import java.time.Duration;

/** A span of time spans, from the shortest to the longest, both allowed. */
public record DurationRange(Duration min, Duration max) {
  /** Refuses a negative span and a minimum above the maximum. */
  public DurationRange {
    if (min.isNegative() || min.compareTo(max) > 0) {
      throw new IllegalArgumentException(min + " to " + max + " is no range");
    }
  }

  /**
   * Reads {@code 2m} or {@code 2m:3m}.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static DurationRange parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length > 2) {
      throw new IllegalArgumentException(text + " has more than two parts");
    }
    Duration min = Texts.parseDuration(parts[0]);
    return new DurationRange(min, parts.length == 1 ? min : Texts.parseDuration(parts[1]));
  }

  /** The point of this range at a fraction in [0, 1]. */
  public Duration at(double fraction) {
    return min.plusNanos((long) (max.minus(min).toNanos() * fraction));
  }
}
