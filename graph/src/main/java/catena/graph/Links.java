package catena.graph;

/**
 * To which nodes of the layer before the links of a layer point.
 *
 * @param exponent of a power law: the node of index i is pointed to by links in proportion to (i +
 *     1)^-exponent; 0 where each is pointed to once
 */
public record Links(double exponent) {
  /** Each node is pointed to once. */
  public static final Links EVEN = new Links(0);

  private static final String POWER = "power:";

  /** Beyond this, nearly all links point to one node. */
  private static final double MOST = 4;

  /** Refuses an exponent that is no law. */
  public Links {
    if (!(exponent >= 0) || exponent > MOST) {
      throw new IllegalArgumentException(
          "the exponent of links must be more than 0 and at most 4: " + exponent);
    }
  }

  /** Whether each node is pointed to once. */
  public boolean even() {
    return exponent == 0;
  }

  /**
   * Reads what {@link #text} writes: {@code even} or {@code power:EXPONENT}.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static Links parse(String text) {
    if (text.equals("even")) {
      return EVEN;
    }
    if (text.startsWith(POWER)) {
      try {
        Links links = new Links(Double.parseDouble(text.substring(POWER.length())));
        if (!links.even()) {
          return links;
        }
      } catch (NumberFormatException noNumber) {
        // falls through to the one message
      }
    }
    throw new IllegalArgumentException(
        "links must be even or power:EXPONENT, an exponent of more than 0, not '" + text + "'");
  }

  /** The links as {@link #parse} reads them. */
  public String text() {
    return even() ? "even" : POWER + exponent;
  }
}
