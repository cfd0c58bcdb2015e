// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WriteOrderTest {
  /** What the description of the package says, in plain loops. */
  static List<String> inPlainLoops(Graph graph, int writer, int blocks) {
    int interval = graph.spec().flushInterval();
    int depth = graph.spec().depth();
    List<String> writes = new ArrayList<>();
    for (long block = 0; block < blocks; block++) {
      List<String> puts = new ArrayList<>();
      for (int layer = 0; layer < depth; layer++) {
        for (int i = 0; i < interval; i++) {
          puts.add((block * depth + layer) + "/" + i);
        }
      }
      puts.forEach(put -> writes.add("LAYER " + put));
      if (graph.isDeleted(writer, block)) {
        Collections.reverse(puts);
        puts.forEach(put -> writes.add("DELETE " + put));
      } else {
        for (int i = 0; i <= interval - 2; i++) {
          writes.add("CLOSE " + block * depth + "/" + i);
        }
      }
    }
    return writes;
  }

  @Test
  void isTheOneOfTheDesign() {
    for (GraphSpec spec : Specs.all().subList(0, 5)) {
      Graph graph = new Graph(spec);
      WriteOrder order = new WriteOrder(graph);
      List<String> expected = inPlainLoops(graph, 0, 6);
      List<String> writes = new ArrayList<>();
      Position at = Position.ORIGIN;
      while (at.block() < 6) {
        writes.add(
            order.step(0, at.block(), at.step())
                + " "
                + order.window(0, at)
                + "/"
                + order.index(0, at));
        at = order.advance(0, at, 1);
      }
      assertThat(writes).isEqualTo(expected);
    }
  }

  @Test
  void everyWriteOfANodeIsFoundFromTheNode() {
    Graph graph = new Graph(Specs.of(31, 0, 100_000, 4, 3, 2));
    WriteOrder order = new WriteOrder(graph);
    Position at = Position.ORIGIN;
    while (at.block() < 20) {
      Node node = new Node(1, order.window(1, at), order.index(1, at));
      Position found =
          switch (order.step(1, at.block(), at.step())) {
            case LAYER -> order.firstWrite(node);
            case CLOSE -> order.closingWrite(node);
            case UPDATE -> throw new AssertionError("this graph has none");
            case DELETE -> order.delete(node);
          };
      assertThat(found).isEqualTo(at);
      at = order.advance(1, at, 1);
    }
  }

  @Test
  void theLastWriteOfAHeadIsItsRewriteOnceThatHasCome() {
    Graph graph = new Graph(Specs.of(31, 0, 100_000, 4, 3, 2));
    WriteOrder order = new WriteOrder(graph);
    long block = 0;
    while (graph.isDeleted(1, block)) {
      block++;
    }
    Node head = new Node(1, 3 * block, 2);
    Position rewrite = order.closingWrite(head);

    assertThat(order.lastWrite(head, rewrite)).isEqualTo(order.firstWrite(head));
    assertThat(order.lastWrite(head, order.advance(1, rewrite, 1))).isEqualTo(rewrite);
    assertThat(order.lastWrite(new Node(1, 3 * block + 1, 2), new Position(block + 9, 0, 0)))
        .isEqualTo(new Position(block, 1, 2));
  }

  @Test
  void countsIncreaseStrictly() {
    Graph graph = new Graph(Specs.of(32, 0, 100_000, 4, 3, 2));
    WriteOrder order = new WriteOrder(graph);
    long last = -1;
    for (Position at = Position.ORIGIN; at.block() < 20; at = order.advance(0, at, 1)) {
      if (order.step(0, at.block(), at.step()) != Step.DELETE) {
        assertThat(order.count(at)).isGreaterThan(last);
        last = order.count(at);
      }
    }
  }

  @Test
  void windowsBegunAreTheLayersThatHaveANode() {
    WriteOrder order = new WriteOrder(new Graph(Specs.of(33, 0, 100_000, 4, 3, 2)));
    assertThat(order.windowsBegun(Position.ORIGIN)).isZero();
    assertThat(order.windowsBegun(new Position(0, 0, 1))).isEqualTo(1);
    assertThat(order.windowsBegun(new Position(0, 1, 0))).isEqualTo(1);
    assertThat(order.windowsBegun(new Position(0, 2, 3))).isEqualTo(3);
    assertThat(order.windowsBegun(new Position(0, 3, 2))).isEqualTo(3);
    assertThat(order.windowsBegun(new Position(2, 0, 0))).isEqualTo(6);
    assertThat(order.windowsBegun(new Position(2, 5, 1))).isEqualTo(9);
  }

  @Test
  void aStepCannotBeOverrun() {
    WriteOrder order = new WriteOrder(new Graph(Specs.of(33, 0, 100_000, 4, 3, 2)));
    assertThatThrownBy(() -> order.advance(0, Position.ORIGIN, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> order.advance(0, new Position(0, 0, 3), -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(order.advance(0, new Position(0, 0, 3), 0)).isEqualTo(new Position(0, 0, 3));
    assertThat(order.advance(0, new Position(0, 0, 3), 1)).isEqualTo(new Position(0, 1, 0));
  }

  @Test
  void referrersPointBack() {
    for (GraphSpec spec : Specs.small()) {
      referrersPointBack(spec);
      referrersPointBack(spec.with("links", "power:0.99"));
      referrersPointBack(spec.with("links", "power:2"));
      referrersPointBack(spec.with("links", "power:0.99:by-row"));
    }
  }

  /** All of them do, and no other node does: what refers is counted once. */
  private static void referrersPointBack(GraphSpec spec) {
    Graph graph = new Graph(spec);
    EntryEncoder encoder = new EntryEncoder(graph);
    WriteOrder order = new WriteOrder(graph);
    Set<Node> all = new HashSet<>();
    for (long window = 0; window < spec.depth(); window++) {
      for (int index = 0; index < spec.flushInterval(); index++) {
        Node node = new Node(0, window, index);
        List<Node> referrers = order.referrers(node);
        if (window == spec.depth() - 1) {
          assertThat(referrers).hasSize(index == 0 ? 0 : 1);
        } else if (spec.links().even()) {
          assertThat(referrers).hasSize(1);
        }
        for (Node referrer : referrers) {
          assertThat(all.add(referrer)).as("%s refers to one node", referrer).isTrue();
          if (referrer.window() > window) {
            encoder.encodeFirst(0, referrer.window(), referrer.index());
          } else {
            encoder.encodeClosing(0, referrer.window(), referrer.index());
          }
          Decoded.Sound decoded = (Decoded.Sound) NodeCodec.decode(encoder.entry());
          assertThat(decoded.previous()).isEqualTo(graph.row(node));
        }
      }
    }
    // Every link, and every head but the last.
    assertThat(all).hasSize(spec.depth() * spec.flushInterval() - 1);
  }
}
