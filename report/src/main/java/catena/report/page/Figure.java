// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.report.history.Noise;

/**
 * One number that a run comes to.
 *
 * @param cases of how many cases the number is the median; 0 where it is of the run as a whole
 * @param noise how far chance alone moves it
 */
public record Figure(String name, Unit unit, double value, int cases, Noise noise) {
  static Figure single(String name, Unit unit, double value) {
    return new Figure(name, unit, value, 0, Noise.NONE);
  }

  /**
   * Whether another number of the same kind is {@code better} or {@code worse}: of rates more is
   * better, of times less.
   */
  String mood(double other) {
    return other > value == (unit == Unit.PER_SECOND) ? "better" : "worse";
  }

  Cell cell() {
    String number = unit.inWords(value) + (unit == Unit.PER_SECOND ? "/s" : "");
    return cases > 0
        ? Cell.more(value, unit, number + " (of " + cases + ")")
        : Cell.of(value, unit, number);
  }
}
