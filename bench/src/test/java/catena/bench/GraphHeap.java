// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.ingest.write.MutationSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.data.Mutation;

/**
 * The heap that four writers hold for the graph at the default flush interval of 1,000,000, after
 * each has made a whole window.
 */
public final class GraphHeap {
  private static final int WRITERS = 4;

  private GraphHeap() {}

  /** Measures. */
  public static void main(String... words) throws Exception {
    List<MutationSource> warmUp = sources(); // loads the classes
    write(warmUp, 1_000);
    warmUp.clear();
    long before = UsedHeap.bytes();
    List<MutationSource> sources = sources();
    write(sources, GraphSpec.ofSeed(42).flushInterval());
    long held = UsedHeap.bytes() - before;
    System.out.printf(
        Locale.ROOT, "%d writers hold %.1f KB for the graph%n", sources.size(), held / 1e3);
  }

  private static List<MutationSource> sources() {
    Graph graph = new Graph(GraphSpec.ofSeed(42));
    List<MutationSource> sources = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      sources.add(new MutationSource(graph, writer));
    }
    return sources;
  }

  private static void write(List<MutationSource> sources, int count) throws Exception {
    for (MutationSource source : sources) {
      source.add(Position.ORIGIN, count, new Nowhere());
    }
  }

  /** Forgets what it is given. */
  private static final class Nowhere implements BatchWriter {
    @Override
    public void addMutation(Mutation m) {}

    @Override
    public void addMutations(Iterable<Mutation> all) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
