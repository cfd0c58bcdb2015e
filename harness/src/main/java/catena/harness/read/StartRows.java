package catena.harness.read;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Promise;
import catena.graph.WriteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Rows at which walks begin: random nodes whose windows were acknowledged, each as likely as any
 * other, whether they were deleted since or not; for one thread.
 *
 * <p>Nodes that must be absent or hidden are drawn with the others, since what comes back from
 * there is to be seen, too.
 */
public final class StartRows {
  private final Graph graph;
  private final WriteOrder order;
  private final SplittableRandom random;
  private Promise drawnFrom = Promise.NONE;
  private final List<Integer> writers = new ArrayList<>();
  private final List<Long> windowsUpTo = new ArrayList<>();

  /** Rows of a graph. */
  public StartRows(Graph graph, SplittableRandom random) {
    this.graph = graph;
    this.order = new WriteOrder(graph);
    this.random = random;
  }

  /** A row; empty if no window of any writer was acknowledged. */
  @SuppressWarnings("ReferenceEquality") // an equal promise would only be counted again
  public Optional<byte[]> draw(Promise promise) {
    if (promise != drawnFrom) {
      count(promise);
    }
    if (writers.isEmpty()) {
      return Optional.empty();
    }
    long drawn = random.nextLong(windowsUpTo.get(windowsUpTo.size() - 1));
    int i = 0;
    while (windowsUpTo.get(i) <= drawn) {
      i++;
    }
    long window = drawn - (i == 0 ? 0 : windowsUpTo.get(i - 1));
    int index = random.nextInt(graph.spec().flushInterval());
    Node node = new Node(writers.get(i), window, index);
    return Optional.of(
        NodeCodec.rowText(graph.row(node)).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
  }

  private void count(Promise promise) {
    drawnFrom = promise;
    writers.clear();
    windowsUpTo.clear();
    long sum = 0;
    for (Map.Entry<Integer, Promise.Progress> writer :
        new TreeMap<>(promise.writers()).entrySet()) {
      long windows = windows(writer.getValue().acknowledged());
      if (windows > 0) {
        sum += windows;
        writers.add(writer.getKey());
        windowsUpTo.add(sum);
      }
    }
  }

  private long windows(Position acknowledged) {
    return Math.min(graph.windowCapacity(), order.windowsBegun(acknowledged));
  }
}
