// SPDX-License-Identifier: Apache-2.0
package catena.verify.files;

import catena.harness.accumulo.TableName;
import catena.read.reader.ReadSettings;
import catena.records.settings.Setting;
import java.time.Duration;
import java.util.List;

/** What can be set for asking after the summaries of a table's files. */
public final class SummariesSettings {
  /** Whether the table is flushed before. */
  public static final Setting<Boolean> FLUSH =
      Setting.ofBoolean(
          "summaries.flush",
          true,
          "whether what servers hold of the table in memory is written into files before, and so"
              + " judged");

  /** How long the flush and the servers' answer may take, else UNKNOWN. */
  public static final Duration LIMIT = Duration.ofMinutes(30);

  /** All of them. */
  public static final List<Setting<?>> ALL =
      List.of(TableName.SETTING, FLUSH, ReadSettings.PRINTED);

  private SummariesSettings() {}
}
