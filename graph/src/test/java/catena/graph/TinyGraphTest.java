// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.function.RowLaw;
import catena.graph.function.Scramble;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Graphs so small that every range of rows and every number of windows can be tried. */
class TinyGraphTest {
  private static final int MOST_SEEDS = 20;
  private static final int ROWS = 24;

  private static final List<RowLaw> LAWS =
      List.of(RowLaw.EVEN, RowLaw.ORDERED, new RowLaw(0.2, false));

  private static Graph graph(long seed) {
    return new Graph(Specs.of(seed, 0, ROWS, 2, 2, 2));
  }

  @Test
  void everyRangeListsItsNodesInOrderForEveryNumberOfWindows() {
    for (int seed = 0; seed < MOST_SEEDS; seed++) {
      RowLaw law = LAWS.get(seed % LAWS.size());
      Graph graph = new Graph(graph(seed).spec().with("rows", law.text()));
      for (long windows = 0; windows <= graph.windowCapacity(); windows++) {
        Map<Integer, Long> population = Map.of(0, windows, 1, graph.windowCapacity() - windows);
        NavigableMap<Long, Node> all = new TreeMap<>();
        nodes(population).forEach(node -> all.put(graph.row(node), node));
        for (long from = 0; from <= ROWS + 2; from++) {
          for (long to = from; to <= ROWS + 2; to++) {
            assertThat(listed(graph.nodes(from, to, population)))
                .containsExactlyElementsOf(all.subMap(from, to).values());
          }
        }
      }
    }
  }

  private static List<Node> nodes(Map<Integer, Long> population) {
    List<Node> nodes = new ArrayList<>();
    population.forEach(
        (writer, windows) -> {
          for (long window = 0; window < windows; window++) {
            nodes.add(new Node(writer, window, 0));
            nodes.add(new Node(writer, window, 1));
          }
        });
    return nodes;
  }

  private static List<Node> listed(NodeCursor cursor) {
    List<Node> listed = new ArrayList<>();
    while (cursor.advance()) {
      Node node = cursor.node();
      assertThat(cursor.writer()).isEqualTo(node.writer());
      assertThat(cursor.window()).isEqualTo(node.window());
      listed.add(node);
    }
    return listed;
  }

  /** Row 0 is a row like any other: a head's entry and one that refers to row 0 differ. */
  @Test
  void whatRefersToRowZeroSaysSo() {
    int referrers = 0;
    for (int seed = 0; seed < MOST_SEEDS; seed++) {
      Graph graph = graph(seed);
      Node node = graph.node(0).orElse(new Node(0, 0, 0));
      EntryEncoder encoder = new EntryEncoder(graph);
      if (graph.row(node) == 0 && graph.layer(node.window()) == 0) {
        encoder.encodeFirst(node.writer(), node.window() + 1, node.index());
        Decoded.Sound sound = (Decoded.Sound) NodeCodec.decode(encoder.entry());
        assertThat(sound.previous()).isZero();
        referrers++;
      }
    }
    assertThat(referrers).isPositive();
  }

  @Test
  void beforeItsFirstNodeAndBehindItsLastACursorStandsOnNone() {
    Graph graph = graph(1);
    NodeCursor cursor = graph.nodes(0, ROWS, Map.of(0, 1L));
    assertThatThrownBy(cursor::row).isInstanceOf(NoSuchElementException.class);
    while (cursor.advance()) {
      assertThat(cursor.row()).isEqualTo(graph.row(cursor.node()));
    }
    assertThatThrownBy(cursor::node).isInstanceOf(NoSuchElementException.class);
    assertThat(cursor.advance()).isFalse();
  }

  @Test
  void moreWindowsThanThereIsRoomForAreRefused() {
    Graph graph = graph(1);
    long most = graph.windowCapacity();
    assertThat(graph.nodes(0, ROWS, Map.of(1, most)).advance()).isTrue();
    assertThatThrownBy(() -> graph.nodes(0, ROWS, Map.of(1, most + 1)))
        .hasMessage("writer 1 has no room for " + (most + 1) + " windows");
    Strata strata = new Strata(graph.spec());
    assertThatThrownBy(() -> new CellWalk(strata, new Scramble(strata.cellBits()), 0, 0))
        .hasMessage("writer 0 has no room for 0 windows");
  }

  @Test
  void negativeWritersAndWindowsAreRefused() {
    Graph graph = graph(1);
    assertThat(graph.nodes(0, ROWS, Map.of(0, 0L)).advance()).isFalse();
    assertThatThrownBy(() -> graph.nodes(0, ROWS, Map.of(-1, 0L)))
        .hasMessage("writer -1 with 0 windows");
    assertThatThrownBy(() -> graph.nodes(0, ROWS, Map.of(0, -1L)))
        .hasMessage("writer 0 with -1 windows");
  }

  @Test
  void strataFollowOneAnotherWithoutAGap() {
    for (GraphSpec spec : Specs.all()) {
      Graph graph = new Graph(spec);
      long width = (spec.rowMax() - spec.rowMin()) / spec.flushInterval();
      assertThat(graph.stratumStart(0)).isEqualTo(spec.rowMin());
      assertThat(graph.stratumStart(spec.flushInterval()) - graph.stratumStart(0))
          .isEqualTo(width * spec.flushInterval());
      int last = spec.flushInterval() - 1;
      assertThat(graph.stratumStart(last + 1) - graph.stratumStart(last)).isEqualTo(width);
    }
  }

  @Test
  void strataOfUnevenRowsFollowOneAnotherToo() {
    for (GraphSpec spec : Specs.uneven()) {
      Graph graph = new Graph(spec);
      long strata = Math.min(5000, graph.strata());
      assertThat(graph.stratumStart(0)).isEqualTo(spec.rowMin());
      assertThat(graph.stratumStart(graph.strata())).isBetween(spec.rowMin(), spec.rowMax());
      for (long stratum = 0; stratum < strata; stratum++) {
        long start = graph.stratumStart(stratum);
        long end = graph.stratumStart(stratum + 1);
        assertThat(end).isGreaterThan(start);
        assertThat(graph.stratumOf(start)).isEqualTo(stratum);
        assertThat(graph.stratumOf(end - 1)).isEqualTo(stratum);
      }
      assertThat(graph.stratumOf(graph.stratumStart(graph.strata()))).isEqualTo(-1);
    }
  }

  @Test
  void blocksAreWhatDividingGivesHoweverDeepTheyAre() {
    for (int depth : new int[] {1, 2, 3, 7, 25, 1000, (1 << 19) + 1, (1 << 20) - 1, 1 << 20}) {
      Graph graph = new Graph(Specs.of(1, 0, Long.MAX_VALUE, 1, depth, 1));
      for (int bits = 0; bits <= 47; bits++) {
        long multiple = (1L << bits) / depth * depth;
        for (long window :
            new long[] {multiple, multiple + depth - 1, 1L << bits, (1L << bits) - 1}) {
          assertThat(graph.block(window)).isEqualTo(window / depth);
          assertThat(graph.layer(window)).isEqualTo((int) (window % depth));
        }
      }
    }
  }

  @Test
  void aWindowIsItsLayerOfItsBlockHoweverManyThereAre() {
    Graph graph = new Graph(Specs.of(1, 0, Long.MAX_VALUE, 2, 7, 1));
    for (long block : new long[] {0, 1, (1L << 31) / 7, (1L << 31) / 7 + 1, 1L << 40}) {
      for (int layer = 0; layer < 7; layer++) {
        assertThat(graph.block(block * 7 + layer)).isEqualTo(block);
        assertThat(graph.layer(block * 7 + layer)).isEqualTo(layer);
      }
    }
  }
}
