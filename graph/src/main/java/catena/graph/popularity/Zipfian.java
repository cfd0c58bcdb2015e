// SPDX-License-Identifier: Apache-2.0
package catena.graph.popularity;

/**
 * Zipf's law: the probability of rank k is in proportion to {@code (k + 1)^-exponent}.
 *
 * <p>Sums of the first terms are added up; those of more follow from Euler's and Maclaurin's
 * formula, whose error is below that of a double there. So a distribution over 10^9 ranks takes no
 * longer to make than one over a hundred.
 */
final class Zipfian extends Ranks {
  /** From here on the formula is as good as the sum. */
  private static final int TERMS = 64;

  private final double exponent;

  /** The sum of the first so many terms. */
  private final double[] sums = new double[TERMS + 1];

  /** What the formula leaves out, the same for every number of terms. */
  private final double constant;

  private final double all;

  Zipfian(long size, double exponent) {
    super(size);
    this.exponent = exponent;
    for (int i = 1; i <= TERMS; i++) {
      sums[i] = sums[i - 1] + power(i, -exponent);
    }
    this.constant = sums[TERMS] - formula(TERMS);
    this.all = sum(size);
  }

  /** The sum of {@code i^-exponent} for i from 1 to n. */
  private double sum(long n) {
    return n <= TERMS ? sums[(int) n] : constant + formula((double) n);
  }

  private double formula(double n) {
    double term = power(n, -exponent);
    double square = n * n;
    return integral(n)
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

  /** The integral of {@code x^-exponent} from 1 to n. */
  private double integral(double n) {
    double log = StrictMath.log(n);
    double power = (1 - exponent) * log;
    return power == 0 ? log : StrictMath.expm1(power) / (1 - exponent);
  }

  private double inverseOfIntegral(double area) {
    double t = area * (1 - exponent);
    if (t <= -1) {
      return Double.MAX_VALUE;
    }
    double log = t == 0 ? area : StrictMath.log1p(t) / (1 - exponent);
    return StrictMath.exp(log);
  }

  private static double power(double base, double exponent) {
    return StrictMath.pow(base, exponent);
  }

  @Override
  double share(long rank) {
    return sum(rank) / all;
  }

  @Override
  double near(double unit) {
    double area = unit * all;
    if (area < sums[TERMS]) {
      int rank = 0;
      while (sums[rank + 1] <= area) {
        rank++;
      }
      return rank;
    }
    // Half of the next term lies between the sum and the integral.
    return inverseOfIntegral(area - constant) - 0.5;
  }
}
