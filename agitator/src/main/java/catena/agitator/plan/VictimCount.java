// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

/**
 * How many are hit at once.
 *
 * @param min at least 1
 * @param max not below min; {@link Integer#MAX_VALUE} for all that there are
 */
record VictimCount(int min, int max) {
  VictimCount {
    if (min < 1 || max < min) {
      throw new IllegalArgumentException(min + ":" + max + " is no number of victims min:max");
    }
  }

  /**
   * Reads {@code 2}, {@code 1:3} or {@code all}.
   *
   * @throws IllegalArgumentException if the text is none of these
   */
  static VictimCount parse(String text) {
    if (text.equals("all")) {
      return new VictimCount(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }
    String[] parts = text.split(":", -1);
    if (parts.length > 2) {
      throw new IllegalArgumentException(text + " has more than two parts");
    }
    int min = Integer.parseInt(parts[0].strip());
    return new VictimCount(min, parts.length == 1 ? min : Integer.parseInt(parts[1].strip()));
  }

  /** The least number where there are so many: all of them are no more than there are. */
  int least(int there) {
    return min == Integer.MAX_VALUE ? there : min;
  }
}
