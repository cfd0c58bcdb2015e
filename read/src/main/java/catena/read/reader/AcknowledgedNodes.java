// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The nodes whose first write a promise acknowledges, to draw from; pure. */
public final class AcknowledgedNodes {
  private static final int DRAWS = 64;

  private final Graph graph;
  private final Promise promise;
  private final WriteOrder order;
  private final TreeMap<Long, Integer> writersByWindow = new TreeMap<>();
  private long windows;

  /** Those of all writers that a promise knows. */
  public AcknowledgedNodes(Graph graph, Promise promise) {
    this.graph = graph;
    this.promise = promise;
    this.order = new WriteOrder(graph);
    promise
        .writers()
        .forEach(
            (writer, progress) -> {
              long own = order.windowsBegun(progress.acknowledged());
              if (own > 0) {
                writersByWindow.put(windows, writer);
                windows += own;
              }
            });
  }

  Promise promise() {
    return promise;
  }

  /** One of them, each as likely as any other. */
  public Optional<Node> draw(SplittableRandom random) {
    for (int i = 0; windows > 0 && i < DRAWS; i++) {
      long at = random.nextLong(windows);
      Map.Entry<Long, Integer> writer = writersByWindow.floorEntry(at);
      int index = random.nextInt(graph.spec().flushInterval());
      Node node = new Node(writer.getValue(), at - writer.getKey(), index);
      Position acknowledged = promise.writers().get(node.writer()).acknowledged();
      if (order.firstWrite(node).isBefore(acknowledged)) {
        return Optional.of(node);
      }
    }
    return Optional.empty();
  }
}
