// SPDX-License-Identifier: Apache-2.0
package catena.ingest.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.UpdateOrder;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Settled;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private static final int NODES = 6;
  private static final int DEPTH = 2;

  private final Graph graph = new Graph(spec());

  private static GraphSpec spec() {
    return Specs.of(
            GraphSpec.VERSION,
            3,
            0,
            1L << 40,
            NODES,
            DEPTH,
            100,
            100,
            List.of(""),
            GraphSpec.VisibilityScope.BLOCK,
            true,
            Payload.NONE,
            0,
            16)
        .with("updates", "5:zipfian:0.99");
  }

  private static Progress at(long block, int step, long index) {
    return Settled.at(new Position(block, step, index));
  }

  @Test
  void eachRecordOfWholeBlocksAndEachInsertedOneHasOneNumber() {
    Promise promise =
        new Promise(
            Map.of(
                0, at(0, 4, 3),
                1, at(1, 1, 2),
                2, at(0, 1, 5),
                3, at(0, 0, 4),
                4, at(0, 1, 1),
                5, at(0, 2, 0)));
    // Writers 5, 3 and 4 insert; 5 has filled its block, and 3 is its client's next.
    Records records = new Records(graph, promise, List.of(List.of(5, 4), List.of(3)));
    assertThat(records.loaded()).isEqualTo(2 * NODES * DEPTH);
    assertThat(records.size()).isEqualTo(2 * NODES * DEPTH + 12 + 7 + 4);
    Set<Node> all = new HashSet<>();
    WriteOrder order = new WriteOrder(graph);
    for (long i = 0; i < records.size(); i++) {
      Node node = records.node(i);
      assertThat(
              order.firstWrite(node).isBefore(promise.writers().get(node.writer()).acknowledged()))
          .as("%s is acknowledged", node)
          .isTrue();
      assertThat(all.add(node)).as("%s only once", node).isTrue();
    }
    long newest = records.size() - 1;
    assertThat(records.node(newest)).isEqualTo(new Node(3, 0, 3));
    assertThat(records.node(newest - 4)).isEqualTo(new Node(4, 1, 0));
    assertThat(records.node(newest - 5)).isEqualTo(new Node(5, 1, 5));
    assertThat(records.node(newest - 6)).isEqualTo(new Node(4, 0, 5));
    assertThat(records.node(2 * NODES * DEPTH)).isEqualTo(new Node(5, 0, 0));
  }

  @Test
  void theMostPopularRecordsAreThoseThatAreUpdatedMost() {
    Promise promise = new Promise(Map.of(0, at(0, 3, 0), 1, at(0, 3, 0)));
    Records records = new Records(graph, promise, List.of());
    UpdateOrder updates = new UpdateOrder(graph.spec());
    for (int rank = 0; rank < 5; rank++) {
      assertThat(Set.of(records.node(2L * rank), records.node(2L * rank + 1)))
          .isEqualTo(Set.of(updates.popular(0, 0, rank), updates.popular(1, 0, rank)));
    }
  }

  @Test
  void withoutAWholeBlockThereAreNone() {
    assertThat(new Records(graph, Promise.NONE, List.of()).size()).isZero();
    Promise promise = new Promise(Map.of(0, at(0, 1, 5)));
    assertThat(new Records(graph, promise, List.of()).size()).isZero();
  }
}
