// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.PowerLaw;

/**
 * To which nodes of the previous layer the links of a layer point.
 *
 * @param exponent of a power law: the node of rank r is pointed to by links in proportion to (r +
 *     1)^-exponent; 0 if each is pointed to once
 * @param byRow whether a node's rank follows from its row, so that the lowest rows of each layer,
 *     and so of the table, are the hot ones; else it is the node's index, and hot rows are anywhere
 */
public record Links(double exponent, boolean byRow) {
  /** Each node is pointed to once. */
  public static final Links EVEN = new Links(0, false);

  private static final String BY_ROW = ":by-row";

  /** Beyond this, nearly all links point to one node. */
  private static final double MOST = 4;

  /** Refuses an exponent out of range, and an order by row for even links. */
  public Links {
    if (!(exponent >= 0) || exponent > MOST) {
      throw new IllegalArgumentException(
          "the exponent of links must be more than 0 and at most 4: " + exponent);
    }
    if (byRow && exponent == 0) {
      throw new IllegalArgumentException("even links have no order");
    }
  }

  /** Whether each node is pointed to once. */
  public boolean even() {
    return exponent == 0;
  }

  /**
   * Reads what {@link #text} writes: {@code even}, {@code power:EXPONENT} or {@code
   * power:EXPONENT:by-row}.
   *
   * @throws IllegalArgumentException if the text is none of them
   */
  public static Links parse(String text) {
    if (text.equals("even")) {
      return EVEN;
    }
    boolean byRow = text.endsWith(BY_ROW);
    String law = byRow ? text.substring(0, text.length() - BY_ROW.length()) : text;
    double exponent = PowerLaw.exponent(law);
    if (exponent != 0) {
      return new Links(exponent, byRow);
    }
    throw new IllegalArgumentException(
        "links must be even, power:EXPONENT or power:EXPONENT:by-row, an exponent of more than 0,"
            + " not '"
            + text
            + "'");
  }

  /** The links as {@link #parse} reads them. */
  public String text() {
    return even() ? "even" : PowerLaw.POWER + exponent + (byRow ? BY_ROW : "");
  }
}
