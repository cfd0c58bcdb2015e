// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Which nodes a filter lets pass: those whose column qualifier is below a number. Qualifiers are
 * spread evenly over their range, so that these are a share of all rows, and the graph decides
 * whether a row is among them. Or which cell of each row is requested, of all nodes.
 *
 * @param below qualifiers below this number pass; at least 1
 * @param qualifiers how many qualifiers there are; all pass if {@code below} is as large
 * @param cell the requested cell, from 0; {@link #WHOLE} for all cells of a row
 */
public record Selection(int below, int qualifiers, int cell) {
  /** Every cell of a row. */
  public static final int WHOLE = -1;

  /** The selection without a filter. */
  public static final Selection ALL = new Selection(1 << 16, 1 << 16);

  private static final int DIGITS = 4;
  private static final String HEX = "0123456789abcdef";

  /** Refuses a selection that would let nothing pass. */
  public Selection {
    if (below < 1 || qualifiers < 1) {
      throw new IllegalArgumentException(
          "a selection needs a qualifier: " + below + " of " + qualifiers);
    }
  }

  /** Nodes with a qualifier below a number, with all of their cells. */
  public Selection(int below, int qualifiers) {
    this(below, qualifiers, WHOLE);
  }

  /** One cell of every row, if a cell has the same family in all rows. */
  public static Selection ofCell(int cell) {
    return new Selection(ALL.below, ALL.qualifiers, cell);
  }

  /**
   * The selection nearest to a share of all rows, with at least one qualifier.
   *
   * @param share more than 0, at most 1
   * @param qualifiers how many qualifiers the graph has, from 0
   */
  public static Selection ofShare(double share, int qualifiers) {
    return new Selection((int) Math.max(1, Math.round(share * qualifiers)), qualifiers);
  }

  /** Whether no node is left out. */
  public boolean isAll() {
    return below >= qualifiers;
  }

  /** Whether a node with this qualifier passes. */
  public boolean holds(int qualifier) {
    return isAll() || qualifier < below;
  }

  /**
   * Whether an entry with this qualifier passes, of any writer: if the {@link #expression} matches
   * it; all pass if nothing is left out.
   */
  public boolean passes(byte[] qualifier) {
    int number = qualifier.length == DIGITS ? 0 : -1;
    for (int at = 0; at < qualifier.length && number >= 0; at++) {
      int digit = HEX.indexOf(qualifier[at]);
      number = digit < 0 ? -1 : number * HEX.length() + digit;
    }
    return isAll() || (number >= 0 && number < below);
  }

  /** Whether an entry passes, of any writer. */
  public boolean passes(Entry entry) {
    boolean asked =
        cell == WHOLE || family().equals(new String(entry.family(), StandardCharsets.UTF_8));
    return asked && passes(entry.qualifier());
  }

  /** The family of the one requested cell. */
  public String family() {
    return "%04x".formatted(cell);
  }

  /** What passes, in words; empty if everything passes. */
  public String words() {
    if (cell != WHOLE) {
      return "of each row the family " + family();
    }
    return isAll() ? "" : "qualifier matches " + expression();
  }

  /** The share of rows that passes. */
  public double share() {
    return isAll() ? 1 : (double) below / qualifiers;
  }

  /**
   * A regular expression that the bytes of a qualifier match as a whole if and only if it passes:
   * four lower-case hex digits that spell a number below the bound, digit by digit.
   */
  public String expression() {
    if (isAll()) {
      return "[0-9a-f]{4}";
    }
    String bound = "%04x".formatted(below);
    List<String> choices = new ArrayList<>();
    for (int at = 0; at < DIGITS; at++) {
      int digit = Character.digit(bound.charAt(at), 16);
      if (digit > 0) {
        choices.add(bound.substring(0, at) + upTo(digit - 1) + any(DIGITS - 1 - at));
      }
    }
    return String.join("|", choices);
  }

  private static String upTo(int digit) {
    if (digit < 10) {
      return digit == 0 ? "0" : "[0-" + digit + "]";
    }
    return digit == 10 ? "[0-9a]" : "[0-9a-" + Character.forDigit(digit, 16) + "]";
  }

  private static String any(int digits) {
    return digits == 0 ? "" : "[0-9a-f]{" + digits + "}";
  }
}
