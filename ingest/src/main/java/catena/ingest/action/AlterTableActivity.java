// SPDX-License-Identifier: Apache-2.0
package catena.ingest.action;

import catena.harness.activity.CallerContext;
import catena.ingest.table.TableSettings;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.accumulo.core.client.AccumuloClient;

/** Changes properties of a table: its split threshold from one phase to the next. */
public final class AlterTableActivity extends TableAction {
  private static final String SUMMARIZER = "table.summarizer.";

  /** The activity. */
  public AlterTableActivity() {
    super(
        "altertable",
        "change properties of the table, such as its split threshold",
        "Accumulo's shell has config",
        TableSettings.CHANGEABLE);
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    problems.check(
        () -> {
          Set<String> changed = TableSettings.properties(own).keySet();
          problems.unless(
              !changed.isEmpty(),
              "altertable has nothing to change: give table.prop.table.split.threshold=128G, or"
                  + " another property below table.prop.");
          problems.unless(
              changed.stream().noneMatch(key -> key.startsWith("table.iterator.")),
              "altertable changes no iterators, since they decide what a table must return: make"
                  + " the table with them");
        });
  }

  @Override
  void check(AccumuloClient client, String table, Settings settings) throws Exception {
    super.check(client, table, settings);
    TableSettings.checkKnown(
        TableSettings.properties(settings).keySet(),
        client.instanceOperations().getSystemConfiguration().keySet());
  }

  /**
   * A property without a value goes back to the instance's. A summarizer is removed with its
   * options: from options alone servers make none, and then write no files of the table.
   */
  static void apply(Map<String, String> properties, Map<String, String> asked) {
    asked.forEach(
        (key, value) -> {
          if (value.isEmpty()) {
            properties.remove(key);
            if (key.startsWith(SUMMARIZER)) {
              properties.keySet().removeIf(each -> each.startsWith(key + ".opt."));
            }
          } else {
            properties.put(key, value);
          }
        });
  }

  @Override
  String perform(AccumuloClient client, String table, Settings settings, Consumer<String> waiting)
      throws Exception {
    Map<String, String> asked = TableSettings.properties(settings);
    client.tableOperations().modifyProperties(table, properties -> apply(properties, asked));
    return "table %s: %s"
        .formatted(
            table,
            asked.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", ")));
  }
}
