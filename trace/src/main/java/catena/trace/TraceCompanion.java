// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** The record of where each tablet is hosted, and the causes of what was lost. */
public final class TraceCompanion implements Companion {
  /** How often the recorder polls. */
  static final Setting<Duration> INTERVAL =
      Setting.ofDuration(
          "trace.interval",
          "1s",
          Duration.ofMillis(100),
          Duration.ofHours(1),
          "how often a run scans where each tablet is hosted");

  /** All that the recording of tablets and the search for causes read. */
  static final List<Setting<?>> SETTINGS = List.of(TableName.SETTING, INTERVAL);

  @Override
  public String name() {
    return "trace";
  }

  @Override
  public List<Setting<?>> settings() {
    return SETTINGS;
  }

  @Override
  public Attendance attend(RunContext run, Settings whole) throws IOException {
    if (!run.site().hasCluster()) {
      return Attendance.NONE;
    }
    return TabletRecorder.start(
        run.connection(),
        whole.get(TableName.SETTING),
        run.directory(),
        run.clock(),
        whole.get(INTERVAL));
  }

  @Override
  public PartOutcome after(RunContext run, Settings whole) throws IOException {
    Optional<Connection> now =
        run.site().hasCluster() ? Optional.of(run.connection()) : Optional.empty();
    return Tracer.outcome(Tracer.trace(run.directory(), now, ZoneId.systemDefault()));
  }
}
