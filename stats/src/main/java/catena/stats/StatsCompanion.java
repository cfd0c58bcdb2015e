// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.words.UsageException;
import catena.stats.StatsSettings.Part;
import java.io.IOException;
import java.util.List;

/** The samples that every run takes, if what is to be sampled exists. */
public final class StatsCompanion implements Companion {
  @Override
  public String name() {
    return StatsActivity.NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return StatsSettings.ALL;
  }

  @Override
  public Attendance attend(RunContext run, Settings whole)
      throws IOException, InterruptedException {
    if (whole.get(StatsSettings.PARTS).contains(Part.CLUSTER) && !run.site().hasCluster()) {
      return Attendance.NONE;
    }
    // A run that is broken off is sampled to its end.
    try {
      return StatsCollector.start(run, whole, new StopSignal());
    } catch (UsageException e) { // no user asked for it, and another process samples
      run.terminal().note("stats: not sampled here. " + e.getMessage());
      return Attendance.NONE;
    }
  }
}
