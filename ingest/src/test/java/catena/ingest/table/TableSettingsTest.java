// SPDX-License-Identifier: Apache-2.0
package catena.ingest.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCodec;
import catena.harness.accumulo.TableName;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableSettingsTest {
  private static final GraphSpec SPEC = GraphSpec.ofSeed(1);

  @TempDir Path temporary;

  private static Settings settings(Map<String, String> given) {
    return Settings.resolve(TableSettings.ALL, List.of(Layer.of("-o", given)));
  }

  @Test
  void evenSplitsCutTheRangeIntoEqualTablets() {
    assertThat(even(0, 1L << 32, 3))
        .containsExactly("0000000040000000", "0000000080000000", "00000000c0000000");
    assertThat(even(100, 104, 3))
        .containsExactly("0000000000000065", "0000000000000066", "0000000000000067");
    assertThat(even(0, Long.MAX_VALUE, 1)).containsExactly("3fffffffffffffff");
    assertThatThrownBy(() -> TableSettings.even(100, 104, 4)).hasMessageContaining("give fewer");
  }

  private static List<String> even(long rowMin, long rowMax, int number) {
    return TableSettings.even(rowMin, rowMax, number).stream().map(Text::toString).toList();
  }

  @Test
  void splitsPerServerMakeThatManyTabletsForEach() {
    assertThat(
            TableSettings.splits(settings(Map.of("table.splits.per.tserver", "4")), SPEC).apply(3))
        .hasSize(11);
  }

  /** Each tablet has the same part of a window's nodes, whatever the law is. */
  @Test
  void splitPointsFollowTheLawOfTheRows() {
    for (String rows : List.of("even", "power:0.5", "power:1.0", "power:3.0")) {
      GraphSpec spec = SPEC.with("rows", rows);
      Graph graph = new Graph(spec);
      Set<Text> splits = TableSettings.splits(settings(Map.of("table.splits", "6")), spec).apply(1);
      int[] nodes = new int[7];
      for (int index = 0; index < spec.flushInterval(); index += 10) {
        Text row = new Text(NodeCodec.rowText(graph.row(3, 2, index)));
        nodes[(int) splits.stream().filter(split -> split.compareTo(row) < 0).count()]++;
      }
      double share = spec.flushInterval() / 10 / 7.0;
      for (int each : nodes) {
        assertThat((double) each).as(rows).isCloseTo(share, withPercentage(5));
      }
    }
  }

  @Test
  void aTableHasNoPointsForRowsInOrder() {
    GraphSpec ordered = SPEC.with("rows", "ordered");
    for (String key : List.of("table.splits", "table.splits.per.tserver")) {
      assertThatThrownBy(() -> TableSettings.splits(settings(Map.of(key, "3")), ordered))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("leave out table.splits and table.splits.per.tserver");
    }
    assertThat(TableSettings.splits(settings(Map.of()), ordered).apply(5)).isEmpty();
  }

  @Test
  void refusesTwoWaysToSplit() {
    refuses(Map.of("table.splits", "3", "table.splits.per.tserver", "2"), "give one of them only");
    refuses(Map.of("table.splits", "-1"), "table.splits=-1 is not allowed");
  }

  private static void refuses(Map<String, String> given, String why) {
    assertThatThrownBy(() -> TableSettings.splits(settings(given), SPEC))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }

  @Test
  void propertiesAndDurabilityReachTheTable() {
    assertThat(
            TableSettings.properties(
                settings(
                    Map.of("table.prop.table.split.threshold", "64M", "table.durability", "log"))))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("table.split.threshold", "64M", "table.durability", "log"));
    assertThat(TableSettings.properties(settings(Map.of()))).isEmpty();
    assertThatThrownBy(
            () ->
                TableSettings.properties(
                    settings(
                        Map.of("table.prop.table.durability", "log", "table.durability", "none"))))
        .hasMessageContaining("give one of them only");
  }

  @Test
  void everySettingIsRead() {
    Settings settings = settings(Map.of());
    assertThat(TableSettings.splits(settings, SPEC).apply(1)).isEmpty();
    assertThat(TableSettings.properties(settings)).isEmpty();
    assertThat(TableSettings.existing(settings)).isEqualTo(TableSettings.Existing.FAIL);
    assertThat(settings.get(TableName.SETTING)).isEqualTo("ci");
    assertThat(TableSettings.returnsEveryVersion(settings)).isFalse();
    assertThat(TableSettings.isSummarized(settings)).isFalse();
    assertThat(settings.unread()).isEmpty();
  }
}
