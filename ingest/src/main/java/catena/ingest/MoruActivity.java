// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.accumulo.TableName;
import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.RunOptions;
import catena.harness.activity.Scope;
import catena.harness.activity.Site;
import catena.harness.activity.Work;
import catena.ingest.moru.Copying;
import catena.ingest.moru.MoruSettings;
import catena.ingest.table.GraphSettings;
import catena.ingest.table.IngestTarget;
import catena.read.reader.ReadSettings;
import catena.records.settings.Settings;
import catena.records.words.Problems;

/** Reads a table by a MapReduce job and writes all of it again into another. */
public final class MoruActivity implements Activity {
  /** The activity. */
  public MoruActivity() {}

  @Override
  public Description description() {
    return Description.of(
            "moru",
            "read a table by a MapReduce job that writes it again elsewhere",
            MoruSettings.ALL)
        .examples(
            "bin/catena moru -c client.properties runs/soak",
            "bin/catena moru -c client.properties -o job.on=yarn -o moru.table=copy runs/soak")
        .effect(Effect.WRITES)
        .traits(Trait.BESIDE_OTHERS)
        .options(RunOptions::new);
  }

  /** Its table is the one that it writes. */
  @Override
  public Scope scope(Settings own) {
    return new Scope(MoruSettings.table(own), own.get(ReadSettings.RUNS), true);
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.REWRITES_ALL;
  }

  /** Finds out whether a table that a scenario makes is one that a part can copy. */
  public static void checkMade(Settings made, Settings own, Problems problems) {
    if (own.get(TableName.SETTING).equals(made.get(TableName.SETTING))) {
      problems.check(
          () -> IngestTarget.requireOneCell(GraphSettings.fresh(made, 0), MoruSettings.COPIED));
    }
  }

  @Override
  public Work prepare(Site site, Settings own) throws Exception {
    return Copying.prepare(site, own);
  }
}
