package catena.agitator;

import catena.agitator.growth.GrowthPlan;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.time.Duration;
import java.util.List;

/** What can be set for servers that are added. */
final class AddServersSettings {
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

  private static final Setting<Duration> LIMIT =
      Setting.ofDuration(
          "addservers.limit",
          "10m",
          Duration.ofSeconds(1),
          Duration.ofDays(7),
          "how long a new server may take to register, then to host a tablet, and then the tablets"
              + " to be balanced, else UNKNOWN");

  private static final Setting<Duration> REST =
      Setting.ofDuration(
          "addservers.rest",
          "0s",
          Duration.ZERO,
          Duration.ofDays(30),
          "how long the phase goes on when the tablets are balanced with the last server: clients"
              + " that have no end of their own work as long");

  /** All that the activity reads. */
  static final List<Setting<?>> ALL =
      List.of(COUNT, AFTER, EVERY, LIMIT, REST, AgitateSettings.CONTROL);

  private AddServersSettings() {}

  static GrowthPlan plan(Settings own) {
    return new GrowthPlan(
        own.get(COUNT), own.get(AFTER), own.get(EVERY), own.get(LIMIT), own.get(REST));
  }
}
