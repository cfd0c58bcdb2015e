// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.harness.accumulo.TableName;
import catena.harness.job.JobSettings;
import catena.harness.job.Runner;
import catena.read.reader.ReadSettings;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What can be set for a copy. */
public final class MoruSettings {
  private static final String SUFFIX = "_moru";

  private static final Setting<String> TABLE =
      Setting.ofString(
          "moru.table",
          "",
          "the table that everything is written into, made with the same graph and splits (empty:"
              + " table.name with "
              + SUFFIX
              + " behind it)");

  private static final JobSettings JOB = new JobSettings("moru");

  /** Map tasks at most: one for each tablet, or for several where there are more. */
  static final int MOST_MAPS = 4096;

  private static final Setting<Duration> STALL_LIMIT =
      Setting.ofDuration(
          "moru.stall.limit",
          "10m",
          Duration.ofSeconds(1),
          Duration.ofDays(7),
          "how long to wait for the next entry to be copied, for example while a tablet has no"
              + " host, else UNKNOWN");

  /** All of them. */
  public static final List<Setting<?>> ALL =
      Stream.of(
              List.of(
                  TableName.SETTING, ReadSettings.RUNS, ReadSettings.PRINTED, TABLE, STALL_LIMIT),
              JOB.all())
          .<Setting<?>>flatMap(List::stream)
          .toList();

  private MoruSettings() {}

  /** The name of the other table. */
  public static String table(Settings settings) {
    String named = settings.get(TABLE);
    return named.isEmpty() ? settings.get(TableName.SETTING) + SUFFIX : named;
  }

  /** Where the job runs. */
  public static Runner.JobPlace place(Settings settings) {
    return JOB.place(settings);
  }

  static Duration stallLimit(Settings settings) {
    return settings.get(STALL_LIMIT);
  }

  static long printed(Settings settings) {
    return settings.get(ReadSettings.PRINTED);
  }
}
