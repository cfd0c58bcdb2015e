// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.function.Mix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NodeCursorTest {
  @Test
  void listsExactlyTheNodesOfAnyRangeInOrder() {
    for (GraphSpec spec : Specs.small()) {
      Graph graph = new Graph(spec);
      for (int trial = 0; trial < 60; trial++) {
        Map<Integer, Long> population = population(graph, trial);
        NavigableMap<Long, Node> expected = everything(graph, population);
        long span = spec.rowMax() - spec.rowMin() + 20;
        long a = Math.max(0, spec.rowMin() - 10) + Mix.below(Mix.mix(trial, 1), span);
        long b = Math.max(0, spec.rowMin() - 10) + Mix.below(Mix.mix(trial, 2), span);
        long from = trial == 0 ? 0 : Math.max(0, Math.min(a, b));
        long to = trial == 0 ? Long.MAX_VALUE : Math.max(from, Math.max(a, b));
        List<Node> listed = new ArrayList<>();
        long last = -1;
        NodeCursor cursor = graph.nodes(from, to, population);
        while (cursor.advance()) {
          assertThat(cursor.row()).isGreaterThan(last).isEqualTo(graph.row(cursor.node()));
          last = cursor.row();
          listed.add(cursor.node());
        }
        assertThat(listed)
            .containsExactlyElementsOf(expected.subMap(from, true, to, false).values());
        assertThat(cursor.advance()).isFalse();
      }
    }
  }

  @Test
  void nodesOfManyWritersAreListedInOrderNoneTwiceAndNoneMissing() {
    for (int writers : new int[] {1, 2, 257, 3000}) {
      GraphSpec spec = Specs.of(writers, 0, Long.MAX_VALUE, 3, 3, 4096);
      Graph graph = new Graph(spec);
      Map<Integer, Long> windows = new TreeMap<>();
      for (int writer = 0; writer < writers; writer++) {
        windows.put(writer, writer == 0 ? 3000 : Mix.below(Mix.mix(writer, 1), 7));
      }
      Map<Integer, Long> population = windows;
      NavigableMap<Long, Node> all = everything(graph, population);
      List<Long> rows = List.copyOf(all.keySet());
      for (int trial = 0; trial < 30; trial++) {
        long a = rows.get((int) Mix.below(Mix.mix(trial, 2), rows.size()));
        long b = rows.get((int) Mix.below(Mix.mix(trial, 3), rows.size()));
        long from = trial == 0 ? 0 : Math.min(a, b) + trial % 2;
        long to = trial == 0 ? Long.MAX_VALUE : Math.max(from, Math.max(a, b) + trial / 2 % 2);
        List<Map.Entry<Long, Node>> listed = new ArrayList<>();
        NodeCursor cursor = graph.nodes(from, to, population);
        while (cursor.advance()) {
          listed.add(Map.entry(cursor.row(), cursor.node()));
        }
        assertThat(listed.equals(List.copyOf(all.subMap(from, true, to, false).entrySet())))
            .as("%d writers, [%d, %d)", writers, from, to)
            .isTrue();
      }
    }
  }

  /** Where all nodes are too many to be listed: merged one by one, as it was done before. */
  @Test
  void narrowRangesAreListedAsTheOtherRuleListsThem() {
    Graph graph = new Graph(Specs.of(21, 0, Long.MAX_VALUE, 100, 25, 4096));
    Map<Integer, Long> windows = new TreeMap<>();
    for (int writer = 0; writer < 300; writer++) {
      windows.put(writer, 1 + Mix.below(Mix.mix(writer, 1), 1L << writer % 40));
    }
    Map<Integer, Long> population = windows;
    long stratum = graph.stratumStart(1);
    int listed = 0;
    for (int trial = 0; trial < 200; trial++) {
      long from = Mix.below(Mix.mix(trial, 2), Long.MAX_VALUE - stratum);
      long to = from + Mix.below(Mix.mix(trial, 3), stratum >>> 30);
      listed += compare(graph, from, to, population);
    }
    assertThat(listed).isGreaterThan(10_000);
    Map<Integer, Long> vast = Map.of(3, 1L << 40, 60, (1L << 40) + 12345);
    for (int trial = 0; trial < 50; trial++) {
      long row = graph.row(60, Mix.below(Mix.mix(trial, 4), 1L << 40), trial);
      assertThat(compare(graph, row - trial, row + 200_000, vast)).isPositive();
    }
  }

  private static int compare(Graph graph, long from, long to, Map<Integer, Long> population) {
    NodeCursor cursor = graph.nodes(from, to, population);
    HeapCursor heap = new HeapCursor(graph, from, to, population);
    int listed = 0;
    while (heap.advance()) {
      assertThat(cursor.advance()).isTrue();
      assertThat(cursor.row()).isEqualTo(heap.row());
      assertThat(cursor.node()).isEqualTo(heap.node());
      listed++;
    }
    assertThat(cursor.advance()).isFalse();
    return listed;
  }

  @Test
  void itKnowsTheBytesOfItsRow() {
    Graph graph = new Graph(Specs.of(3, 0, Long.MAX_VALUE, 5, 3, 64));
    NodeCursor cursor = graph.nodes(0, Long.MAX_VALUE, Map.of(7, 40L));
    byte[] last = NodeCodec.rowBytes(NodeCodec.rowText(0));
    while (cursor.advance()) {
      byte[] row = NodeCodec.rowBytes(NodeCodec.rowText(cursor.row()));
      assertThat(cursor.isAt(row)).isTrue();
      assertThat(cursor.isAt(last)).isFalse();
      assertThat(cursor.isAt(Arrays.copyOf(row, 15))).isFalse();
      assertThat(cursor.isAt(Arrays.copyOf(row, 17))).isFalse();
      assertThat(cursor.index()).isEqualTo(cursor.node().index());
      last = row;
    }
  }

  @Test
  void narrowRangesOfUnevenRowsAreListedAsTheyAreNamed() {
    for (GraphSpec spec : Specs.uneven().subList(5, 8)) {
      Graph graph = new Graph(spec);
      Map<Integer, Long> population = Map.of(3, 500L, 60, 700L);
      for (int trial = 0; trial < 40; trial++) {
        long from = graph.rowAt(trial / 40.0, 700);
        long to = graph.rowAt(trial / 40.0 + 1e-6, 700);
        List<Node> listed = new ArrayList<>();
        NodeCursor cursor = graph.nodes(from, to, population);
        while (cursor.advance()) {
          assertThat(graph.node(cursor.row())).contains(cursor.node());
          listed.add(cursor.node());
        }
        long first = graph.stratumOf(from);
        long end = graph.stratumOf(to - 1) + 1;
        // The strata at both ends may lie in the range in part only.
        assertThat((long) listed.size())
            .isBetween(
                graph.nodesIn(500, first + 1, end - 1) + graph.nodesIn(700, first + 1, end - 1),
                graph.nodesIn(500, first, end) + graph.nodesIn(700, first, end));
      }
    }
  }

  /** With 2^40 windows no list of them could be made: only the nodes of the range are computed. */
  @Test
  void aNarrowRangeOfAVastGraphIsListedAtOnce() {
    GraphSpec spec = Specs.of(21, 0, Long.MAX_VALUE, 100, 25, 64);
    Graph graph = new Graph(spec);
    Map<Integer, Long> vast = Map.of(3, 1L << 40, 60, (1L << 40) + 12345);
    Node node = new Node(60, (1L << 40) + 12344, 57);
    long row = graph.row(node);
    NodeCursor cursor = graph.nodes(row - 1_000_000, row + 1_000_000, vast);
    List<Node> listed = new ArrayList<>();
    while (cursor.advance()) {
      assertThat(graph.node(cursor.row())).contains(cursor.node());
      listed.add(cursor.node());
    }
    // 2^41 nodes in each of 100 strata of 2^56.4 rows: 48 are expected in two million rows
    assertThat(listed).contains(node).hasSizeBetween(20, 90);
  }

  @Test
  void aPopulationThatWroteNothingHasNoNodes() {
    Graph graph = new Graph(GraphSpec.ofSeed(1));
    assertThat(graph.nodes(0, Long.MAX_VALUE, Map.of()).advance()).isFalse();
    assertThat(graph.nodes(0, Long.MAX_VALUE, Map.of(7, 0L)).advance()).isFalse();
    assertThat(graph.nodes(500, 500, Map.of(7, 10L)).advance()).isFalse();
  }

  private static Map<Integer, Long> population(Graph graph, int trial) {
    Map<Integer, Long> windows = new TreeMap<>();
    for (int writer = 0; writer < graph.spec().writers(); writer++) {
      if (trial < 3 || Mix.below(Mix.mix(trial, writer), 3) > 0) {
        long most = graph.windowCapacity();
        windows.put(
            writer, trial < 2 ? most : Mix.below(Mix.mix(Mix.mix(trial, writer), 9), most + 1));
      }
    }
    return windows;
  }

  private static NavigableMap<Long, Node> everything(Graph graph, Map<Integer, Long> population) {
    NavigableMap<Long, Node> nodes = new TreeMap<>();
    population.forEach(
        (writer, windows) -> {
          for (long window = 0; window < windows; window++) {
            for (int index = 0; index < graph.spec().flushInterval(); index++) {
              nodes.put(graph.row(writer, window, index), new Node(writer, window, index));
            }
          }
        });
    return nodes;
  }
}
