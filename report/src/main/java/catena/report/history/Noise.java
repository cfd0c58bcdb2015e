// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import org.apache.commons.math3.stat.inference.MannWhitneyUTest;

/** What is known of how far chance alone moves a number that a run comes to. */
public interface Noise {
  /** A difference that chance brings about more often than this does not stand out. */
  double LEVEL = 0.01;

  /** Of a number that is of the run as a whole. */
  Noise NONE = (value, other, otherValue) -> Chance.unknown("one value each");

  /**
   * How often chance alone would bring about a difference as large as that to another run.
   *
   * @param value the number that this is the noise of
   * @param other of the same number of the other run
   */
  Chance against(double value, Noise other, double otherValue);

  /**
   * The number is the median of independent cases, such as faults. They are compared by a two-sided
   * Mann–Whitney U test, which assumes no distribution.
   */
  final class Cases implements Noise {
    /** Fewer than these in one of the runs show nothing at the level asked for. */
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
