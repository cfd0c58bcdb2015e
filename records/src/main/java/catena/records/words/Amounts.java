// SPDX-License-Identifier: Apache-2.0
package catena.records.words;

import java.time.Duration;
import java.util.Locale;

/** Numbers and times as a person reads them. */
public final class Amounts {
  private Amounts() {}

  /** {@code 1,234,567}. */
  public static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 0.5/s}, {@code 980/s}, {@code 98.0 k/s}, {@code 1.25 M/s}. */
  public static String rate(double perSecond) {
    if (perSecond >= 1e6) {
      return String.format(Locale.ROOT, "%.2f M/s", perSecond / 1e6);
    } else if (perSecond >= 1e4) {
      return String.format(Locale.ROOT, "%.1f k/s", perSecond / 1e3);
    }
    return String.format(
        Locale.ROOT, perSecond > 0 && perSecond < 10 ? "%.1f/s" : "%.0f/s", perSecond);
  }

  /** {@code 980}, {@code 9.8 k}, {@code 389 k}, {@code 2.1 M}, {@code 1.2 G}. */
  public static String large(long number) {
    if (number < 1000) {
      return Long.toString(number);
    }
    String units = "kMGTPE";
    int unit = 0;
    double rest = number / 1e3;
    while (rest >= 999.5 && unit < units.length() - 1) {
      rest /= 1e3;
      unit++;
    }
    return String.format(
        Locale.ROOT, rest < 99.95 ? "%.1f %s" : "%.0f %s", rest, units.charAt(unit));
  }

  /** {@code 0.85 ms}, {@code 680 ms}, {@code 1.2 s}, {@code 3m20s}. */
  public static String latency(Duration latency) {
    double millis = latency.toNanos() / 1e6;
    if (millis >= 120_000) {
      return span(latency);
    }
    if (millis >= 999.5) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
    }
    return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.0f ms", millis);
  }

  /** {@code 0.4 s}, {@code 83.0 s}, of milliseconds. */
  public static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
  }

  /** {@code 45s}, {@code 2m10s}, {@code 3h05m}, {@code 2d04h}. */
  public static String span(Duration span) {
    long s = Math.max(0, span.toSeconds());
    if (s < 60) {
      return s + "s";
    } else if (s < 3600) {
      return String.format(Locale.ROOT, "%dm%02ds", s / 60, s % 60);
    } else if (s < 86_400) {
      return String.format(Locale.ROOT, "%dh%02dm", s / 3600, s / 60 % 60);
    }
    return String.format(Locale.ROOT, "%dd%02dh", s / 86_400, s / 3600 % 24);
  }

  /** {@code 512 B}, {@code 64.0 MiB}. */
  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int unit = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    return String.format(
        Locale.ROOT, "%.1f %siB", bytes / (double) (1L << (10 * unit)), "KMGTPE".charAt(unit - 1));
  }
}
