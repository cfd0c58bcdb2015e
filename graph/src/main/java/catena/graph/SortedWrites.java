// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.util.Arrays;
import java.util.NoSuchElementException;

/**
 * The writes of a stretch of one writer's order, one after the other in the order of their rows.
 *
 * <p>They are sorted by construction: each window has one node in each stratum, or separate strata
 * if rows are in order, so that in each stratum only as many rows are sorted as the stretch has
 * windows. Memory is in proportion to the windows, and not to the writes.
 */
public final class SortedWrites {
  private final Graph graph;
  private final int writer;
  private final Position from;
  private final Position to;
  private final Step step;
  private final long firstWindow;
  private final long[] windowKeys;
  private final long[] rows;

  private final long lastStratum;

  /** The stratum that comes next. */
  private long stratum;

  private int size;
  private int at;
  private Node node;

  /**
   * The writes from one position up to another, exclusive.
   *
   * @param from a position in a layer, or in a closing pass
   * @param to a position in the same block, or the block's end; the writes between the two are all
   *     of layers, or all of the closing pass
   * @throws IllegalArgumentException if they are of several blocks, of layers and closing pass, or
   *     deletes
   */
  public SortedWrites(Graph graph, int writer, Position from, Position to) {
    WriteOrder order = new WriteOrder(graph);
    this.graph = graph;
    this.writer = writer;
    this.from = from;
    this.to = to;
    this.step = order.step(writer, from.block(), from.step());
    int lastStep = lastStep(order);
    if (step == Step.DELETE || order.step(writer, from.block(), lastStep) != step) {
      throw new IllegalArgumentException("no entries of one kind: " + from + " to " + to);
    }
    this.firstWindow = order.window(writer, from);
    int windows = lastStep - from.step() + 1;
    this.windowKeys = new long[windows];
    for (int i = 0; i < windows; i++) {
      windowKeys[i] = graph.windowKey(writer, firstWindow + i);
    }
    this.rows = new long[windows];
    int nodes = graph.spec().flushInterval();
    boolean ordered = graph.spec().rows().ordered();
    this.stratum = ordered ? firstWindow * nodes : 0;
    this.lastStratum = ordered ? (firstWindow + windows) * nodes : nodes;
  }

  private int lastStep(WriteOrder order) {
    int steps = order.steps(writer, from.block());
    if (to.equals(new Position(from.block() + 1, 0, 0))) {
      return steps - 1;
    } else if (to.block() != from.block() || !from.isBefore(to)) {
      throw new IllegalArgumentException("not within a block: " + from + " to " + to);
    }
    return to.index() > 0 ? to.step() : to.step() - 1;
  }

  /** Goes to the next write, if there is one. */
  public boolean advance() {
    while (at == size) {
      if (stratum == lastStratum) {
        node = null;
        return false;
      }
      open(stratum++);
    }
    node = graph.node(rows[at++]).orElseThrow();
    return true;
  }

  private void open(long next) {
    size = 0;
    at = 0;
    boolean ordered = graph.spec().rows().ordered();
    int first = ordered ? (int) (graph.windowOf(next) - firstWindow) : 0;
    int last = ordered ? first : windowKeys.length - 1;
    for (int i = first; i <= last; i++) {
      int index = graph.indexIn(next, windowKeys[i]);
      Position place = new Position(from.block(), from.step() + i, index);
      // The last head of a block is not written again.
      boolean isOne = step == Step.LAYER || index < graph.spec().flushInterval() - 1;
      if (isOne && !place.isBefore(from) && place.isBefore(to)) {
        rows[size++] = graph.rowIn(next, writer, firstWindow + i);
      }
    }
    Arrays.sort(rows, 0, size);
  }

  /** The node that is written. */
  public Node node() {
    if (node == null) {
      throw new NoSuchElementException("it stands on no write");
    }
    return node;
  }

  /** Computes the entry that is written. */
  public void encode(EntryEncoder encoder) {
    encoder.encode(node(), step == Step.CLOSE);
  }
}
