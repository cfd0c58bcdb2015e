// SPDX-License-Identifier: Apache-2.0
package catena.harness.accumulo;

import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.AccumuloClient;

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

  /** What to throw where the cluster has no table of this name: says so, and what to do. */
  public static UsageException missing(String table) {
    return new UsageException(
        "There is no table "
            + table
            + ": name another with table.name, or make it with createtable");
  }
}
