// SPDX-License-Identifier: Apache-2.0
package catena.ingest.action;

import catena.records.settings.Settings;
import java.util.List;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;

/** Writes what the tablet servers hold of a table in memory into files. */
public final class FlushActivity extends TableAction {
  /** The activity. */
  public FlushActivity() {
    super(
        "flush",
        "write what servers hold of the table in memory into files",
        "Accumulo's shell has flush -w",
        List.of());
  }

  @Override
  String perform(AccumuloClient client, String table, Settings settings, Consumer<String> waiting)
      throws Exception {
    client.tableOperations().flush(table, null, null, true);
    return "table " + table + " is in files";
  }
}
