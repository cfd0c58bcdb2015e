// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The order in which a writer writes: block by block, step by step, entry by entry.
 *
 * <p>A block that is closed has its layers and a closing pass (which is empty, and left out, if
 * windows have one node), and then the passes of updates that the graph specifies; a block that is
 * deleted has its layers, and deletes of its layers.
 */
public final class WriteOrder {
  private final Graph graph;
  private final int flushInterval;
  private final int depth;
  private final int passes;
  private final UpdateOrder updates;

  /** The order in which the writers of a graph write. */
  public WriteOrder(Graph graph) {
    this.graph = graph;
    this.flushInterval = graph.spec().flushInterval();
    this.depth = graph.spec().depth();
    this.passes = graph.spec().updates().passes();
    this.updates = passes == 0 ? null : new UpdateOrder(graph.spec());
  }

  /** What a step of a writer's block does. */
  public Step step(int writer, long block, int step) {
    if (step < depth) {
      return Step.LAYER;
    }
    if (graph.isDeleted(writer, block)) {
      return Step.DELETE;
    }
    return step == depth ? Step.CLOSE : Step.UPDATE;
  }

  /** How many steps a block has. */
  public int steps(int writer, long block) {
    if (graph.isDeleted(writer, block)) {
      return 2 * depth;
    }
    return flushInterval == 1 ? depth : depth + 1 + passes;
  }

  /** How many entries a step writes or deletes. */
  public int entries(int writer, long block, int step) {
    return step(writer, block, step) == Step.CLOSE ? flushInterval - 1 : flushInterval;
  }

  /**
   * The point {@code entries} writes later, which must not be beyond the end of the step; the end
   * of a step is given as the beginning of the next.
   */
  public Position advance(int writer, Position from, long entries) {
    long index = from.index() + entries;
    int size = entries(writer, from.block(), from.step());
    if (entries < 0 || index > size) {
      throw new IllegalArgumentException(entries + " entries from " + from + " of " + size);
    }
    if (index < size) {
      return new Position(from.block(), from.step(), index);
    }
    boolean lastStep = from.step() + 1 == steps(writer, from.block());
    return lastStep
        ? new Position(from.block() + 1, 0, 0)
        : new Position(from.block(), from.step() + 1, 0);
  }

  /** The window of the node that is written or deleted at a point. */
  public long window(int writer, Position at) {
    return switch (step(writer, at.block(), at.step())) {
      case LAYER -> at.block() * depth + at.step();
      case CLOSE -> at.block() * depth;
      case UPDATE -> updated(writer, at).window();
      case DELETE -> at.block() * depth + 2L * depth - 1 - at.step();
    };
  }

  /** The node that an update writes; only for a step of updates. */
  public Node updated(int writer, Position at) {
    return updates.node(writer, at.block(), at.step() - depth - 1, at.index());
  }

  /** The index of the node that is written or deleted at a point. */
  public int index(int writer, Position at) {
    return switch (step(writer, at.block(), at.step())) {
      case LAYER, CLOSE -> (int) at.index();
      case UPDATE -> updated(writer, at).index();
      case DELETE -> (int) (flushInterval - 1 - at.index());
    };
  }

  /** The point at which a node is first written. */
  public Position firstWrite(Node node) {
    return new Position(graph.block(node.window()), graph.layer(node.window()), node.index());
  }

  /** Whether a node is one of the heads that a closing pass writes again. */
  public boolean isRewritten(Node node) {
    return graph.layer(node.window()) == 0
        && node.index() < flushInterval - 1
        && !graph.isDeleted(node.writer(), graph.block(node.window()));
  }

  /** The point at which a head is written again; only if {@link #isRewritten}. */
  public Position closingWrite(Node node) {
    return new Position(graph.block(node.window()), depth, node.index());
  }

  /** The last point before another, or the first of all, at which a node's entry is written. */
  public Position lastWrite(Node node, Position before) {
    Optional<Position> update = lastUpdate(node, before);
    if (update.isPresent()) {
      return update.get();
    }
    boolean rewritten = isRewritten(node) && closingWrite(node).isBefore(before);
    return rewritten ? closingWrite(node) : firstWrite(node);
  }

  /** The last update of a node before a point, if there is one. */
  public Optional<Position> lastUpdate(Node node, Position before) {
    long block = graph.block(node.window());
    if (passes == 0
        || !before.isBehind(block, depth + 1, 0)
        || graph.isDeleted(node.writer(), block)) {
      return Optional.empty();
    }
    int layer = (int) (node.window() - block * depth);
    boolean within = before.block() == block;
    int pass = within ? before.step() - depth - 1 : passes;
    long index = within ? before.index() : flushInterval;
    long found = updates.last(node.writer(), block, layer, node.index(), pass, index);
    return found < 0
        ? Optional.empty()
        : Optional.of(
            new Position(block, depth + 1 + (int) (found >>> Integer.SIZE), found & 0xffffffffL));
  }

  /** Whether nodes of closed blocks are written again. */
  public boolean hasUpdates() {
    return passes > 0;
  }

  /** The point of the update that has this {@link #count}, if there is one. */
  public Optional<Position> updateOf(long count) {
    long steps = count / flushInterval;
    long block = steps / (depth + 1L + passes);
    int step = (int) (steps % (depth + 1L + passes));
    return count < 0 || step <= depth
        ? Optional.empty()
        : Optional.of(new Position(block, step, count % flushInterval));
  }

  /** The point at which a node of a deleted block is deleted. */
  public Position delete(Node node) {
    return new Position(
        graph.block(node.window()),
        2 * depth - 1 - graph.layer(node.window()),
        flushInterval - 1 - node.index());
  }

  /** How many windows, counted from the first, a writer has begun when it is at a point. */
  public long windowsBegun(Position at) {
    int layers = Math.min(depth, at.step() + (at.index() > 0 ? 1 : 0));
    return at.block() * depth + layers;
  }

  /**
   * The count in the value that is written at a point: strictly increasing, and computed without
   * the earlier blocks: each gets room for its layers, a closing pass and its updates.
   */
  public long count(Position at) {
    return count(at.block(), at.step(), at.index());
  }

  /** The same for a position given by its parts. */
  long count(long block, int step, long index) {
    return (block * (depth + 1L + passes) + step) * flushInterval + index;
  }

  /** The nodes that refer to this one once its block is closed, in the order of their writes. */
  public List<Node> referrers(Node node) {
    int layer = graph.layer(node.window());
    if (layer + 1 < depth) {
      int rank = graph.rank(node.writer(), node.window(), node.index());
      return IntStream.range(graph.firstLink(rank), graph.firstLink(rank + 1))
          .mapToObj(index -> new Node(node.writer(), node.window() + 1, index))
          .toList();
    }
    return node.index() == 0
        ? List.of()
        : List.of(new Node(node.writer(), node.window() - layer, node.index() - 1));
  }
}
