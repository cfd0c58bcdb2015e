// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.graph.Graph;
import catena.graph.NodeCursor;
import catena.graph.Population;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many nodes of each writer belong into some rows, told from strata and windows ({@link
 * Graph#nodesIn}).
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
    long from = Math.max(range.firstNumber(), graph.stratumStart(0));
    long to = Math.min(range.endNumber(), graph.stratumStart(graph.strata()));
    if (from >= to) {
      return;
    }
    long first = graph.stratumOf(from);
    long last = graph.stratumOf(to - 1);
    population
        .windows()
        .forEach((writer, windows) -> add(writer, graph.nodesIn(windows, first, last + 1)));
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
