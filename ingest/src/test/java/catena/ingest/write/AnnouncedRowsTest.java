// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.TimedOutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rows of a writer are announced, and when. */
class AnnouncedRowsTest {
  private static final int FLUSH = 7;
  private static final int DEPTH = 3;

  @TempDir private Path temporary;

  private final List<String> told = new ArrayList<>();

  private ObjIntConsumer<Position> announcing(Graph graph, int every) {
    return IngestPlan.announcing(every, graph, 0, told::add);
  }

  private static String row(Graph graph, long window, int index) {
    return NodeCodec.rowText(graph.row(new Node(0, window, index)));
  }

  @Test
  void oneOfSoManyNodesIsAnnouncedAndEachWindowTakesOthers() {
    Graph graph = new Graph(Rig.spec(0));
    ObjIntConsumer<Position> announcing = announcing(graph, FLUSH);
    for (int step = 0; step < DEPTH; step++) {
      announcing.accept(new Position(0, step, 0), 4);
      announcing.accept(new Position(0, step, 4), 3);
    }
    assertThat(told).containsExactly(row(graph, 0, 0), row(graph, 1, 6), row(graph, 2, 5));
  }

  @Test
  void rewritesAndDeletesAreNotAnnounced() {
    for (double deletes : new double[] {0, 1}) {
      Graph graph = new Graph(Rig.spec(deletes));
      announcing(graph, 1).accept(new Position(0, DEPTH, 0), 3);
      assertThat(told).isEmpty();
    }
  }

  @Test
  void eachWriteIsAnnouncedOnceHoweverOftenItsWindowIsSent() throws Exception {
    try (Rig rig = new Rig(temporary, 0)) {
      rig.rows = Optional.of(told::add);
      rig.table.faults.add(
          buffer -> {
            throw new MutationsRejectedException(
                (AccumuloClient) null,
                List.of(),
                Map.of(),
                Set.of("server:9997"),
                0,
                new TimedOutException("test"));
          });
      assertThat(rig.run(2 * FLUSH).rejections()).isEqualTo(1);
      assertThat(told).hasSize(2 * FLUSH).doesNotHaveDuplicates();
    }
  }
}
