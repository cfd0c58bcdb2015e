// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.graph.GraphSpec;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.Work;
import catena.ingest.table.GraphSettings;
import catena.ingest.table.TableMaker;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import java.util.List;

/** Makes a table for a graph. */
public final class CreateTableActivity implements Activity {
  /** The settings that it reads. */
  public static final List<Setting<?>> SETTINGS = TableMaker.SETTINGS;

  @Override
  public Description description() {
    return Description.of(
            "createtable", "create a table for a graph, with its splits and properties", SETTINGS)
        .examples(
            "bin/catena createtable -c client.properties",
            "bin/catena createtable -c client.properties -o table.splits.per.tserver=8")
        .effect(Effect.WRITES);
  }

  /**
   * The graph of the table that is made; its seed is 0 if the settings name none.
   *
   * @throws catena.records.words.UsageException with every reason why they define no graph
   */
  public static GraphSpec graph(Settings own) {
    return GraphSettings.fresh(own, 0);
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    TableMaker.check(own, problems);
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    TableMaker maker =
        new TableMaker(site.connection().client(), own, site::seed, site.terminal()::note);
    maker.check();
    return run -> maker.make(run, "");
  }
}
