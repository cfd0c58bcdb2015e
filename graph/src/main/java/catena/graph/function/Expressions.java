// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The bytes of a graph's visibility expressions.
 *
 * <p>{@code term|…|term|base|row}: first the {@link Terms}, then the expression that decides who
 * sees an entry, in brackets if it has an {@code &}, then the row if each row has its own
 * expression. The order is that of YCSB++ (technical report CMU-PDL-11-111, appendix A): a server
 * evaluates the terms before it comes to one that is satisfied, and an expression differs from
 * earlier ones only at its end. The row's term is written into an array that is reused; then only
 * one thread at a time may use an object.
 */
public final class Expressions {
  private final byte[][] all;
  private final int rowBytes;

  /**
   * Expressions in which {@link #problem} finds no problem.
   *
   * @param bases the expressions that decide who sees an entry, by their number
   * @param rowBytes the size of a row if it is the last term; 0 if it is not a term
   */
  public Expressions(List<String> bases, Terms terms, int rowBytes) {
    this.all = new byte[bases.size()][];
    this.rowBytes = rowBytes;
    for (int i = 0; i < all.length; i++) {
      all[i] = text(bases.get(i), i, terms, rowBytes).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Why there can be no such expressions, and what to change. */
  public static Optional<String> problem(List<String> bases, Terms terms, int rowBytes) {
    if (terms.number() == 0 && rowBytes == 0) {
      return Optional.empty();
    }
    if (bases.contains("")) {
      return Optional.of(
          "visibility.terms and visibility.scope=unique add terms to expressions, and everybody"
              + " sees an entry with the empty one: name what the user has in visibilities, such as"
              + " read|audit");
    }
    int least = 0;
    for (String base : bases) {
      least = Math.max(least, fixed(base, terms, rowBytes) + terms.number() * Terms.LEAST_BYTES);
    }
    return terms.number() > 0 && terms.bytes() < least
        ? Optional.of(
            "visibility.bytes must be at least %d for %d terms: %d"
                .formatted(least, terms.number(), terms.bytes()))
        : Optional.empty();
  }

  private static String text(String base, int choice, Terms terms, int rowBytes) {
    if (terms.number() == 0 && rowBytes == 0) {
      return base;
    }
    List<String> parts = new ArrayList<>();
    int room = terms.bytes() - fixed(base, terms, rowBytes);
    for (int i = 0; i < terms.number(); i++) {
      int more = i < room % terms.number() ? 1 : 0;
      parts.add(term(choice, i, room / terms.number() + more));
    }
    parts.add(bracketed(base));
    if (rowBytes > 0) {
      parts.add("0".repeat(rowBytes));
    }
    return String.join("|", parts);
  }

  /** The bytes of an expression that do not belong to its {@link Terms}. */
  private static int fixed(String base, Terms terms, int rowBytes) {
    int own = bracketed(base).getBytes(StandardCharsets.UTF_8).length;
    return own + terms.number() + (rowBytes > 0 ? rowBytes + 1 : 0);
  }

  /** Accumulo requires brackets around an "and" within an "or". */
  private static String bracketed(String base) {
    return base.contains("&") ? "(" + base + ")" : base;
  }

  private static String term(int choice, int number, int size) {
    StringBuilder text = new StringBuilder(".");
    long hash = Mix.mix(choice, number);
    while (text.length() < size) {
      hash = Mix.mix(hash, text.length());
      text.append(HexFormat.of().toHexDigits(hash));
    }
    text.setLength(size);
    return text.toString();
  }

  /** Whether each row has its own expression. */
  public boolean ownForEachRow() {
    return rowBytes > 0;
  }

  /**
   * The expression of an entry. Callers must not change it; the next call does if each row has its
   * own.
   *
   * @param choice the number of its base
   * @param row the row of the entry
   */
  public byte[] of(int choice, byte[] row) {
    byte[] expression = all[choice];
    if (rowBytes > 0) {
      System.arraycopy(row, 0, expression, expression.length - rowBytes, rowBytes);
    }
    return expression;
  }

  /** The same as {@link #of}, as an array that no later call changes. */
  public byte[] copyOf(int choice, byte[] row) {
    byte[] expression = of(choice, row);
    return rowBytes > 0 ? expression.clone() : expression;
  }

  /**
   * Whether an expression is that of an entry.
   *
   * @param row the row of the entry
   */
  public boolean is(int choice, byte[] row, byte[] seen) {
    byte[] right = all[choice];
    if (seen.length != right.length) {
      return false;
    }
    if (rowBytes == 0) {
      return right.length == 0 || Arrays.equals(right, seen);
    }
    int shared = right.length - rowBytes;
    return Arrays.equals(right, 0, shared, seen, 0, shared)
        && Arrays.equals(row, 0, rowBytes, seen, shared, seen.length);
  }
}
