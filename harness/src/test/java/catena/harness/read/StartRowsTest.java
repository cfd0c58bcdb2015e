package catena.harness.read;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Promise;
import catena.graph.Promise.Progress;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StartRowsTest {
  private final Graph graph = new Graph(GraphSpec.ofSeed(11));
  private final StartRows rows = new StartRows(graph, new SplittableRandom(3));

  private Map<Integer, Map<Long, Integer>> draw(Promise promise, int times) {
    Map<Integer, Map<Long, Integer>> drawn = new TreeMap<>();
    for (int i = 0; i < times; i++) {
      Node node = graph.node(NodeCodec.row(rows.draw(promise).orElseThrow())).orElseThrow();
      drawn
          .computeIfAbsent(node.writer(), any -> new HashMap<>())
          .merge(node.window(), 1, Integer::sum);
    }
    return drawn;
  }

  @Test
  void everyAcknowledgedWindowOfEveryWriterIsDrawnAsOftenAsAnyOther() {
    Promise promise =
        new Promise(
            Map.of(
                0,
                Progress.settled(new Position(0, 3, 0)),
                4,
                new Progress(new Position(0, 1, 0), new Position(0, 2, 0)),
                5,
                new Progress(Position.ORIGIN, new Position(0, 1, 0))));
    Map<Integer, Map<Long, Integer>> drawn = draw(promise, 4000);

    assertThat(drawn.keySet()).containsExactly(0, 4);
    assertThat(drawn.get(0).keySet()).containsExactlyInAnyOrder(0L, 1L, 2L);
    assertThat(drawn.get(4).keySet()).containsExactly(0L);
    assertThat(drawn.get(4).get(0L)).isBetween(800, 1200);
  }

  @Test
  void whatIsAcknowledgedLaterIsDrawnLater() {
    assertThat(rows.draw(Promise.NONE)).isEmpty();
    Promise first = new Promise(Map.of(0, Progress.settled(new Position(0, 1, 0))));
    assertThat(draw(first, 50).get(0).keySet()).containsExactly(0L);
    Promise later = new Promise(Map.of(0, Progress.settled(new Position(0, 2, 0))));
    assertThat(draw(later, 50).get(0).keySet()).containsExactlyInAnyOrder(0L, 1L);
  }
}
