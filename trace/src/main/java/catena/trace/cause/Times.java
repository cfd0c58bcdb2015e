// SPDX-License-Identifier: Apache-2.0
package catena.trace.cause;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as a person reads them. */
public final class Times {
  private final DateTimeFormatter day;
  private final DateTimeFormatter time;

  /** Times of a zone. */
  public Times(ZoneId zone) {
    this.day = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
    this.time = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(zone);
  }

  /** With the day, to the second. */
  String withDay(long millis) {
    return day.format(Instant.ofEpochMilli(millis));
  }

  /** Without the day, to the millisecond. */
  String timeOf(long millis) {
    return time.format(Instant.ofEpochMilli(millis));
  }

  /** A span of time. */
  static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }
}
