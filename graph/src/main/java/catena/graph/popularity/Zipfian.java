// SPDX-License-Identifier: Apache-2.0
package catena.graph.popularity;

import catena.graph.function.PowerLaw;
import java.util.function.LongToDoubleFunction;

/**
 * Zipf's law: the probability of rank k is in proportion to {@code (k + 1)^-exponent}.
 *
 * <p>Sums of up to {@link #TERMS} terms are added up; larger ones follow from the Euler-Maclaurin
 * formula, whose error is below that of a double there. So a distribution over 10^9 ranks takes no
 * longer to create than one over a hundred.
 */
final class Zipfian {
  /** {@code ScrambledZipfianGenerator.ITEM_COUNT}. */
  private static final long ITEMS = 10_000_000_000L;

  /** {@code ZipfianGenerator.ZIPFIAN_CONSTANT}. */
  private static final double YCSB_EXPONENT = 0.99;

  /** Enough steps for the guess to be off by a few ranks at most. */
  private static final int STEPS = 6;

  /** From this number of terms on, the formula is as exact as the sum. */
  private static final int TERMS = 64;

  private final double exponent;

  /** The sums of the first terms, by their number. */
  private final double[] sums = new double[TERMS + 1];

  /** The constant that the formula leaves out, the same for every number of terms. */
  private final double constant;

  private final double all;

  private Zipfian(long size, double exponent) {
    this.exponent = exponent;
    for (int i = 1; i <= TERMS; i++) {
      sums[i] = sums[i - 1] + power(i, -exponent);
    }
    this.constant = sums[TERMS] - formula(TERMS);
    this.all = sum(size);
  }

  /** The law over this number of ranks. */
  static Ranks over(long size, double exponent) {
    Zipfian law = new Zipfian(size, exponent);
    return new Ranks(size, law::share, law::near);
  }

  /**
   * YCSB's {@code ScrambledZipfianGenerator} (core 0.17.0): Zipf's law over 10^10 items, each of
   * which is hashed to one of the records. The first items make their records popular; all others
   * are spread evenly. So rank k has the probability {@code (k + 1)^-0.99 / 26.469}, and an equal
   * part of the rest.
   */
  static Ranks scrambled(long size) {
    Zipfian law = new Zipfian(Math.max(ITEMS, size), YCSB_EXPONENT);
    double even = (1 - law.below(size)) / size;
    LongToDoubleFunction share = rank -> law.below(rank) + even * rank;
    return new Ranks(size, share, unit -> law.nearScrambled(unit, size, even, share));
  }

  private double below(long rank) {
    return rank <= 0 ? 0 : share(rank);
  }

  /** Uses Newton's method, from above: the sum rises ever more slowly. */
  private double nearScrambled(double unit, long size, double even, LongToDoubleFunction share) {
    double first = below(1);
    double rank = Math.min(near(unit), size - 1.0);
    for (int i = 0; i < STEPS; i++) {
      double slope = first * power(rank + 1, -YCSB_EXPONENT) + even;
      double next = rank + (unit - share.applyAsDouble((long) rank)) / slope;
      rank = Math.max(0, Math.min(size - 1.0, next));
    }
    return rank;
  }

  /** The sum of {@code i^-exponent} for i from 1 to n. */
  private double sum(long n) {
    return n <= TERMS ? sums[(int) n] : constant + formula((double) n);
  }

  private double formula(double n) {
    double term = power(n, -exponent);
    double square = n * n;
    return PowerLaw.integral(1 - exponent, n)
        + term / 2
        - exponent * term / (12 * n)
        + exponent * (exponent + 1) * (exponent + 2) * term / (720 * n * square)
        - exponent
            * (exponent + 1)
            * (exponent + 2)
            * (exponent + 3)
            * (exponent + 4)
            * term
            / (30240 * n * square * square);
  }

  private static double power(double base, double exponent) {
    return StrictMath.pow(base, exponent);
  }

  private double share(long rank) {
    return sum(rank) / all;
  }

  private double near(double unit) {
    double area = unit * all;
    if (area < sums[TERMS]) {
      int rank = 0;
      while (sums[rank + 1] <= area) {
        rank++;
      }
      return rank;
    }
    // The sum and the integral differ by half of the next term.
    return PowerLaw.inverseOfIntegral(1 - exponent, area - constant) - 0.5;
  }
}
