// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

/**
 * How the rows of a graph are distributed over their range.
 *
 * @param exponent of a power law: rows are denser near the least one. Of {@link #SHARES} equal
 *     parts of the range the k-th, from 0, has rows in proportion to (k + 1)^-exponent, as in
 *     {@link PowerLaw}; 0 if all parts have the same number
 * @param ordered whether rows rise in the order in which a writer writes them
 */
public record RowLaw(double exponent, boolean ordered) {
  /** Rows are spread evenly. */
  public static final RowLaw EVEN = new RowLaw(0, false);

  /** Each row is greater than all earlier rows of its writer. */
  public static final RowLaw ORDERED = new RowLaw(0, true);

  /**
   * The parts of the range that the law distinguishes, and the most bands of rows that it makes.
   */
  public static final int SHARES = 1024;

  /** Beyond this, nearly all rows are in the first part. */
  private static final double MOST = 4;

  /** Refuses an exponent out of range, and any exponent for ordered rows. */
  public RowLaw {
    if (!(exponent >= 0) || exponent > MOST || (ordered && exponent > 0)) {
      throw new IllegalArgumentException(
          "the exponent of rows must be more than 0 and at most 4: " + exponent);
    }
  }

  /** Whether rows are spread evenly. */
  public boolean even() {
    return exponent == 0 && !ordered;
  }

  /**
   * The part of the range, from the least row, in which a part of all rows is.
   *
   * @param part in {@code [0, 1]}
   */
  public double quantile(double part) {
    return exponent == 0 ? part : new PowerLaw(SHARES, exponent).quantile(part);
  }

  /**
   * Reads what {@link #text} writes: {@code even}, {@code power:EXPONENT} or {@code ordered}.
   *
   * @throws IllegalArgumentException if the text is none of them
   */
  public static RowLaw parse(String text) {
    if (text.equals("even")) {
      return EVEN;
    }
    if (text.equals("ordered")) {
      return ORDERED;
    }
    double exponent = PowerLaw.exponent(text);
    if (exponent != 0) {
      return new RowLaw(exponent, false);
    }
    throw new IllegalArgumentException(
        "rows must be even, power:EXPONENT, an exponent of more than 0, or ordered, not '"
            + text
            + "'");
  }

  /** The law as {@link #parse} reads it. */
  public String text() {
    return ordered ? "ordered" : exponent == 0 ? "even" : PowerLaw.POWER + exponent;
  }
}
