package catena.graph.judge;

import catena.graph.Graph;
import catena.graph.Node;

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

  private final Graph graph;
  private final int depth;
  private final int flushInterval;

  Versions(Graph graph) {
    this.graph = graph;
    this.depth = graph.spec().depth();
    this.flushInterval = graph.spec().flushInterval();
  }

  /** What may be there, given how far the node's writer has come. */
  int of(Node node, Promise.Progress progress) {
    long block = graph.block(node.window());
    int layer = (int) (node.window() - block * depth);
    return of(node.writer(), block, layer, node.index(), progress);
  }

  /** The same, of the parts of a node's place. */
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
    return layer == 0 && index < flushInterval - 1
        ? after(versions, CLOSED, block, depth, index, progress)
        : versions;
  }

  /** What may be there if nothing is known of how far the writer has come. */
  int any(Node node) {
    long block = graph.block(node.window());
    int layer = (int) (node.window() - block * depth);
    return any(node.writer(), block, layer, node.index());
  }

  /** The same, of the parts of a node's place. */
  int any(int writer, long block, int layer, int index) {
    return last(writer, block, layer, index) == CLOSED ? ABSENT | FIRST | CLOSED : ABSENT | FIRST;
  }

  /** What is there once all writes of the block were acknowledged. */
  int last(int writer, long block, int layer, int index) {
    if (graph.isDeleted(writer, block)) {
      return ABSENT;
    }
    return layer == 0 && index < flushInterval - 1 ? CLOSED : FIRST;
  }

  /** What is left of some versions by the write of another at a point. */
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
