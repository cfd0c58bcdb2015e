package catena.recompute.sheet;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number as it is shown to people: rounded, with a unit; a dash if it is not known.
 *
 * @param value in whole units, seconds, milliseconds, bytes, or as a share; NaN if not known
 */
public record Quantity(double value, Kind kind) implements Cell {
  /** What kind of number. */
  public enum Kind {
    /** {@code 1,234,567}, {@code 43.06 k}. */
    COUNT("NUMBER(?: [kMBT]\\b)?"),
    /** {@code 4.20 s}, {@code 3m05s}; spans of that form are cut off, not rounded. */
    SECONDS("(?:NUMBER s\\b|(?:\\d+[dhms])+\\b)"),
    /** {@code 0.85 ms}, {@code 12.1 s}. */
    MILLIS("NUMBER m?s\\b"),
    /** {@code 512 B}, {@code 64.0 KiB}. */
    BYTES("NUMBER (?:[KMGTPE]i)?B\\b"),
    /** {@code 43.1 %}. */
    RATIO("NUMBER %"),
    /** {@code 237,000}, of which three digits count. */
    ROUGH("NUMBER");

    private final String form;

    Kind(String form) {
      this.form = form.replace("NUMBER", "[-+]?(?:\\d[\\d,]*)(?:\\.\\d+)?");
    }
  }

  private static final String UNKNOWN = "–";
  private static final Pattern ROUNDED =
      Pattern.compile("([-+]?[\\d,]+)(?:\\.(\\d+))?(?: ([A-Za-z%]+))?");
  private static final Pattern SPAN = Pattern.compile("(\\d+)([dhms])");
  private static final Map<String, Double> UNITS = new HashMap<>();

  static {
    Map<String, Double> si = Map.of("k", 1e3, "M", 1e6, "B", 1e9, "T", 1e12);
    si.forEach((unit, size) -> UNITS.put(Kind.COUNT + unit, size));
    UNITS.put(Kind.COUNT.name(), 1.0);
    UNITS.put(Kind.ROUGH.name(), 1.0);
    UNITS.put(Kind.SECONDS + "s", 1.0);
    UNITS.put(Kind.MILLIS + "ms", 1.0);
    UNITS.put(Kind.MILLIS + "s", 1000.0);
    UNITS.put(Kind.BYTES + "B", 1.0);
    for (int i = 1; i <= 6; i++) {
      UNITS.put(Kind.BYTES + "KMGTPE".substring(i - 1, i) + "iB", Math.pow(1024, i));
    }
    UNITS.put(Kind.RATIO + "%", 0.01);
  }

  private static final Map<String, Integer> SECONDS =
      Map.of("d", 86_400, "h", 3600, "m", 60, "s", 1);

  /** What a shown number may stand for. */
  private record Range(double least, double most) {}

  @Override
  public boolean agrees(String shown) {
    if (Double.isNaN(value) || shown.equals(UNKNOWN)) {
      return Double.isNaN(value) && shown.equals(UNKNOWN);
    }
    return range(shown)
        .filter(range -> range.least() <= value && value <= range.most())
        .isPresent();
  }

  private Optional<Range> range(String shown) {
    Matcher rounded = ROUNDED.matcher(shown);
    if (rounded.matches()) {
      String unit = rounded.group(3) == null ? "" : rounded.group(3);
      Double size = UNITS.get(kind + unit);
      if (size == null) {
        return kind == Kind.SECONDS ? span(shown) : Optional.empty();
      }
      String digits = rounded.group(2) == null ? "" : rounded.group(2);
      double number =
          Double.parseDouble(rounded.group(1).replace(",", "") + "." + digits + "0") * size;
      double rough = Math.max(1, Math.pow(10, Math.floor(Math.log10(Math.abs(number))) - 2));
      double half =
          kind == Kind.ROUGH
              ? rough
              : 0.5 * Math.pow(10, -digits.length()) * size * (1 + 1e-6) + 1e-9;
      return Optional.of(new Range(number - half, number + half));
    }
    return kind == Kind.SECONDS ? span(shown) : Optional.empty();
  }

  /** A span, cut off at its last unit; a millisecond may be lost on the way. */
  private static Optional<Range> span(String shown) {
    Matcher each = SPAN.matcher(shown);
    double seconds = 0;
    double last = 0;
    int end = 0;
    while (each.find() && each.start() == end) {
      last = SECONDS.get(each.group(2));
      seconds += Long.parseLong(each.group(1)) * last;
      end = each.end();
    }
    return end == shown.length() && last > 0
        ? Optional.of(new Range(seconds - 0.001, seconds + last + 0.001))
        : Optional.empty();
  }

  @Override
  public String words() {
    return Double.isNaN(value)
        ? UNKNOWN
        : value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  @Override
  public String form() {
    return "(?:" + kind.form + "|" + UNKNOWN + ")";
  }
}
