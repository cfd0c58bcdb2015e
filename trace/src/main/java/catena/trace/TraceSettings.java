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

  /** All of them. */
  public static final List<Setting<?>> ALL = List.of(TableName.SETTING, INTERVAL);

  private TraceSettings() {}
}
