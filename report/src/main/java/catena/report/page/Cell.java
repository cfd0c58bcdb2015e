// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import java.time.ZoneId;
import java.util.Optional;

/**
 * A cell of a table: a number in its unit, or words.
 *
 * @param value the number; NaN for words, and if it is not known
 * @param text the text shown to the user; a dash if not known
 * @param more whether the text says more than the number does
 */
public record Cell(double value, Unit unit, String text, boolean more) {
  /** An unknown value. */
  public static final Cell NONE = words(Formats.NONE);

  /** A number in its unit's format; NaN is not known. */
  public static Cell of(double value, Unit unit) {
    return of(value, unit, unit.inWords(value));
  }

  /** A number in another format than its unit's; NaN is not known. */
  public static Cell of(double value, Unit unit, String text) {
    return new Cell(value, unit, Double.isNaN(value) ? Formats.NONE : text, false);
  }

  /** A number, and more about it, such as that it is a lower bound; NaN is not known. */
  public static Cell more(double value, Unit unit, String text) {
    return new Cell(value, unit, Double.isNaN(value) ? Formats.NONE : text, !Double.isNaN(value));
  }

  /** A moment, milliseconds since 1970. */
  public static Cell time(long at, ZoneId zone) {
    return of((double) at, Unit.TIME, Formats.time(at, zone));
  }

  /** Words. */
  public static Cell words(String words) {
    return new Cell(Double.NaN, Unit.WORDS, words, !words.equals(Formats.NONE));
  }

  /** Words, or a dash if they are not known. */
  static Cell words(Optional<String> words) {
    return words(words.orElse(Formats.NONE));
  }

  /** Whether anything is known. */
  boolean isKnown() {
    return !text.equals(Formats.NONE);
  }
}
