// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.harness.activity.Activity;
import catena.harness.activity.Description;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunOptions;
import catena.harness.activity.Scope;
import catena.harness.activity.Work;
import catena.ingest.moru.Copying;
import catena.ingest.table.IngestTarget;
import catena.read.reader.ReadSettings;
import catena.records.settings.Settings;

/** Reads a table by a MapReduce job and writes all of it again into another. */
public final class MoruActivity implements Activity {
  @Override
  public Description description() {
    return Description.of(
            "moru",
            "read a table by a MapReduce job that writes it again elsewhere",
            Copying.SETTINGS)
        .examples(
            "bin/catena moru -c client.properties runs/soak",
            "bin/catena moru -c client.properties -o job.on=yarn -o moru.table=copy runs/soak")
        .effect(Effect.WRITES)
        .traits(Trait.BESIDE_OTHERS)
        .graph((made, own, all) -> IngestTarget.requireOneCell(made, Copying.COPIED))
        .options(RunOptions::new);
  }

  /** Its table is the one that it writes. */
  @Override
  public Scope scope(Settings own) {
    return new Scope(Copying.table(own), own.get(ReadSettings.RUNS), true);
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.REWRITES_ALL;
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    return Copying.prepare(site, own);
  }
}
