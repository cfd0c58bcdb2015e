package catena.report.history;

import java.util.Locale;

/** The units that other parts of a run write, in the few words that the report's axes know. */
public final class Units {
  private Units() {}

  /**
   * The unit of a number.
   *
   * @param name a share is told from a count by it
   */
  public static String plain(String name, String unit) {
    return name.endsWith(".ratio") && plain(unit).isEmpty() ? "ratio" : plain(unit);
  }

  /** {@code /s}, {@code bytes}, {@code bytes/s}, {@code ms}, {@code s}, {@code ratio}, or empty. */
  public static String plain(String unit) {
    String word = unit.strip().toLowerCase(Locale.ROOT);
    return switch (word) {
      case "b", "byte", "bytes" -> "bytes";
      case "b/s", "bytes/s", "bytes per second" -> "bytes/s";
      case "1/s", "/s", "per second", "entries/s", "operations/s" -> "/s";
      case "ms", "milliseconds", "millis" -> "ms";
      case "s", "seconds" -> "s";
      case "ratio", "fraction" -> "ratio";
      case "1", "count", "number", "" -> "";
      // A noun is a count of what its plot is about.
      default -> word.endsWith("/s") ? "/s" : "";
    };
  }
}
