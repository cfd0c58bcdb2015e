// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.NodeCursor;
import catena.graph.Payload;
import catena.graph.Specs;
import catena.graph.WriteOrder;
import catena.records.words.UsageException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTaskTest {
  private final Graph graph =
      new Graph(
          Specs.of(
              GraphSpec.VERSION,
              42,
              0,
              1L << 40,
              7,
              3,
              100,
              100,
              List.of("", "A&B"),
              GraphSpec.VisibilityScope.BLOCK,
              true,
              Payload.NONE,
              0.5,
              16));

  private LoadTask task(boolean everyVersion) {
    return new LoadTask(
        graph,
        List.of(2, 5),
        6,
        everyVersion,
        1234,
        new Path("hdfs://there/tmp/x"),
        Map.of("table.file.compress.type", "gz", "table.empty", "", "tserver.memory", "1G"));
  }

  @Test
  void tasksReadWhatWasWrittenForThemAndNothingOfTheServers() {
    Configuration conf = new Configuration(false);
    task(true).writeTo(conf);
    LoadTask read = LoadTask.readFrom(conf);
    assertThat(read.graph().spec()).isEqualTo(graph.spec());
    assertThat(read.writers()).containsExactly(2, 5);
    assertThat(read.blocks()).isEqualTo(6);
    assertThat(read.everyVersion()).isTrue();
    assertThat(read.millis()).isEqualTo(1234);
    assertThat(read.directory()).isEqualTo(new Path("hdfs://there/tmp/x"));
    assertThat(read.table()).isEqualTo(Map.of("table.file.compress.type", "gz", "table.empty", ""));
  }

  /** As the mapper writes them. */
  private long written(boolean everyVersion) {
    WriteOrder order = new WriteOrder(graph);
    NodeCursor at = graph.nodes(0, Long.MAX_VALUE, task(everyVersion).population());
    long entries = 0;
    while (at.advance()) {
      if (!graph.isDeleted(at.writer(), at.block())) {
        entries += everyVersion && order.isRewritten(at.node()) ? 2 : 1;
      }
    }
    return entries;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFilesHaveAsManyEntriesAsTheGraphHasInBlocksThatAreClosed(boolean everyVersion) {
    assertThat(task(everyVersion).entries())
        .isEqualTo(written(everyVersion))
        .isPositive()
        .isLessThan(2L * 6 * (3 * 7 + 6));
  }

  @Test
  void filesAreCutBehindSplitPoints() {
    GraphSpec spec = graph.spec();
    long end = spec.rowMax();
    assertThat(GraphLoad.bounds(spec, List.of(), 9)).containsExactly(0L, end);
    assertThat(GraphLoad.bounds(spec, List.of(10L, 20L, 30L), 9))
        .containsExactly(0L, 11L, 21L, 31L, end);
    assertThat(GraphLoad.bounds(spec, List.of(10L, 20L, 30L, 40L), 3))
        .hasSize(4)
        .startsWith(0L)
        .endsWith(end)
        .isSorted();
    assertThat(GraphLoad.bounds(spec, List.of(10L, 20L), 1)).containsExactly(0L, end);
    assertThat(GraphLoad.bounds(spec, List.of(end, end + 5), 9)).containsExactly(0L, end);
  }

  @Test
  void moreBlocksThanTheRowsHoldAreRefused() {
    long room = graph.windowCapacity() / 3;
    GraphLoad.checkRoom(graph, room);
    assertThatThrownBy(() -> GraphLoad.checkRoom(graph, room + 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("room for " + room + " blocks");
  }
}
