// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Graph;
import catena.graph.Position;
import java.util.Map;

/**
 * How many entries a table holds if it keeps its promise: an estimate, to show the progress of a
 * scan of it, and a lower limit.
 */
public final class ExpectedEntries {
  /** A writer's blocks beyond this number are assumed to be like those before. */
  private static final long MOST_BLOCKS = 1_000_000;

  private ExpectedEntries() {}

  /** The entries of all writers: those put and not deleted, each cell counted once. */
  public static long of(Graph graph, Promise promise) {
    double all = 0;
    for (Map.Entry<Integer, Promise.Progress> writer : promise.writers().entrySet()) {
      all += of(graph, writer.getKey(), writer.getValue().acknowledged());
    }
    return Math.round(all) * graph.spec().cells().columns();
  }

  /** How many are surely there; counts none of a block in which deletes may be in doubt. */
  public static long least(Graph graph, Promise promise) {
    double all = 0;
    for (Map.Entry<Integer, Promise.Progress> writer : promise.writers().entrySet()) {
      Position sure = writer.getValue().acknowledged();
      boolean open = !sure.equals(writer.getValue().attempted());
      if (sure.block() > MOST_BLOCKS) {
        sure = new Position(MOST_BLOCKS, 0, 0);
      } else if (open && graph.isDeleted(writer.getKey(), sure.block())) {
        sure = new Position(sure.block(), 0, 0);
      }
      all += of(graph, writer.getKey(), sure);
    }
    return Math.round(all) * graph.spec().cells().columns();
  }

  private static double of(Graph graph, int writer, Position at) {
    long window = graph.spec().flushInterval();
    int depth = graph.spec().depth();
    long looked = Math.min(MOST_BLOCKS, at.block());
    long kept = 0;
    for (long block = 0; block < looked; block++) {
      kept += graph.isDeleted(writer, block) ? 0 : 1;
    }
    double blocks = looked == 0 ? 0 : (double) kept / looked * at.block();
    double put = Math.min(at.step(), depth) * window + (at.step() < depth ? at.index() : 0);
    boolean deletes = at.step() >= depth && graph.isDeleted(writer, at.block());
    double gone = deletes ? (at.step() - depth) * window + at.index() : 0;
    return blocks * depth * window + put - gone;
  }
}
