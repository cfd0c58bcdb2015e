// SPDX-License-Identifier: Apache-2.0
package catena.verify.files;

import catena.harness.accumulo.TableName;
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

  /** How long it may take. */
  public static final Setting<Duration> LIMIT =
      Setting.ofDuration(
          "summaries.limit",
          "30m",
          Duration.ofSeconds(1),
          Duration.ofDays(30),
          "how long the flush and the servers' answer may take, else UNKNOWN");

  /** Findings printed. */
  public static final Setting<Long> PRINTED =
      Setting.ofLong(
          "summaries.findings.printed",
          20,
          0,
          Long.MAX_VALUE,
          "the most findings that are printed; the journal has all rows that are known");

  /** All of them. */
  public static final List<Setting<?>> ALL = List.of(TableName.SETTING, FLUSH, LIMIT, PRINTED);

  private SummariesSettings() {}
}
