// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

/**
 * How the rows of a graph lie in their range.
 *
 * @param exponent of a power law: the nearer a row is to the least one the more rows are around it.
 *     Of {@link #SHARES} equal parts of the range the k-th, from 0, has rows in proportion to (k +
 *     1)^-exponent, as {@link PowerLaw} has it; 0 where all have as many
 * @param ordered whether rows rise in the order in which a writer writes them
 */
public record RowLaw(double exponent, boolean ordered) {
  /** Rows lie evenly. */
  public static final RowLaw EVEN = new RowLaw(0, false);

  /** Each row is greater than those that its writer has written before. */
  public static final RowLaw ORDERED = new RowLaw(0, true);

  /**
   * The parts of the range that the law distinguishes, and the most bands of rows that it makes.
   */
  public static final int SHARES = 1024;

  private static final String POWER = "power:";

  /** Beyond this, nearly all rows lie in the first part. */
  private static final double MOST = 4;

  /** Refuses an exponent that is no law, and one of rows in order. */
  public RowLaw {
    if (!(exponent >= 0) || exponent > MOST || (ordered && exponent > 0)) {
      throw new IllegalArgumentException(
          "the exponent of rows must be more than 0 and at most 4: " + exponent);
    }
  }

  /** Whether rows lie evenly. */
  public boolean even() {
    return exponent == 0 && !ordered;
  }

  /**
   * Below which part of the range a part of all rows lies.
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
    if (text.startsWith(POWER)) {
      try {
        double exponent = Double.parseDouble(text.substring(POWER.length()));
        if (exponent != 0) {
          return new RowLaw(exponent, false);
        }
      } catch (NumberFormatException noNumber) {
        // falls through to the one message
      }
    }
    throw new IllegalArgumentException(
        "rows must be even, power:EXPONENT, an exponent of more than 0, or ordered, not '"
            + text
            + "'");
  }

  /** The law as {@link #parse} reads it. */
  public String text() {
    return ordered ? "ordered" : exponent == 0 ? "even" : POWER + exponent;
  }
}
