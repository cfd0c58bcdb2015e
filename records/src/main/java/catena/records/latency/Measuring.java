// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.settings.Texts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the clients of a part are measured.
 *
 * @param every an interval
 * @param digits how many significant digits of a latency are distinguished
 */
public record Measuring(Duration every, int digits) {
  /** How long an interval is. */
  public static final Setting<Duration> INTERVAL =
      Setting.ofDuration(
          "measure.interval",
          "10s",
          Duration.ofMillis(100),
          Duration.ofDays(1),
          "how often clients write their latencies and throughput");

  /** How exact latencies are. */
  public static final Setting<Optional<Integer>> DIGITS =
      Setting.optional(
          Setting.ofInt(
              "measure.digits",
              3,
              1,
              4,
              "how many digits of a latency are kept; empty: 3, and 2 where workers lengthen"
                  + " measure.interval"));

  /** All of them, for a part that measures its clients. */
  public static final List<Setting<?>> SETTINGS = List.of(INTERVAL, DIGITS);

  /** The significant digits of this project's histograms unless set otherwise. */
  public static final int USUAL_DIGITS = 3;

  private static final int DIGITS_OF_MANY = 2;

  /** As a part's settings say. */
  public static Measuring of(Settings settings) {
    return new Measuring(settings.get(INTERVAL), settings.get(DIGITS).orElse(USUAL_DIGITS));
  }

  /**
   * What a worker's part has instead of the settings of the whole run.
   *
   * @param whole the part's settings in the run
   * @param least how long an interval is at least in a run of so many workers
   * @return settings by key; empty where nothing is different
   */
  public static Map<String, String> ofWorker(Settings whole, Duration least) {
    if (least.compareTo(whole.get(INTERVAL)) <= 0) {
      return Map.of();
    }
    return Map.of(
        INTERVAL.key(),
        Texts.duration(least),
        DIGITS.key(),
        Integer.toString(whole.get(DIGITS).orElse(DIGITS_OF_MANY)));
  }
}
