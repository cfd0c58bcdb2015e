// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import java.util.List;
import java.util.Locale;

/**
 * What a measurement is to come to, and the line that says whether it did.
 *
 * @param name what is measured, a word
 * @param limit the figure to reach
 * @param atLeast whether it is the least that is wanted; else the most
 */
public record Target(String name, double limit, boolean atLeast) {
  /** Begins the line, by which {@code bench/run all} finds it among the others. */
  static final String MARK = "result ";

  /** At least so much is wanted. */
  public static Target atLeast(String name, double limit) {
    return new Target(name, limit, true);
  }

  static Target atMost(String name, double limit) {
    return new Target(name, limit, false);
  }

  /** Prints the median of figures, the middle half of them, and whether it is enough. */
  void judge(List<Double> figures) {
    System.out.println(line(figures));
  }

  String line(List<Double> figures) {
    double median = Rounds.median(figures);
    List<Double> sorted = figures.stream().sorted().toList();
    int quarter = sorted.size() / 4;
    return String.format(
        Locale.ROOT,
        "%s%-22s %6.3f  (%.3f to %.3f, %d rounds)  target %s %.2f  %s",
        MARK,
        name,
        median,
        sorted.get(quarter),
        sorted.get(sorted.size() - 1 - quarter),
        sorted.size(),
        atLeast ? ">=" : "<=",
        limit,
        (atLeast ? median >= limit : median <= limit) ? "reached" : "missed");
  }

  /**
   * Prints a figure beside what it may be at most, and whether it is no more than that.
   *
   * @param name of the measurement
   * @param what was measured
   * @param unit of both numbers
   */
  public static void reached(String name, String what, double figure, String unit, double most) {
    System.out.printf(
        Locale.ROOT,
        "%s: %s: %.1f %s, at most %.1f %s: %s%n",
        name,
        what,
        figure,
        unit,
        most,
        unit,
        figure <= most ? "reached" : "not reached");
  }
}
