// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.records.ledger.Window;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which window a writer writes next, given how many entries it is still to write.
 *
 * <p>A window ends before it would update a node a second time: what one flush sends may reach the
 * servers in any order, and only what was acknowledged before is sure to be older. Updates with
 * their own timestamps are in order whatever the servers do.
 *
 * <p>Entries are puts, closing rewrites included; deletes are not counted. So a writer that has
 * none left still carries out the deletes of a block all of whose layers are written, and stops
 * before the next put.
 */
public final class WindowPlan {
  private final WriteOrder order;
  private final GraphSpec spec;
  private final long capacity;
  private final int writer;

  /** Whether all layers of a block are one window, which an import takes. */
  private final boolean imported;

  /**
   * The windows of one writer of a graph.
   *
   * @param imported whether all layers of a block are one window, which an import takes; else each
   *     window is sent by itself
   */
  public WindowPlan(Graph graph, int writer, boolean imported) {
    this.order = new WriteOrder(graph);
    this.spec = graph.spec();
    this.capacity = graph.windowCapacity();
    this.writer = writer;
    this.imported = imported;
  }

  /**
   * The window from a position to the end of its step, or to the last entry that is left; of an
   * import up to the end of its last layer.
   */
  Optional<Window> next(Position from, long entriesLeft) {
    boolean layer = order.step(writer, from.block(), from.step()) == Step.LAYER;
    return imported && layer ? nextImport(from, entriesLeft) : nextInStep(from, entriesLeft);
  }

  private Optional<Window> nextInStep(Position from, long entriesLeft) {
    long inStep = order.entries(writer, from.block(), from.step()) - from.index();
    boolean deletes = isDelete(from);
    long count = deletes ? inStep : Math.min(inStep, entriesLeft);
    boolean updates = order.step(writer, from.block(), from.step()) == Step.UPDATE;
    if (updates && !spec.updates().timed()) {
      count = distinct(from, count);
    }
    return count == 0 ? Optional.empty() : Optional.of(window(from, count));
  }

  /** The windows of a block's layers that one import takes from a position on. */
  private Optional<Window> nextImport(Position from, long entriesLeft) {
    Position to = from;
    long left = entriesLeft;
    while (to.block() == from.block()
        && order.step(writer, to.block(), to.step()) == Step.LAYER
        && left > 0
        && (to.equals(from) || hasRoom(to))) { // without any, the client says so
      long count = Math.min(left, order.entries(writer, to.block(), to.step()) - to.index());
      to = order.advance(writer, to, count);
      left -= count;
    }
    return to.equals(from)
        ? Optional.empty()
        : Optional.of(new Window(from, to, entriesLeft - left, 0));
  }

  /** How many updates from a position on, up to a number, go to nodes that differ. */
  private long distinct(Position from, long most) {
    Set<Node> updated = new HashSet<>();
    long count = 0;
    while (count < most
        && updated.add(
            order.updated(writer, new Position(from.block(), from.step(), from.index() + count)))) {
      count++;
    }
    return count;
  }

  /** The window of a number of writes from a position on, within its step. */
  Window window(Position from, long count) {
    boolean deletes = isDelete(from);
    Position to = order.advance(writer, from, count);
    return new Window(from, to, deletes ? 0 : count, deletes ? count : 0);
  }

  /** How many writes a window has, unless it ends a step or a writer's work. */
  int size() {
    return spec.flushInterval();
  }

  /** How many windows it takes to write so many entries, deletes not counted. */
  long most(long entriesLeft) {
    return entriesLeft / size() + (entriesLeft % size() == 0 ? 0 : 1);
  }

  /** Whether the rows have room for the window that begins or goes on at a position. */
  boolean hasRoom(Position at) {
    return order.window(writer, at) < capacity;
  }

  /** Whether the rows surely have no room for so many more entries. */
  public boolean cannotHold(Position from, long entries) {
    long perBlock = (long) spec.flushInterval() * (spec.depth() + 1 + spec.updates().passes());
    long blocksLeft = capacity / spec.depth() + 1 - from.block();
    return blocksLeft <= 0 || entries / perBlock > blocksLeft;
  }

  private boolean isDelete(Position at) {
    return order.step(writer, at.block(), at.step()) == Step.DELETE;
  }
}
