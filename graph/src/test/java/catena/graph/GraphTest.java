// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.graph.function.Mix;
import catena.graph.function.PowerLaw;
import catena.graph.function.RowLaw;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GraphTest {
  @Test
  void everyNodeOfASmallGraphHasItsOwnRowThatNamesIt() {
    for (GraphSpec spec : Specs.small()) {
      Graph graph = new Graph(spec);
      Map<Long, Node> byRow = new HashMap<>();
      for (int writer = 0; writer < spec.writers(); writer++) {
        for (long window = 0; window < graph.windowCapacity(); window++) {
          for (int index = 0; index < spec.flushInterval(); index++) {
            Node node = new Node(writer, window, index);
            long row = graph.row(node);
            assertThat(row).isBetween(spec.rowMin(), spec.rowMax() - 1);
            assertThat(byRow.put(row, node)).as("two nodes in row %d", row).isNull();
          }
        }
      }
      for (long row = spec.rowMin() - 3; row < spec.rowMax() && row >= spec.rowMin() - 3; row++) {
        assertThat(graph.node(row)).isEqualTo(Optional.ofNullable(byRow.get(row)));
      }
    }
  }

  /** Eight tablets of the same width: how many of a window's links lead into each. */
  @Test
  void byRowTheFirstTabletIsTheOneThatMostLinksLeadTo() {
    double[] scattered = sharesOfTablets(new Links(0.99, false));
    double[] byRow = sharesOfTablets(new Links(0.99, true));
    PowerLaw law = new PowerLaw(LINKS, 0.99);
    for (int tablet = 0; tablet < 8; tablet++) {
      double expected = law.first((tablet + 1) * LINKS / 8) - law.first(tablet * LINKS / 8);
      assertThat(byRow[tablet]).isCloseTo(expected / LINKS, within(0.001));
      // The hottest row alone has a tenth of all links, wherever it is.
      assertThat(scattered[tablet]).isBetween(0.03, 0.4);
    }
    assertThat(byRow[0]).isGreaterThan(0.7);
  }

  private static final int LINKS = 8000;

  private static double[] sharesOfTablets(Links links) {
    GraphSpec spec = Specs.of(11, 0, Long.MAX_VALUE, LINKS, 2, 1).with("links", links.text());
    Graph graph = new Graph(spec);
    EntryEncoder encoder = new EntryEncoder(graph);
    double width = ((double) spec.rowMax() - spec.rowMin()) / 8;
    double[] shares = new double[8];
    for (int index = 0; index < LINKS; index++) {
      encoder.encodeFirst(0, 1, index);
      long to = ((Decoded.Sound) NodeCodec.decode(encoder.entry())).previous();
      shares[(int) Math.min(7, (to - spec.rowMin()) / width)] += 1.0 / LINKS;
    }
    return shares;
  }

  /** Eight tablets of the same width: how many of a window's nodes lie in each. */
  @Test
  void byAPowerLawEachTabletHasTheRowsThatTheLawGivesIt() {
    for (double exponent : new double[] {0.5, 1, 2}) {
      GraphSpec spec =
          Specs.of(11, 0, Long.MAX_VALUE, 20_000, 2, 1).with("rows", "power:" + exponent);
      Graph graph = new Graph(spec);
      double[] shares = new double[8];
      for (int index = 0; index < 20_000; index++) {
        shares[(int) (graph.row(0, 1, index) >>> 60)] += 1.0 / 20_000;
      }
      // An index to each node: as many indices as nodes point to each of 1,024 targets.
      PowerLaw law = new PowerLaw(RowLaw.SHARES, exponent);
      for (int tablet = 0; tablet < 8; tablet++) {
        double expected = law.first((tablet + 1) * 128) - law.first(tablet * 128);
        assertThat(shares[tablet]).isCloseTo(expected / RowLaw.SHARES, within(0.003));
      }
      assertThat(shares[0]).isGreaterThan(2 * shares[1]);
    }
  }

  /** Points by the law: each of so many tablets gets as many rows as the others. */
  @Test
  void betweenPointsOfTheLawEachTabletHasTheSameNodes() {
    for (String rows : List.of("even", "power:1.0", "power:2.5", "ordered")) {
      GraphSpec spec = Specs.of(11, 7, 1L << 62, 5000, 2, 3).with("rows", rows);
      Graph graph = new Graph(spec);
      long[] nodes = new long[7];
      for (int i = 0; i < 3 * 4 * 5000; i++) {
        long row = graph.row(i % 3, i / 3 / 5000, i / 3 % 5000);
        int tablet = 0;
        while (tablet < 6 && row >= graph.rowAt((tablet + 1) / 7.0, 4)) {
          tablet++;
        }
        nodes[tablet]++;
        assertThat(graph.partBefore(row, 4)).isBetween(tablet / 7.0 - 1e-9, (tablet + 1) / 7.0);
      }
      for (long each : nodes) {
        assertThat(each).isCloseTo(60_000 / 7, within(20L));
      }
    }
  }

  @Test
  void orderedRowsRiseAsAWriterWritesThemAndWritersStayTogether() {
    Graph graph = new Graph(Specs.of(11, 0, 1L << 62, 50, 3, 4).with("rows", "ordered"));
    long last = -1;
    for (int i = 0; i < 1000; i++) {
      long[] rows = new long[4];
      for (int writer = 0; writer < 4; writer++) {
        rows[writer] = graph.row(writer, i / 50, i % 50);
      }
      Arrays.sort(rows);
      assertThat(rows[0]).isGreaterThan(last);
      last = rows[3];
    }
  }

  @Test
  void nodesOfWideGraphsAreNamedByTheirRows() {
    for (GraphSpec spec : Specs.allAndUneven()) {
      Graph graph = new Graph(spec);
      for (int i = 0; i < 5000; i++) {
        Node node =
            new Node(
                (int) Mix.below(Mix.mix(i, 1), spec.writers()),
                Mix.below(Mix.mix(i, 2), graph.windowCapacity()),
                (int) Mix.below(Mix.mix(i, 3), spec.flushInterval()));
        assertThat(graph.node(graph.row(node))).contains(node);
      }
    }
  }

  /** Whoever asks for the node of a row need not ask whether the window has room. */
  @Test
  void eachRowOfAWideGraphIsThatOfANodeThatHasRoomOrOfNone() {
    for (GraphSpec spec : Specs.allAndUneven()) {
      Graph graph = new Graph(spec);
      for (int i = 0; i < 5000; i++) {
        long row = spec.rowMin() + Mix.below(Mix.mix(i, 4), spec.rowMax() - spec.rowMin());
        graph
            .node(row)
            .ifPresent(
                node -> {
                  assertThat(node.window()).isBetween(0L, graph.windowCapacity() - 1);
                  assertThat(graph.row(node)).isEqualTo(row);
                });
      }
      assertThat(graph.node(-1)).as("of bytes that are no row").isEmpty();
    }
  }

  @Test
  void eachWindowHasOneNodeInEachStratum() {
    for (GraphSpec spec : Specs.small()) {
      Graph graph = new Graph(spec);
      for (long window = 0; window < graph.windowCapacity(); window++) {
        Set<Long> strata = new HashSet<>();
        for (int index = 0; index < spec.flushInterval(); index++) {
          strata.add(graph.stratumOf(graph.row(0, window, index)));
        }
        assertThat(strata).hasSize(spec.flushInterval());
      }
    }
  }

  @Test
  void rowsAreUniformEvenInsideAStratum() {
    Graph graph = new Graph(Specs.of(11, 0, Long.MAX_VALUE, 500, 25, 65536));
    long[] high = new long[256];
    long[] inStratum = new long[256];
    long width = Long.MAX_VALUE / 500;
    for (int i = 0; i < 100_000; i++) {
      long row = graph.row(i % 7, i / 500, i % 500);
      high[(int) (row >>> 55)]++;
      inStratum[(int) ((double) (row % width) / width * 256)]++;
    }
    assertThat(Statistics.chiSquare(high)).isLessThan(Statistics.limit(255));
    assertThat(Statistics.chiSquare(inStratum)).isLessThan(Statistics.limit(255));
  }

  @Test
  void deletedBlocksAreAsFrequentAsAsked() {
    Graph graph = new Graph(Specs.of(12, 0, Long.MAX_VALUE, 500, 25, 65536));
    int deleted = 0;
    for (int block = 0; block < 20_000; block++) {
      deleted += graph.isDeleted(3, block) ? 1 : 0;
    }
    assertThat(deleted / 20_000.0).isBetween(0.385, 0.415);
  }

  @Test
  void writersHaveDifferentUuidsOfTheRandomKind() {
    Graph graph = new Graph(GraphSpec.ofSeed(5));
    Set<String> uuids = new HashSet<>();
    for (int writer = 0; writer < 1000; writer++) {
      java.util.UUID uuid = java.util.UUID.fromString(graph.uuid(writer));
      assertThat(uuid.version()).isEqualTo(4);
      assertThat(uuid.variant()).isEqualTo(2);
      uuids.add(uuid.toString());
    }
    assertThat(uuids).hasSize(1000).contains(graph.uuid(17));
  }
}
