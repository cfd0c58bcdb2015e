package catena.graph.judge;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.WriteOrder;

/**
 * What a node's key may hold at some moment, as a set: nothing, its first entry, its closing entry.
 *
 * <p>A set with one element is what must be; one with more is what an indeterminate write leaves
 * open.
 */
final class Versions {
  static final int ABSENT = 1;
  static final int FIRST = 2;
  static final int CLOSED = 4;

  private final WriteOrder order;
  private final Graph graph;

  Versions(Graph graph) {
    this.graph = graph;
    this.order = new WriteOrder(graph);
  }

  /** What may be there, given how far the node's writer has come. */
  int of(Node node, Promise.Progress progress) {
    Position first = order.firstWrite(node);
    if (!first.isBefore(progress.attempted())) {
      return ABSENT;
    }
    int versions = first.isBefore(progress.acknowledged()) ? FIRST : ABSENT | FIRST;
    if (order.isRewritten(node)) {
      return after(versions, CLOSED, order.closingWrite(node), progress);
    }
    return graph.isDeleted(node.writer(), graph.block(node.window()))
        ? after(versions, ABSENT, order.delete(node), progress)
        : versions;
  }

  /** What may be there if nothing is known of how far the writer has come. */
  int any(Node node) {
    return order.isRewritten(node) ? ABSENT | FIRST | CLOSED : ABSENT | FIRST;
  }

  private static int after(int before, int written, Position at, Promise.Progress progress) {
    if (at.isBefore(progress.acknowledged())) {
      return written;
    }
    return at.isBefore(progress.attempted()) ? before | written : before;
  }

  static boolean isCertain(int versions) {
    return Integer.bitCount(versions) == 1;
  }
}
