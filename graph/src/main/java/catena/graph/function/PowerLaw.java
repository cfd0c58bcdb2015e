// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

/**
 * Points from n indices to n targets, to lower targets more often: to target t in proportion to (t
 * + 1)^-exponent. It has an inverse: the indices that point to a target are an interval.
 *
 * <p>The intervals are those of a distribution function, {@code F(t) = G(t + 1) / G(n + 1)} with
 * {@code G(x)} the integral of x^-exponent from 1: the first index that points to target t or
 * beyond is {@code first(t) = ⌈n F(t)⌉}. All else is defined by that. It is computed with {@link
 * StrictMath}, which gives the same bits on every machine.
 */
public final class PowerLaw {
  /** Begins the text of one, which its exponent ends. */
  public static final String POWER = "power:";

  private final int n;

  /** 1 − exponent. */
  private final double rise;

  private final double all;

  /**
   * A law for n indices and n targets.
   *
   * @param n at least 1
   * @param exponent at least 0
   */
  public PowerLaw(int n, double exponent) {
    this.n = n;
    this.rise = 1 - exponent;
    this.all = integral(rise, n + 1.0);
  }

  /** The exponent of a text {@code power:EXPONENT}; 0 if it is none. */
  public static double exponent(String text) {
    try {
      return text.startsWith(POWER) ? Double.parseDouble(text.substring(POWER.length())) : 0;
    } catch (NumberFormatException noNumber) {
      return 0;
    }
  }

  /**
   * The first index that points to a target or to a higher one; so the indices that point to the
   * target are from here to {@code first(target + 1)}.
   *
   * @param target in {@code [0, n]}
   */
  public int first(int target) {
    if (target >= n) {
      return n;
    }
    return (int) Math.min(n, StrictMath.ceil(n * (integral(rise, target + 1.0) / all)));
  }

  /**
   * The target that an index points to.
   *
   * @param index in {@code [0, n)}
   */
  public int target(int index) {
    double guess = inverseOfIntegral(rise, all * (index / (double) n)) - 1;
    int target = (int) Math.max(0, Math.min(n - 1, guess));
    while (first(target) > index) {
      target--;
    }
    while (first(target + 1) <= index) {
      target++;
    }
    return target;
  }

  /**
   * The part of the targets, from the lowest, to which a part of all indices points.
   *
   * @param part in {@code [0, 1]}
   */
  double quantile(double part) {
    return (inverseOfIntegral(rise, all * part) - 1) / n;
  }

  /**
   * The integral of a power from 1 to x.
   *
   * @param rise the exponent of the power plus 1; may be less than 0
   */
  public static double integral(double rise, double x) {
    double log = StrictMath.log(x);
    return rise == 0 ? log : StrictMath.expm1(rise * log) / rise;
  }

  /** The x up to which the {@link #integral} is an area; infinity if it never gets so large. */
  public static double inverseOfIntegral(double rise, double area) {
    return StrictMath.exp(rise == 0 ? area : StrictMath.log1p(Math.max(-1, area * rise)) / rise);
  }
}
