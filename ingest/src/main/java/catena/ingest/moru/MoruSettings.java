// SPDX-License-Identifier: Apache-2.0
package catena.ingest.moru;

import catena.harness.accumulo.TableName;
import catena.harness.job.JobSettings;
import catena.read.reader.ReadSettings;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.util.List;

/** What can be set for a copy. */
public final class MoruSettings {
  /** What is done to a graph, for messages that refuse it. */
  public static final String COPIED = "copied (moru)";

  private static final String SUFFIX = "_moru";

  private static final Setting<String> TABLE =
      Setting.ofString(
          "moru.table",
          "",
          "the table that everything is written into, made with the same graph and splits (empty:"
              + " table.name with "
              + SUFFIX
              + " behind it)");

  /** Most map tasks: one for each tablet, or for several if there are more tablets. */
  static final int MOST_MAPS = 4096;

  /** All of them. */
  public static final List<Setting<?>> ALL =
      Setting.all(
          List.of(TableName.SETTING, ReadSettings.RUNS, ReadSettings.PRINTED, TABLE),
          JobSettings.ALL);

  private MoruSettings() {}

  /** The name of the other table. */
  public static String table(Settings settings) {
    String named = settings.get(TABLE);
    return named.isEmpty() ? settings.get(TableName.SETTING) + SUFFIX : named;
  }
}
