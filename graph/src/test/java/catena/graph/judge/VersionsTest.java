// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The set of what a key may hold, against a replay of the writer's writes one after the other. */
class VersionsTest {
  private static final int BLOCKS = 4;

  private final Graph graph = new Graph(spec());
  private final WriteOrder order = new WriteOrder(graph);
  private final Versions versions = new Versions(graph);

  /** All points at which writer 0 may stand, and what each node held then. */
  private final List<Position> points = new ArrayList<>();

  private final List<Map<Node, Integer>> held = new ArrayList<>();

  /** Blocks of four windows of three nodes, of which some are deleted. */
  private static GraphSpec spec() {
    return Specs.of(4, 0, 100_000, 3, 4, 2);
  }

  private void replay() {
    Map<Node, Integer> now = new HashMap<>();
    Position at = Position.ORIGIN;
    while (at.block() < BLOCKS) {
      points.add(at);
      held.add(new HashMap<>(now));
      Node node = new Node(0, order.window(0, at), order.index(0, at));
      switch (order.step(0, at.block(), at.step())) {
        case LAYER -> now.put(node, Versions.FIRST);
        case CLOSE -> now.put(node, Versions.CLOSED);
        case UPDATE -> now.put(node, Versions.UPDATED);
        case DELETE -> now.put(node, Versions.ABSENT);
      }
      at = order.advance(0, at, 1);
    }
    points.add(at);
    held.add(now);
  }

  private int heldAt(int point, Node node) {
    return held.get(point).getOrDefault(node, Versions.ABSENT);
  }

  @Test
  void itIsWhatEveryPointBetweenAcknowledgedAndAttemptedWouldLeave() {
    replay();
    boolean deleted = false;
    for (long window = 0; window < BLOCKS * 4L; window++) {
      deleted |= graph.isDeleted(0, graph.block(window));
      for (int index = 0; index < 3; index++) {
        compare(new Node(0, window, index));
      }
    }
    assertThat(deleted).as("a block is deleted").isTrue();
  }

  private int allowed(Node node, Progress progress) {
    long block = graph.block(node.window());
    return versions.of(node.writer(), block, graph.layer(node.window()), node.index(), progress);
  }

  private void compare(Node node) {
    for (int from = 0; from < points.size(); from++) {
      int expected = 0;
      for (int to = from; to < points.size(); to++) {
        expected |= heldAt(to, node);
        Progress progress = new Progress(points.get(from), points.get(to));
        assertThat(allowed(node, progress)).as("%s of %s", node, progress).isEqualTo(expected);
      }
    }
  }

  @Test
  void aSettledWriterLeavesNothingOpen() {
    replay();
    for (int at = 0; at < points.size(); at++) {
      Progress settled = Settled.at(points.get(at));
      for (int index = 0; index < 3; index++) {
        Node node = new Node(0, 0, index);
        assertThat(Versions.isCertain(allowed(node, settled))).isTrue();
        assertThat(allowed(node, settled)).isEqualTo(heldAt(at, node));
      }
    }
  }

  @Test
  void everythingThatAnUnknownWriterMayHaveWrittenMayBeThere() {
    replay();
    for (long window = 0; window < BLOCKS * 4L; window++) {
      for (int index = 0; index < 3; index++) {
        Node node = new Node(0, window, index);
        int any = 0;
        for (int at = 0; at < points.size(); at++) {
          any |= heldAt(at, node);
        }
        assertThat(versions.any(0, graph.block(window), graph.layer(window), index))
            .as("%s", node)
            .isEqualTo(any);
      }
    }
  }

  @Test
  void oneVersionIsCertainAndMoreAreNot() {
    assertThat(Versions.isCertain(Versions.ABSENT)).isTrue();
    assertThat(Versions.isCertain(Versions.CLOSED)).isTrue();
    assertThat(Versions.isCertain(Versions.ABSENT | Versions.FIRST)).isFalse();
    assertThat(Versions.isCertain(Versions.FIRST | Versions.CLOSED)).isFalse();
  }
}
