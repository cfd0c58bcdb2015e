// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import org.apache.commons.math3.stat.inference.MannWhitneyUTest;

/** How far chance alone moves a number that a run results in, as far as that is known. */
public interface Noise {
  /** A difference that chance brings about more often than this does not stand out. */
  double LEVEL = 0.01;

  /** The noise of a number that has only one value for the whole run. */
  Noise NONE = (value, other, otherValue) -> Chance.unknown("one value each");

  /**
   * The probability that chance alone causes a difference as large as that to another run.
   *
   * @param value the number that this is the noise of
   * @param other the noise of the same number of the other run
   */
  Chance against(double value, Noise other, double otherValue);

  /**
   * The number is the median of independent cases, such as faults. They are compared by a two-sided
   * Mann–Whitney U test, which assumes no distribution.
   */
  final class Cases implements Noise {
    /** Runs with fewer cases than this are not tested: too few for the level. */
    public static final int FEWEST = 5;

    private final double[] values;

    /** A number for each case. */
    public Cases(double[] values) {
      this.values = values.clone();
    }

    @Override
    public Chance against(double value, Noise other, double otherValue) {
      if (!(other instanceof Cases cases)) {
        return Chance.unknown("one value each");
      }
      int n = values.length;
      int m = cases.values.length;
      return Math.min(n, m) < FEWEST
          ? Chance.unknown("too few to compare (%d and %d)".formatted(n, m))
          : Chance.of(new MannWhitneyUTest().mannWhitneyUTest(values, cases.values));
    }
  }
}
