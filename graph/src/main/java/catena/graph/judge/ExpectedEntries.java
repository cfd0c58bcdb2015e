// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Graph;
import catena.graph.Position;
import java.util.Map;

/**
 * How many entries a table holds if all is as promised: about so many, to show how far a scan of it
 * is, and at least so many.
 */
public final class ExpectedEntries {
  /** Beyond so many blocks of a writer the others are taken to be like these. */
  private static final long MOST_BLOCKS = 1_000_000;

  private ExpectedEntries() {}

  /** Those of all writers: what they have put, each cell once, and not deleted. */
  public static long of(Graph graph, Promise promise) {
    double all = 0;
    for (Map.Entry<Integer, Promise.Progress> writer : promise.writers().entrySet()) {
      all += of(graph, writer.getKey(), writer.getValue().acknowledged());
    }
    return Math.round(all) * graph.spec().cells().columns();
  }

  /** How many are there for sure; of blocks in which a delete may be in doubt none is. */
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
