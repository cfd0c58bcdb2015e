// SPDX-License-Identifier: Apache-2.0
package catena.ingest.load;

import catena.harness.job.JobSettings;
import catena.ingest.write.BulkPlan;
import catena.records.settings.Setting;
import java.util.List;

/** What is loaded by a job, and where it runs. */
public final class LoadPlanSettings {
  /** How many writers. */
  public static final Setting<Integer> WRITERS =
      Setting.ofInt(
          "bulk.writers", 1, 1, 10_000, "new writers whose blocks are loaded, all in one import");

  /** How many blocks of each. */
  public static final Setting<Long> BLOCKS =
      Setting.ofLong(
          "bulk.blocks",
          1,
          1,
          1L << 40,
          "whole blocks of each writer: graph.depth windows of graph.flush.interval nodes");

  /** Most map tasks, and files: one for each tablet, or for several if there are more tablets. */
  static final int MOST_MAPS = 1000;

  /** All of them. */
  public static final List<Setting<?>> ALL =
      Setting.all(List.of(WRITERS, BLOCKS, BulkPlan.DIRECTORY), JobSettings.ALL);

  private LoadPlanSettings() {}
}
