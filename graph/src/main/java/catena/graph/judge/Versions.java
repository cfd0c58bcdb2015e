// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.WriteOrder;
import java.util.Optional;

/**
 * What a node's key may hold at some moment, as a set: nothing, its first entry, its closing entry,
 * the entry of the last acknowledged update, that of a later one.
 *
 * <p>A set with one element is what must be there; one with more is what an indeterminate write
 * leaves open.
 */
final class Versions {
  static final int ABSENT = 1;
  static final int FIRST = 2;
  static final int CLOSED = 4;
  static final int UPDATED = 8;
  static final int LATER = 16;

  private final Graph graph;
  private final int depth;
  private final int flushInterval;
  private final WriteOrder order;

  Versions(Graph graph) {
    this.graph = graph;
    this.depth = graph.spec().depth();
    this.flushInterval = graph.spec().flushInterval();
    this.order = new WriteOrder(graph);
  }

  /** What may be there of a node, given its place and the progress of its writer. */
  int of(int writer, long block, int layer, int index, Promise.Progress progress) {
    if (block < progress.acknowledged().block()) {
      return last(writer, block, layer, index);
    }
    if (!progress.attempted().isBehind(block, layer, index)) {
      return ABSENT;
    }
    int versions = progress.acknowledged().isBehind(block, layer, index) ? FIRST : ABSENT | FIRST;
    if (graph.isDeleted(writer, block)) {
      int step = 2 * depth - 1 - layer;
      return after(versions, ABSENT, block, step, flushInterval - 1 - index, progress);
    }
    versions =
        layer == 0 && index < flushInterval - 1
            ? after(versions, CLOSED, block, depth, index, progress)
            : versions;
    return order.hasUpdates()
        ? updated(versions, node(writer, block, layer, index), progress)
        : versions;
  }

  private int updated(int before, Node node, Promise.Progress progress) {
    Optional<Position> sure = order.lastUpdate(node, progress.acknowledged());
    int versions = sure.isPresent() ? UPDATED : before;
    boolean open = !order.lastUpdate(node, progress.attempted()).equals(sure);
    return open ? versions | LATER : versions;
  }

  private Node node(int writer, long block, int layer, int index) {
    return new Node(writer, block * depth + layer, index);
  }

  /** What may be there if nothing is known about the writer's progress. */
  int any(int writer, long block, int layer, int index) {
    if (graph.isDeleted(writer, block)) {
      return ABSENT | FIRST;
    }
    boolean closed = layer == 0 && index < flushInterval - 1;
    int before = closed ? ABSENT | FIRST | CLOSED : ABSENT | FIRST;
    return isUpdated(writer, block, layer, index) ? before | UPDATED | LATER : before;
  }

  /** Whether a node of a closed block is updated at all. */
  private boolean isUpdated(int writer, long block, int layer, int index) {
    return order.hasUpdates()
        && order
            .lastUpdate(node(writer, block, layer, index), new Position(block + 1, 0, 0))
            .isPresent();
  }

  /** What is there once all writes of the block have been acknowledged. */
  int last(int writer, long block, int layer, int index) {
    if (graph.isDeleted(writer, block)) {
      return ABSENT;
    }
    if (isUpdated(writer, block, layer, index)) {
      return UPDATED;
    }
    return layer == 0 && index < flushInterval - 1 ? CLOSED : FIRST;
  }

  /** What may be there after some versions and the write of another one at a point. */
  private static int after(
      int before, int written, long block, int step, int index, Promise.Progress progress) {
    if (progress.acknowledged().isBehind(block, step, index)) {
      return written;
    }
    return progress.attempted().isBehind(block, step, index) ? before | written : before;
  }

  static boolean isCertain(int versions) {
    return Integer.bitCount(versions) == 1;
  }
}
