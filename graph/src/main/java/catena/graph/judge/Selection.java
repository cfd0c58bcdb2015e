// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * What a filter lets pass: a share of the rows or cells, or one cell of each row. The end of a row
 * and that of a payload are spread evenly, so that those below a bound are a share of all, and the
 * graph decides whether a row or a cell is among them.
 *
 * @param by what is compared with the bound
 * @param below what is below this number passes; at least 1, and {@link #EVERY} if all pass
 * @param cell the cell of each row that is requested or compared, from 0; else {@link #WHOLE}
 */
public record Selection(By by, int below, int cell) {
  /** The four kinds of filters of YCSB++ (Patil and others, 2.3.5). */
  public enum By {
    /** Rows, by the last four digits of their keys. */
    ROW,
    /** Rows, by the last two bytes of the payload of one of their cells. */
    ROW_OF_VALUE,
    /** One cell of every row, by its family, which must be the same in all rows. */
    FAMILY,
    /** Single cells, by the last two bytes of their payloads. */
    VALUE;

    /** Whether it depends on values. */
    public boolean isOfValues() {
      return this == ROW_OF_VALUE || this == VALUE;
    }
  }

  /** How many numbers are compared: those of two bytes, or of four digits. */
  public static final int EVERY = 1 << 16;

  /** Every cell of a row. */
  public static final int WHOLE = -1;

  /** The selection without a filter; one that is to let all pass is another. */
  public static final Selection ALL = new Selection(By.ROW, 2 * EVERY, WHOLE);

  private static final int DIGITS = 4;
  private static final String HEX = "0123456789abcdef";

  /** A colon and a checksum, behind the payload. */
  private static final int BEHIND = 9;

  /** Refuses a selection that would let nothing pass. */
  public Selection {
    if (below < 1) {
      throw new IllegalArgumentException("a selection needs a number: below " + below);
    }
  }

  /**
   * The selection of a kind that is nearest to a share of all rows or cells.
   *
   * @param share more than 0, at most 1; of no meaning where a family is selected
   * @param cell of each row; of no meaning where no cell is named
   */
  public static Selection of(By by, double share, int cell) {
    int below = by == By.FAMILY ? EVERY : (int) Math.max(1, Math.round(share * EVERY));
    return new Selection(by, below, by == By.FAMILY || by == By.ROW_OF_VALUE ? cell : WHOLE);
  }

  /** Whether no node is left out. */
  public boolean isAll() {
    return below >= EVERY;
  }

  /**
   * Whether an entry passes, of any writer; where rows pass by the value of one cell, every other
   * cell does for itself.
   */
  public boolean passes(Entry entry) {
    return switch (by) {
      case ROW -> isAll() || digits(entry.row()) < below;
      case FAMILY -> isNamed(entry);
      case VALUE -> isAll() || bytes(entry.value()) < below;
      case ROW_OF_VALUE -> isAll() || !isNamed(entry) || bytes(entry.value()) < below;
    };
  }

  private static int digits(byte[] text) {
    int number = text.length < DIGITS ? EVERY : 0;
    for (int at = text.length - DIGITS; at < text.length && number < EVERY; at++) {
      int digit = HEX.indexOf(text[at]);
      number = digit < 0 ? EVERY : number * HEX.length() + digit;
    }
    return number;
  }

  private static int bytes(byte[] value) {
    int end = value.length - BEHIND;
    return end < 2 ? EVERY : ((value[end - 2] & 0xff) << Byte.SIZE) + (value[end - 1] & 0xff);
  }

  /** The entries of a row that pass, of any writer. */
  public List<Entry> kept(List<Entry> row) {
    return kept(row, this::passes);
  }

  /** The same where another test says which entries pass, each for itself. */
  public List<Entry> kept(List<Entry> row, Predicate<Entry> test) {
    if (by == By.ROW_OF_VALUE) {
      return row.stream().anyMatch(entry -> isNamed(entry) && test.test(entry)) ? row : List.of();
    }
    return row.stream().filter(test).toList();
  }

  private boolean isNamed(Entry entry) {
    return family().equals(new String(entry.family(), StandardCharsets.UTF_8));
  }

  /** The family of the one cell that is named. */
  public String family() {
    return "%04x".formatted(cell);
  }

  /** What passes, in words; empty without a filter. */
  public String words() {
    String what = by.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return equals(ALL) ? "" : what + " matches " + expression();
  }

  /**
   * A regular expression that a row matches as a whole if and only if it passes, or a value, each
   * byte as a character of ISO-8859-1; or the family that is selected.
   */
  public String expression() {
    if (by == By.FAMILY || isAll()) {
      return by == By.FAMILY ? family() : "(?s).*";
    }
    boolean ofRows = by == By.ROW;
    int bits = ofRows ? 4 : Byte.SIZE;
    List<String> choices = new ArrayList<>();
    StringBuilder before = new StringBuilder();
    for (int behind = 16 / bits - 1; behind >= 0; behind--) {
      int digit = (below >> (bits * behind)) & ((1 << bits) - 1);
      if (digit > 0) {
        String less = ofRows ? HEX.substring(0, digit) : "\\x00-\\x%02x".formatted(digit - 1);
        choices.add(before + "[" + less + "]" + (ofRows ? "[0-9a-f]" : ".").repeat(behind));
      }
      before.append(ofRows ? HEX.substring(digit, digit + 1) : "\\x%02x".formatted(digit));
    }
    String end = ofRows ? "" : ".{" + BEHIND + "}";
    return "(?s).*(" + String.join("|", choices) + ")" + end;
  }
}
