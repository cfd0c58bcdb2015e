// SPDX-License-Identifier: Apache-2.0
package catena.read.plant;

import catena.graph.Node;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Where faults may be planted so that none of them changes what is found of another: no two lie in
 * one column of a block, or in adjacent columns, since references lead down a column and from the
 * closing pass into the next.
 */
final class FaultPositions {
  private final Nodes nodes;
  private final int writers;
  private final long blocks;
  private final int depth;

  /** The columns that are taken, each by its node in layer 0. */
  private final Set<Node> taken = new HashSet<>();

  /**
   * None is taken yet.
   *
   * @param writers how many there are, from 0; each has written all of these blocks
   * @param blocks from the first on
   */
  FaultPositions(Nodes nodes, int writers, long blocks) {
    this.nodes = nodes;
    this.writers = writers;
    this.blocks = blocks;
    this.depth = nodes.graph.spec().depth();
  }

  /** A node of a closed block, in a middle layer: it refers to one and is referred to by one. */
  Node link(int visibility) {
    return take(1, node -> true, visibility);
  }

  /** A head of a closed block that the closing pass has written again. */
  Node head() {
    return take(0, nodes.order::isRewritten, 0);
  }

  /** A head of a deleted block, if any is deleted. */
  Optional<Node> deleted() {
    return find(true, 0, node -> true, 0);
  }

  private Node take(int layer, Predicate<Node> fit, int visibility) {
    return find(false, layer, fit, visibility)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the table has no room for another fault: make it larger, or take another"
                        + " seed"));
  }

  private Optional<Node> find(boolean deleted, int layer, Predicate<Node> fit, int visibility) {
    for (long block = 0; block < blocks; block++) {
      for (int writer = 0; writer < writers; writer++) {
        if (nodes.graph.isDeleted(writer, block) == deleted) {
          long window = block * depth + layer;
          int of = writer;
          Optional<Node> found =
              IntStream.range(0, nodes.graph.spec().flushInterval())
                  .mapToObj(index -> new Node(of, window, index))
                  .filter(node -> isFree(node) && isSeen(node, visibility) && fit.test(node))
                  .findFirst();
          if (found.isPresent()) {
            taken.add(column(found.get(), 0));
            return found;
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Whether it has this visibility, and the node that refers to it has the first one. */
  private boolean isSeen(Node node, int visibility) {
    return nodes.graph.visibility(node.writer(), node.window(), node.index()) == visibility
        && nodes.graph.visibility(node.writer(), node.window() + 1, node.index()) == 0;
  }

  private boolean isFree(Node node) {
    return !taken.contains(column(node, -1))
        && !taken.contains(column(node, 0))
        && !taken.contains(column(node, 1));
  }

  private Node column(Node node, int offset) {
    long first = nodes.graph.block(node.window()) * depth;
    return new Node(node.writer(), first, node.index() + offset);
  }
}
