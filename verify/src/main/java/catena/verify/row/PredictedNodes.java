// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.graph.Graph;
import catena.graph.NodeCursor;
import catena.graph.Population;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many nodes of each writer belong into some rows, told from strata and windows: each stratum
 * holds one node of each window.
 *
 * <p>Only where rows begin or end within a stratum are nodes counted one by one, and then those
 * that lie outside, which no task looks for.
 */
final class PredictedNodes {
  private final Graph graph;
  private final Population population;
  private final Map<Integer, Long> nodes = new TreeMap<>();

  /** No rows yet; {@link #add} adds some. */
  PredictedNodes(Graph graph, Population population) {
    this.graph = graph;
    this.population = population;
  }

  /** The nodes of each writer; writers without any are left out. */
  Map<Integer, Long> byWriter() {
    nodes.values().removeIf(n -> n == 0);
    return nodes;
  }

  /** Adds the nodes of a range. */
  void add(RowRange range) {
    int strata = graph.spec().flushInterval();
    long from = Math.max(range.firstNumber(), graph.stratumStart(0));
    long to = Math.min(range.endNumber(), graph.stratumStart(strata));
    if (from >= to) {
      return;
    }
    long width = graph.stratumStart(1) - graph.stratumStart(0);
    int first = (int) ((from - graph.stratumStart(0)) / width);
    int last = (int) ((to - 1 - graph.stratumStart(0)) / width);
    population.windows().forEach((writer, windows) -> add(writer, windows * (last - first + 1L)));
    subtract(graph.stratumStart(first), from);
    subtract(to, graph.stratumStart(last + 1));
  }

  private void subtract(long from, long to) {
    if (from < to) {
      NodeCursor outside = graph.nodes(from, to, population);
      while (outside.advance()) {
        add(outside.writer(), -1);
      }
    }
  }

  private void add(int writer, long n) {
    nodes.merge(writer, n, Long::sum);
  }
}
