// SPDX-License-Identifier: Apache-2.0
package catena.ingest.action;

import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Amounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.hadoop.io.Text;

/** Merges the tablets of a table until few are left. */
public final class MergeActivity extends TableAction {
  private static final Setting<Integer> TABLETS =
      Setting.ofInt(
          "merge.tablets", 1, 1, 10_000_000, "how many tablets merge leaves, each of as many");

  /**
   * Tablets that become one: those after a split point, up to another.
   *
   * @param after exclusive; empty for the first tablet of the table
   * @param upTo inclusive; empty for the last one
   */
  record Range(Optional<Text> after, Optional<Text> upTo) {}

  /** The activity. */
  public MergeActivity() {
    super(
        "merge",
        "merge the tablets of the table until few are left",
        "Accumulo's shell has merge",
        List.of(TABLETS));
  }

  /**
   * What to merge so that a number of tablets is left.
   *
   * @param splits the present split points, in their order
   * @param tablets how many to leave
   * @return nothing if there are no more than that
   */
  static List<Range> plan(List<Text> splits, int tablets) {
    List<Range> ranges = new ArrayList<>();
    int there = splits.size() + 1;
    if (there <= tablets) {
      return ranges;
    }
    int begin = 0;
    for (int i = 1; i <= tablets; i++) {
      int end = (int) ((long) there * i / tablets);
      if (end - begin > 1) {
        ranges.add(new Range(split(splits, begin), split(splits, end)));
      }
      begin = end;
    }
    return ranges;
  }

  /** The split point after so many tablets; empty at either end of the table. */
  private static Optional<Text> split(List<Text> splits, int tablets) {
    return tablets == 0 || tablets > splits.size()
        ? Optional.empty()
        : Optional.of(splits.get(tablets - 1));
  }

  @Override
  String perform(AccumuloClient client, String table, Settings settings, Consumer<String> waiting)
      throws Exception {
    List<Text> splits = new ArrayList<>(new TreeSet<>(client.tableOperations().listSplits(table)));
    for (Range each : plan(splits, settings.get(TABLETS))) {
      client.tableOperations().merge(table, each.after().orElse(null), each.upTo().orElse(null));
    }
    int left = client.tableOperations().listSplits(table).size() + 1;
    return summary(table, splits.size() + 1, left, settings.get(TABLETS));
  }

  /**
   * What was done, for users.
   *
   * @param before tablets
   * @param left tablets after it
   * @param wanted how many were to be left
   * @throws IOException if more are left
   */
  static String summary(String table, int before, int left, int wanted) throws IOException {
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
