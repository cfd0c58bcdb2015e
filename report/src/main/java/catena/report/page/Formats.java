// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.words.Amounts;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The formats of numbers in a report; what is not known is a dash. */
public final class Formats {
  public static final String NONE = "–";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private static final Pattern MOMENT = Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z)");

  private Formats() {}

  /** {@code 1,234,567}; rounded to a whole number. */
  public static String whole(double number) {
    return Double.isNaN(number) ? NONE : Amounts.grouped(Math.round(number));
  }

  /** {@code 980}, {@code 98.0 k}, {@code 1.25 M}, {@code 7.56 T}. */
  public static String large(double number) {
    if (Double.isNaN(number)) {
      return NONE;
    }
    double size = Math.abs(number);
    if (size < 10_000) {
      return short4(number);
    }
    String[] units = {"k", "M", "B", "T"};
    int unit = Math.min(units.length, (int) (Math.log10(size) / 3));
    return short4(number / Math.pow(1000, unit)) + " " + units[unit - 1];
  }

  /** Up to four significant digits. */
  public static String short4(double number) {
    if (Double.isNaN(number)) {
      return NONE;
    }
    double size = Math.abs(number);
    int digits = size >= 1000 || number == Math.rint(number) ? 0 : size >= 100 ? 1 : 2;
    if (size > 0 && size < 0.1) {
      digits = size < 0.01 ? 4 : 3;
    }
    return String.format(Locale.ROOT, "%,." + digits + "f", number);
  }

  /** {@code 0.85 ms}, {@code 12.1 s}. */
  public static String millis(double millis) {
    if (Double.isNaN(millis)) {
      return NONE;
    }
    return millis < 1000 ? short4(millis) + " ms" : short4(millis / 1000) + " s";
  }

  /** {@code 4.20 s}, {@code 3m05s}. */
  public static String seconds(double seconds) {
    if (Double.isNaN(seconds)) {
      return NONE;
    }
    return seconds < 120
        ? short4(seconds) + " s"
        : Amounts.span(Duration.ofMillis((long) (seconds * 1000)));
  }

  /** A number in its unit. */
  static String value(double value, String unit) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    return switch (unit) {
      case "ms" -> millis(value);
      case "s" -> seconds(value);
      case "ratio" -> short4(100 * value) + " %";
      case "bytes", "B" -> Amounts.bytes((long) value);
      case "" -> large(value);
      default -> large(value) + (unit.startsWith("/") ? unit : " " + unit);
    };
  }

  /** {@code p50}, {@code p99.9}. */
  static String percentile(double percentile) {
    return "p" + BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
  }

  /** {@code +12.3 %}. */
  static String change(double from, double to) {
    if (Double.isNaN(from) || Double.isNaN(to) || from == 0) {
      return from == to ? "0 %" : NONE;
    }
    return String.format(Locale.ROOT, "%+.1f %%", 100 * (to - from) / Math.abs(from));
  }

  /** {@code 2026-01-31 12:00:00}, of milliseconds since 1970. */
  public static String time(long at, ZoneId zone) {
    return TIME.withZone(zone).format(Instant.ofEpochMilli(at));
  }

  /** A sentence of a file as a page has it: moments, there in ISO 8601, in whole seconds. */
  static String sentence(String text, ZoneId zone) {
    return MOMENT
        .matcher(text.replaceAll("since (\\w+) as of " + MOMENT, "since $2, when it was $1"))
        .replaceAll(
            found ->
                instant(found.group())
                    .map(at -> time(at.toEpochMilli(), zone))
                    .orElse(found.group()));
  }

  /** Parses ISO 8601, the format in files; empty for anything else. */
  public static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** The text without line ends and terminal controls, which a cluster's text may hold. */
  public static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  /** The text with a capital first letter, as at the begin of a sentence. */
  public static String capital(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
