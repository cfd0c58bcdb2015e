// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Companion;
import catena.harness.activity.LocalFiles;
import catena.harness.activity.RunContext;
import catena.harness.instance.HadoopConf;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.stats.tested.ClusterSurvey;
import catena.stats.tested.TestedRecorder;
import java.time.Duration;
import java.util.List;

/** The record of what is under test, which every run on a cluster keeps. */
public final class TestedCompanion implements Companion {
  private static final Duration POLL = Duration.ofSeconds(2);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  @Override
  public String name() {
    return "tested";
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(TableName.SETTING, HadoopConf.SETTING);
  }

  @Override
  public Attendance attend(RunContext run, Settings whole) {
    if (!run.site().hasCluster()) {
      return Attendance.NONE;
    }
    HadoopConf hadoop =
        HadoopConf.of(whole, run.site().given().find(LocalFiles.class).map(LocalFiles::hadoopConf));
    return TestedRecorder.start(
        run,
        new ClusterSurvey(run.connection(), hadoop.configuration(), LIMIT),
        whole.get(TableName.SETTING),
        POLL);
  }
}
