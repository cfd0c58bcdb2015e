// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which servers are to be added when.
 *
 * @param count how many tservers
 * @param after from the begin of the phase to the first of them
 * @param every from the begin of one addition to the next, which also waits until the one before is
 *     balanced; zero for all at once
 * @param limit for each thing that is waited for: a lock, a tablet, the balance
 * @param rest from when the tablets are balanced with the last one to the end of the phase
 */
public record GrowthPlan(int count, Duration after, Duration every, Duration limit, Duration rest) {
  private static final Setting<Integer> COUNT =
      Setting.ofInt("addservers.count", 1, 1, 1_000, "how many tservers are added");

  private static final Setting<Duration> AFTER =
      Setting.ofDuration(
          "addservers.after",
          "30s",
          Duration.ZERO,
          Duration.ofDays(30),
          "time from the begin of the phase until the first server is added");

  private static final Setting<Duration> EVERY =
      Setting.ofDuration(
          "addservers.every",
          "0s",
          Duration.ZERO,
          Duration.ofDays(30),
          "time from the begin of one addition to the next, which also waits until the tablets"
              + " are balanced; 0s: all at once");

  /** For a new server to register, then to host a tablet, then for the balance; else UNKNOWN. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private static final Setting<Duration> REST =
      Setting.ofDuration(
          "addservers.rest",
          "0s",
          Duration.ZERO,
          Duration.ofDays(30),
          "how long the phase goes on when the tablets are balanced with the last server: clients"
              + " that have no end of their own work as long");

  /** All that the activity reads. */
  static final List<Setting<?>> SETTINGS =
      List.of(COUNT, AFTER, EVERY, REST, AgitateSettings.CONTROL);

  /** Checks the numbers. */
  public GrowthPlan {
    if (count < 1 || Stream.of(after, every, limit, rest).anyMatch(Duration::isNegative)) {
      throw new IllegalArgumentException(count + " after " + after + " every " + every);
    }
  }

  /** As it is set. */
  static GrowthPlan of(Settings own) {
    return new GrowthPlan(own.get(COUNT), own.get(AFTER), own.get(EVERY), LIMIT, own.get(REST));
  }

  /** In how many steps they come. */
  public int steps() {
    return every.isZero() ? 1 : count;
  }

  /** How many come in a step. */
  public int inStep() {
    return every.isZero() ? count : 1;
  }

  /** How long it takes at least. */
  public Duration least() {
    return after.plus(every.multipliedBy(steps() - 1L)).plus(rest);
  }
}
