// SPDX-License-Identifier: Apache-2.0
package catena.ingest.action;

import catena.harness.activity.Forecast;
import catena.records.settings.Settings;
import java.util.List;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.CompactionConfig;

/** Makes one file of all files of each tablet. */
public final class CompactActivity extends TableAction {
  /** The activity. */
  public CompactActivity() {
    super(
        "compact",
        "flush the table and make one file of all files of each tablet",
        "Accumulo's shell has compact -w",
        List.of());
  }

  @Override
  public Forecast forecast(Settings own) {
    return Forecast.REWRITES_ALL;
  }

  @Override
  String perform(AccumuloClient client, String table, Settings settings, Consumer<String> waiting)
      throws Exception {
    client.tableOperations().compact(table, new CompactionConfig().setFlush(true).setWait(true));
    return "each tablet of table " + table + " has one file";
  }
}
