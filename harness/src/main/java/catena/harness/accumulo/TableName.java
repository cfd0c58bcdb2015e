// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.TableNotFoundException;

/** Which table all parts of a run work on. */
public final class TableName {
  /** The table's name, with its namespace if it has one. */
  public static final Setting<String> SETTING =
      Setting.ofString("table.name", "ci", "the name of the table");

  private TableName() {}

  /**
   * The table to read: what the user says, else what the first run that has a {@code graph.json}
   * says, else the default.
   *
   * @throws UsageException if a {@code graph.json} cannot be read
   */
  public static String of(Settings settings, List<RunDirectory> runs) {
    if (settings.origin(SETTING.key()).isEmpty()) {
      for (RunDirectory run : runs) {
        Optional<GraphFile> graph = GraphFile.ofRun(run);
        if (graph.isPresent()) {
          return graph.get().table();
        }
      }
    }
    return settings.get(SETTING);
  }

  /**
   * The id of a table.
   *
   * @throws UsageException if there is none of this name
   */
  public static String id(AccumuloClient client, String table) {
    return Optional.ofNullable(client.tableOperations().tableIdMap().get(table))
        .orElseThrow(() -> missing(table));
  }

  /** Checks that what was opened by a table's name is the table of an id, and no later one. */
  public static void check(AccumuloClient client, String table, String id)
      throws TableNotFoundException {
    if (!id.equals(client.tableOperations().tableIdMap().get(table))) {
      throw new TableNotFoundException(id, table, "it was deleted and made anew while it was read");
    }
  }

  /**
   * The ids of the tables whose tablets are to be hosted, the metadata tables' among them; waits as
   * long as Accumulo's client does.
   *
   * @throws AccumuloException if that cannot be read
   */
  public static Set<String> onlineIds(AccumuloClient client) throws AccumuloException {
    Set<String> online = new HashSet<>();
    for (Map.Entry<String, String> table : client.tableOperations().tableIdMap().entrySet()) {
      if (isOnline(client, table.getKey())) {
        online.add(table.getValue());
      }
    }
    return online;
  }

  private static boolean isOnline(AccumuloClient client, String table) throws AccumuloException {
    try {
      return client.tableOperations().isOnline(table);
    } catch (TableNotFoundException e) {
      return false; // Deleted meanwhile: it needs no host.
    }
  }

  /** What to throw where the cluster has no table of this name: says so, and what to do. */
  public static UsageException missing(String table) {
    return new UsageException(
        "There is no table "
            + table
            + ": name another with table.name, or make it with createtable");
  }
}
