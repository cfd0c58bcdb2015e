// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import catena.graph.GraphSpec;
import catena.harness.accumulo.TableGraph;
import catena.harness.activity.Activity;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.ingest.table.TableSettings;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Amounts;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.accumulo.core.client.admin.CompactionConfig;
import org.apache.accumulo.core.client.admin.TableOperations;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.apache.hadoop.io.Text;

/** What can be done to a table as a whole between phases. */
public final class TableActions {
  private static final Setting<Integer> TABLETS =
      Setting.ofInt(
          "merge.tablets", 1, 1, 10_000_000, "how many tablets merge leaves, each of as many");

  private static final String SUMMARIZER = "table.summarizer.";

  /** Changes properties of a table: its split threshold from one phase to the next. */
  static final Activity ALTER_TABLE =
      new TableAction(
              "altertable",
              "change properties of the table, such as its split threshold",
              "Accumulo's shell has config",
              TableSettings.CHANGEABLE,
              TableActions::alter)
          .check(TableActions::checkChanged)
          .require(
              on ->
                  TableSettings.checkKnown(
                      TableSettings.properties(on.settings()).keySet(),
                      on.client().instanceOperations().getSystemConfiguration().keySet()));

  /** Splits a table as {@code createtable} would have. */
  static final Activity SPLIT =
      new TableAction(
              "split",
              "split the table evenly, or into tablets for each server",
              "Accumulo's shell has addsplits",
              TableSettings.WHERE,
              TableActions::split)
          .check(
              (own, problems) ->
                  problems.unless(
                      TableSettings.isSplit(own),
                      "split needs to know where: give table.splits or table.splits.per.tserver"))
          .require(on -> rows(on));

  /** Merges the tablets of a table until few are left. */
  static final Activity MERGE =
      new TableAction(
          "merge",
          "merge the tablets of the table until few are left",
          "Accumulo's shell has merge",
          List.of(TABLETS),
          TableActions::merge);

  /** Writes what the tablet servers hold of a table in memory into files. */
  static final Activity FLUSH =
      new TableAction(
          "flush",
          "write what servers hold of the table in memory into files",
          "Accumulo's shell has flush -w",
          List.of(),
          on -> {
            on.client().tableOperations().flush(on.table(), null, null, true);
            return "table " + on.table() + " is in files";
          });

  /** Makes one file of all files of each tablet. */
  static final Activity COMPACT =
      new TableAction(
              "compact",
              "flush the table and make one file of all files of each tablet",
              "Accumulo's shell has compact -w",
              List.of(),
              on -> {
                on.client()
                    .tableOperations()
                    .compact(on.table(), new CompactionConfig().setFlush(true).setWait(true));
                return "each tablet of table " + on.table() + " has one file";
              })
          .forecast(own -> Forecast.REWRITES_ALL);

  /** Waits until the manager has spread the tablets over the servers, as it does by itself. */
  static final Activity BALANCE =
      new TableAction(
              "balance",
              "wait until the tablets are spread over the tablet servers",
              "Accumulo balances by itself",
              List.of(),
              on -> {
                on.client().instanceOperations().waitForBalance();
                return "the tablets are spread over %d tablet servers"
                    .formatted(on.client().instanceOperations().getTabletServers().size());
              })
          .effect(Effect.WATCHES);

  /** All of them, in the order in which users meet them. */
  public static final List<Activity> ALL =
      List.of(
          new RecreateActivity(),
          ALTER_TABLE,
          SPLIT,
          ManySplits.action(),
          MERGE,
          FLUSH,
          COMPACT,
          BALANCE);

  private TableActions() {}

  private static void checkChanged(Settings own, Problems problems) {
    Set<String> changed = TableSettings.properties(own).keySet();
    problems.unless(
        !changed.isEmpty(),
        "altertable has nothing to change: give table.prop.table.split.threshold=128G, or"
            + " another property below table.prop.");
    problems.unless(
        changed.stream().noneMatch(key -> key.startsWith("table.iterator.")),
        "altertable changes no iterators, since they decide what a table must return: make"
            + " the table with them");
  }

  private static String alter(TableAction.Target on) throws Exception {
    Map<String, String> asked = TableSettings.properties(on.settings());
    on.client()
        .tableOperations()
        .modifyProperties(on.table(), properties -> apply(properties, asked));
    return "table %s: %s"
        .formatted(
            on.table(),
            asked.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", ")));
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

  private static NavigableSet<Text> rows(TableAction.Target on) throws Exception {
    GraphSpec spec =
        TableGraph.load(on.client(), on.table())
            .orElseThrow(
                () ->
                    new UsageException(
                        "Table %s has no graph that says over which rows to split it: use addsplits of Accumulo's shell"
                            .formatted(on.table())));
    return TableSettings.splits(on.settings(), spec)
        .apply(on.client().instanceOperations().getTabletServers().size());
  }

  private static String split(TableAction.Target on) throws Exception {
    on.client().tableOperations().addSplits(on.table(), rows(on));
    return "table %s has %d tablets"
        .formatted(on.table(), on.client().tableOperations().listSplits(on.table()).size() + 1);
  }

  private static String merge(TableAction.Target on) throws Exception {
    TableOperations tables = on.client().tableOperations();
    List<Text> splits = List.copyOf(new TreeSet<>(tables.listSplits(on.table())));
    int wanted = on.settings().get(TABLETS);
    merges(splits, wanted, (after, upTo) -> tables.merge(on.table(), after, upTo));
    return merged(on.table(), splits.size() + 1, tables.listSplits(on.table()).size() + 1, wanted);
  }

  /**
   * Merges so that a number of tablets is left; nothing if there are no more than that.
   *
   * @param splits the present split points, in their order
   * @param tablets how many to leave
   * @param merge makes one of the tablets after a split point, up to another; null stands for
   *     either end of the table
   */
  static <E extends Exception> void merges(
      List<Text> splits, int tablets, FailableBiConsumer<Text, Text, E> merge) throws E {
    int there = splits.size() + 1;
    int begin = 0;
    for (int i = 1; i <= tablets && there > tablets; i++) {
      int end = (int) ((long) there * i / tablets);
      if (end - begin > 1) {
        merge.accept(
            begin == 0 ? null : splits.get(begin - 1), end == there ? null : splits.get(end - 1));
      }
      begin = end;
    }
  }

  /**
   * What was merged, for users.
   *
   * @param before tablets
   * @param left tablets after it
   * @param wanted how many were to be left
   * @throws IOException if more are left
   */
  static String merged(String table, int before, int left, int wanted) throws IOException {
    if (left > wanted) {
      throw new IOException(
          "table %s has %s tablets of %s where merge was to leave %s: they have split again; raise table.split.threshold before (altertable)"
              .formatted(
                  table, Amounts.grouped(left), Amounts.grouped(before), Amounts.grouped(wanted)));
    }
    return "table %s has %s tablets of %s"
        .formatted(table, Amounts.grouped(left), Amounts.grouped(before));
  }
}
