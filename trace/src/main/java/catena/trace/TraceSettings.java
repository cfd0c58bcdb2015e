// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.harness.accumulo.TableName;
import catena.records.settings.Setting;
import java.time.Duration;
import java.util.List;

/** What can be set for the recording of tablets and the search for causes. */
public final class TraceSettings {
  /** How often the recorder looks. */
  public static final Setting<Duration> INTERVAL =
      Setting.ofDuration(
          "trace.interval",
          "1s",
          Duration.ofMillis(100),
          Duration.ofHours(1),
          "how often a run looks where each tablet is hosted");

  /** How many findings are traced. */
  static final Setting<Integer> MOST =
      Setting.ofInt(
          "trace.findings.most",
          100_000,
          1,
          10_000_000,
          "the most findings that are traced, drawn evenly from all; the others are counted");

  /** How many rows are looked for. */
  static final Setting<Integer> ROWS =
      Setting.ofInt(
          "trace.rows.looked",
          20,
          0,
          100_000,
          "rows of each group that are looked up in files and logs; 0: none");

  /** All of them. */
  public static final List<Setting<?>> ALL = List.of(TableName.SETTING, INTERVAL, MOST, ROWS);

  private TraceSettings() {}
}
