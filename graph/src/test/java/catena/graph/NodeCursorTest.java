package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.function.Mix;
import java.util.ArrayList;
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
        Population population = population(graph, trial);
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

  /** With 2^40 windows no list of them could be made: only the nodes of the range are computed. */
  @Test
  void aNarrowRangeOfAVastGraphIsListedAtOnce() {
    GraphSpec spec = Specs.of(21, 0, Long.MAX_VALUE, 100, 25, 64);
    Graph graph = new Graph(spec);
    Population vast = new Population(Map.of(3, 1L << 40, 60, (1L << 40) + 12345));
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
  void nobodysNodesAreNone() {
    Graph graph = new Graph(GraphSpec.ofSeed(1));
    assertThat(graph.nodes(0, Long.MAX_VALUE, new Population(Map.of())).advance()).isFalse();
    assertThat(graph.nodes(0, Long.MAX_VALUE, Population.of(7, 0)).advance()).isFalse();
    assertThat(graph.nodes(500, 500, Population.of(7, 10)).advance()).isFalse();
  }

  private static Population population(Graph graph, int trial) {
    Map<Integer, Long> windows = new TreeMap<>();
    for (int writer = 0; writer < graph.spec().writers(); writer++) {
      if (trial < 3 || Mix.below(Mix.mix(trial, writer), 3) > 0) {
        long most = graph.windowCapacity();
        windows.put(
            writer, trial < 2 ? most : Mix.below(Mix.mix(Mix.mix(trial, writer), 9), most + 1));
      }
    }
    return new Population(windows);
  }

  private static NavigableMap<Long, Node> everything(Graph graph, Population population) {
    NavigableMap<Long, Node> nodes = new TreeMap<>();
    population
        .windows()
        .forEach(
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
