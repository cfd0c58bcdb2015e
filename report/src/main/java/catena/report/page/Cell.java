package catena.report.page;

import java.time.ZoneId;
import java.util.Optional;

/**
 * What stands in one place of a table: a number in its unit, or words.
 *
 * @param value the number; NaN of words, and where it is not known
 * @param text as a person reads it; what is not known is a dash
 */
public record Cell(double value, Unit unit, String text) {
  /** What is not known. */
  public static final Cell NONE = words(Formats.NONE);

  /** A number as its unit has it; NaN is not known. */
  public static Cell of(double value, Unit unit) {
    return new Cell(value, unit, unit.inWords(value));
  }

  /** A number, and more about it; NaN is not known. */
  public static Cell of(double value, Unit unit, String text) {
    return new Cell(value, unit, Double.isNaN(value) ? Formats.NONE : text);
  }

  /** A moment, milliseconds since 1970. */
  public static Cell time(long at, ZoneId zone) {
    return new Cell(at, Unit.TIME, Formats.time(at, zone));
  }

  /** Words. */
  public static Cell words(String words) {
    return new Cell(Double.NaN, Unit.WORDS, words);
  }

  /** Words, where they are known. */
  static Cell words(Optional<String> words) {
    return words(words.orElse(Formats.NONE));
  }

  /** Whether anything is known. */
  boolean isKnown() {
    return !text.equals(Formats.NONE);
  }
}
