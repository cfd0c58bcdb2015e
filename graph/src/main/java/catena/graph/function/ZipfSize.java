// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

/**
 * Zipf-distributed numbers of {@code [1, n]} from hashes, in constant time and memory.
 *
 * <p>The method is rejection-inversion: Hörmann, Derflinger: "Rejection-inversion to generate
 * variates from monotone discrete distributions", ACM TOMACS 6(3), 1996.
 *
 * <p>It uses {@link StrictMath}: the results of {@code Math.exp} and others may differ in the last
 * bit between machines, and verify may run on another kind of machine than the writer.
 */
public final class ZipfSize {
  private final int n;
  private final double exponent;

  /** 1 − exponent. */
  private final double rise;

  private final double areaOfFirst;
  private final double areaOfAll;
  private final double acceptedOutright;

  /** Numbers of {@code [1, n]}, the probability of k in proportion to k^-exponent. */
  public ZipfSize(int n, double exponent) {
    this.n = n;
    this.exponent = exponent;
    this.rise = 1 - exponent;
    this.areaOfFirst = PowerLaw.integral(rise, 1.5) - 1;
    this.areaOfAll = PowerLaw.integral(rise, n + 0.5);
    this.acceptedOutright =
        2 - PowerLaw.inverseOfIntegral(rise, PowerLaw.integral(rise, 2.5) - height(2));
  }

  /** The number that belongs to a hash. */
  public int of(long hash) {
    while (true) {
      double area = areaOfAll + Mix.unit(hash) * (areaOfFirst - areaOfAll);
      double x = PowerLaw.inverseOfIntegral(rise, area);
      int k = (int) Math.max(1, Math.min(n, Math.round(x)));
      if (k - x <= acceptedOutright || area >= PowerLaw.integral(rise, k + 0.5) - height(k)) {
        return k;
      }
      hash = Mix.mix(hash, k);
    }
  }

  private double height(double x) {
    return StrictMath.exp(-exponent * StrictMath.log(x));
  }
}
