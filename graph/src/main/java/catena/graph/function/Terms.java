// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

/**
 * Terms that are or-ed to each visibility expression of a graph and that no user's authorizations
 * hold: they change what an expression costs, and not who sees an entry.
 *
 * @param number how many for each expression
 * @param bytes of the whole expression with them, whatever their number; 0 where there are none
 */
public record Terms(int number, int bytes) {
  /** No terms: an expression is as long as it is. */
  public static final Terms NONE = new Terms(0, 0);

  /** The most of an expression. */
  public static final int MOST = 1000;

  /** The most bytes of an expression. */
  public static final int MOST_BYTES = 100_000;

  /** The least bytes of a term, so that no label in use is one by accident. */
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
}
