// SPDX-License-Identifier: Apache-2.0
package catena.ingest.action;

import catena.graph.GraphSpec;
import catena.harness.accumulo.TableGraph;
import catena.harness.activity.CallerContext;
import catena.ingest.table.TableSettings;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.hadoop.io.Text;

/** Splits a table as {@code createtable} would have. */
public final class SplitActivity extends TableAction {
  /** The activity. */
  public SplitActivity() {
    super(
        "split",
        "split the table evenly, or into tablets for each server",
        "Accumulo's shell has addsplits",
        TableSettings.WHERE);
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    problems.unless(
        TableSettings.isSplit(own),
        "split needs to know where: give table.splits or table.splits.per.tserver");
  }

  @Override
  void check(AccumuloClient client, String table, Settings settings) throws Exception {
    super.check(client, table, settings);
    List<String> unused = rows(client, table, settings);
  }

  private static List<String> rows(AccumuloClient client, String table, Settings settings)
      throws Exception {
    GraphSpec spec =
        TableGraph.load(client, table)
            .orElseThrow(
                () ->
                    new UsageException(
                        "Table %s has no graph that says over which rows to split it: use addsplits of Accumulo's shell"
                            .formatted(table)));
    return TableSettings.splits(settings, spec)
        .apply(client.instanceOperations().getTabletServers().size());
  }

  @Override
  String perform(AccumuloClient client, String table, Settings settings, Consumer<String> waiting)
      throws Exception {
    NavigableSet<Text> rows = new TreeSet<>();
    rows(client, table, settings)
        .forEach(row -> rows.add(new Text(row.getBytes(StandardCharsets.UTF_8))));
    client.tableOperations().addSplits(table, rows);
    return "table %s has %d tablets"
        .formatted(table, client.tableOperations().listSplits(table).size() + 1);
  }
}
