package catena.recompute.sheet;

import java.time.Instant;
import java.time.format.DateTimeParseException;

/** What one cell of a report must say. */
public sealed interface Cell permits Cell.Text, Cell.Figure, Cell.Time, Quantity, Phrase {
  /** Whether a report's text says so, within the rounding of what it shows. */
  boolean agrees(String shown);

  /** What it must say, with more digits than are shown. */
  String words();

  /** A regular expression of every text of its form, right or wrong. */
  String form();

  static Cell text(String text) {
    return new Text(text);
  }

  static Cell number(double value) {
    return new Figure(value);
  }

  static Cell time(long at) {
    return new Time(at);
  }

  /** A number of anything. */
  static Cell count(double value) {
    return new Quantity(value, Quantity.Kind.COUNT);
  }

  /** A whole number of anything. */
  static Cell count(long value) {
    return count((double) value);
  }

  static Cell seconds(double value) {
    return new Quantity(value, Quantity.Kind.SECONDS);
  }

  static Cell millis(double value) {
    return new Quantity(value, Quantity.Kind.MILLIS);
  }

  /** A number in the unit that ends its name: {@code s}, {@code bytes}, {@code ratio}. */
  static Cell of(double value, String unit) {
    return switch (unit) {
      case "s" -> seconds(value);
      case "bytes" -> new Quantity(value, Quantity.Kind.BYTES);
      case "ratio" -> new Quantity(value, Quantity.Kind.RATIO);
      default -> count(value);
    };
  }

  /** Texts and cells one after the other. */
  static Cell phrase(Object... parts) {
    return Phrase.of(parts);
  }

  /** These very words. */
  record Text(String text) implements Cell {
    @Override
    public boolean agrees(String shown) {
      return shown.equals(text);
    }

    @Override
    public String words() {
      return text;
    }

    @Override
    public String form() {
      return Phrase.literal(text);
    }
  }

  /** A number of a file for programs, of which nothing is rounded; empty if it is not known. */
  record Figure(double value) implements Cell {
    /** How far sums may lie apart that were added up in another order. */
    private static final double ROUNDING = 1e-9;

    @Override
    public boolean agrees(String shown) {
      if (Double.isNaN(value) || shown.isEmpty()) {
        return Double.isNaN(value) && shown.isEmpty();
      }
      try {
        double is = Double.parseDouble(shown);
        double size = Math.max(Math.abs(is), Math.abs(value));
        return Math.abs(is - value) <= ROUNDING * Math.max(1, size);
      } catch (NumberFormatException e) {
        return false;
      }
    }

    @Override
    public String words() {
      return Double.isNaN(value) ? "" : Double.toString(value);
    }

    @Override
    public String form() {
      return "\\S*";
    }
  }

  /** A moment, to the millisecond. */
  record Time(long at) implements Cell {
    @Override
    public boolean agrees(String shown) {
      try {
        return Instant.parse(shown).equals(Instant.ofEpochMilli(at));
      } catch (DateTimeParseException e) {
        return false;
      }
    }

    @Override
    public String words() {
      return Instant.ofEpochMilli(at).toString();
    }

    @Override
    public String form() {
      return "\\S+";
    }
  }
}
