// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

/**
 * Terms that are or-ed to each visibility expression of a graph and that no user's authorizations
 * hold: they change the cost of an expression, and not who sees an entry.
 *
 * @param number how many terms each expression gets
 * @param bytes the size of the whole expression with them, whatever their number; 0 without terms
 */
public record Terms(int number, int bytes) {
  /** No terms: expressions stay as they are. */
  public static final Terms NONE = new Terms(0, 0);

  /** The most terms of an expression. */
  public static final int MOST = 1000;

  /** The most bytes of an expression. */
  public static final int MOST_BYTES = 100_000;

  private static final int USUAL_BYTES = 100;

  /** The least bytes of a term, so that none is by accident a label in use. */
  static final int LEAST_BYTES = 5;

  /** Refuses numbers out of range; without terms there is no size. */
  public Terms {
    if (number < 0 || number > MOST) {
      throw new IllegalArgumentException(
          "visibility.terms must be in 0 to %d: %d".formatted(MOST, number));
    }
    if (number == 0) {
      bytes = 0;
    } else if (bytes < 1 || bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "visibility.bytes must be in 1 to %d: %d".formatted(MOST_BYTES, bytes));
    }
  }

  /**
   * Reads {@code 20:1000}, or {@code 20} for as many in 100 bytes.
   *
   * @throws IllegalArgumentException if the text is neither, or a number is out of range
   */
  public static Terms parse(String text) {
    String[] parts = text.strip().split(":", 2);
    return new Terms(
        Integer.parseInt(parts[0]), parts.length == 1 ? USUAL_BYTES : Integer.parseInt(parts[1]));
  }

  /** The text that {@link #parse} reads. */
  public String text() {
    return number == 0 ? "0" : number + ":" + bytes;
  }
}
