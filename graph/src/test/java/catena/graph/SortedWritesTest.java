// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SortedWritesTest {
  private static final int WRITER = 0;

  static List<GraphSpec> specs() {
    return Specs.small();
  }

  /** All writes of a stretch in the order in which a writer sends them, then sorted. */
  private static List<String> sorted(Graph graph, Position from, Position to) {
    WriteOrder order = new WriteOrder(graph);
    EntryEncoder encoder = new EntryEncoder(graph);
    List<String> entries = new ArrayList<>();
    for (Position at = from; at.isBefore(to); at = order.advance(WRITER, at, 1)) {
      long window = order.window(WRITER, at);
      int index = order.index(WRITER, at);
      if (order.step(WRITER, at.block(), at.step()) == Step.CLOSE) {
        encoder.encodeClosing(WRITER, window, index);
      } else {
        encoder.encodeFirst(WRITER, window, index);
      }
      entries.add(encoder.entry().toString());
    }
    entries.sort(Comparator.comparing(entry -> entry.substring(0, NodeCodec.ROW)));
    return entries;
  }

  private static List<String> written(Graph graph, Position from, Position to) {
    SortedWrites writes = new SortedWrites(graph, WRITER, from, to);
    EntryEncoder encoder = new EntryEncoder(graph);
    List<String> entries = new ArrayList<>();
    while (writes.advance()) {
      writes.encode(encoder);
      assertThat(graph.row(writes.node())).isEqualTo(NodeCodec.row(encoder.entry().row()));
      entries.add(encoder.entry().toString());
    }
    assertThat(writes.advance()).isFalse();
    return entries;
  }

  @ParameterizedTest
  @MethodSource("specs")
  void areTheWritersOwnInTheOrderOfTheirRows(GraphSpec spec) {
    Graph graph = new Graph(spec);
    WriteOrder order = new WriteOrder(graph);
    int depth = spec.depth();
    int size = spec.flushInterval();
    long blocks = Math.min(4, graph.windowCapacity() / depth);
    for (long block = 0; block < blocks; block++) {
      Position begin = new Position(block, 0, 0);
      boolean alone = !graph.isDeleted(WRITER, block) && size == 1;
      Position layers = alone ? new Position(block + 1, 0, 0) : new Position(block, depth, 0);
      check(graph, begin, layers);
      check(graph, new Position(block, 0, size / 2), layers);
      check(graph, begin, new Position(block, depth - 1, size / 2 + (depth == 1 ? 1 : 0)));
      if (!graph.isDeleted(WRITER, block) && size > 1) {
        check(graph, new Position(block, depth, 0), new Position(block + 1, 0, 0));
        check(graph, new Position(block, depth, 1), new Position(block + 1, 0, 0));
      } else if (graph.isDeleted(WRITER, block)) {
        assertThatIllegalArgumentException()
            .isThrownBy(
                () -> new SortedWrites(graph, WRITER, layers, order.advance(WRITER, layers, size)));
      }
    }
  }

  private static void check(Graph graph, Position from, Position to) {
    if (from.isBefore(to)) {
      assertThat(written(graph, from, to)).isEqualTo(sorted(graph, from, to)).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("specs")
  void refuseWhatOneImportCannotHold(GraphSpec spec) {
    Graph graph = new Graph(spec);
    Position begin = Position.ORIGIN;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SortedWrites(graph, WRITER, begin, begin));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SortedWrites(graph, WRITER, begin, new Position(1, 1, 0)));
    boolean closes = !graph.isDeleted(WRITER, 0) && spec.flushInterval() > 1;
    if (closes) {
      // Both versions of a head in one file would have one time.
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new SortedWrites(graph, WRITER, begin, new Position(1, 0, 0)));
    }
  }
}
