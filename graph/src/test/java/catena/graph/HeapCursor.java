// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Mix;
import catena.graph.function.Scramble;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * The nodes of a range of rows in the order of their rows, by another rule than {@link NodeCursor}:
 * the writers' own nodes, each in order by itself ({@link CellWalk}), are merged one by one.
 */
final class HeapCursor {
  private final Graph graph;
  private final Strata strata;
  private final long to;
  private final List<CellWalk> walks = new ArrayList<>();
  private final PriorityQueue<CellWalk> heads;
  private long from;
  private long stratum;
  private CellWalk current;

  HeapCursor(Graph graph, long from, long to, Map<Integer, Long> population) {
    GraphSpec spec = graph.spec();
    this.graph = graph;
    this.strata = new Strata(spec);
    Scramble cells = new Scramble(strata.cellBits());
    long end = strata.startOf(spec.flushInterval());
    this.from = Math.max(from, spec.rowMin());
    this.to = Math.min(to, end);
    population.forEach(
        (writer, windows) -> {
          if (windows > 0) {
            walks.add(new CellWalk(strata, cells, writer, windows));
          }
        });
    this.heads =
        new PriorityQueue<>(Math.max(1, walks.size()), (a, b) -> Long.compare(a.row(), b.row()));
    this.stratum = strata.stratumOf(this.from);
  }

  /** Goes to the next node, if there is one. */
  boolean advance() {
    if (current != null && current.advance()) {
      heads.add(current);
    }
    while (heads.isEmpty()) {
      if (walks.isEmpty() || Math.max(from, strata.startOf(stratum)) >= to) {
        current = null;
        return false;
      }
      openStratum(stratum++);
    }
    current = heads.remove();
    return true;
  }

  private void openStratum(long next) {
    long start = strata.startOf(next);
    long stratumKey = graph.stratumKey(next);
    long end = Math.min(to, strata.startOf(next + 1));
    for (CellWalk walk : walks) {
      walk.open(stratumKey, strata.bandOf(next), start, Math.max(from, start), end);
      if (walk.advance()) {
        heads.add(walk);
      }
    }
  }

  /** The row of the node. */
  long row() {
    return here().row();
  }

  /** The node itself. */
  Node node() {
    CellWalk walk = here();
    return new Node(
        walk.writer(),
        walk.window(),
        // All heads are of the stratum that was opened last.
        graph.indexIn(stratum - 1, windowKey(walk.writer(), walk.window())));
  }

  private long windowKey(int writer, long window) {
    return Mix.mix(Mix.mix(Mix.mix(graph.spec().seed(), 1), writer), window);
  }

  private CellWalk here() {
    if (current == null) {
      throw new NoSuchElementException("the cursor stands on no node");
    }
    return current;
  }
}
