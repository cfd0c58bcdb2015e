// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.Selection.By;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Finds which of a node's own entries an entry is: which cell of the row, of which write. */
final class OwnEntries {
  /** The version of an update that was replaced by a later one, or was not begun. */
  static final int NOT_NOW = 32;

  private final Expectation expectation;
  private final Graph graph;
  private final WriteOrder order;
  private final EntryEncoder encoder;
  private final Node node;
  private final int columns;
  private Position writtenAt = Position.ORIGIN;

  OwnEntries(Expectation expectation, Node node) {
    this.expectation = expectation;
    this.graph = expectation.graph;
    this.order = expectation.order;
    this.encoder = expectation.encoder;
    this.node = node;
    this.columns = graph.spec().cells().columns();
  }

  /**
   * The cells that a filter lets pass of a row that it does not leave out. By its value a cell
   * passes in each version or in none, since there are no updates then.
   */
  BitSet asked() {
    BitSet asked = new BitSet(columns);
    Selection selection = expectation.selection;
    if (selection.by() == By.FAMILY) {
      asked.set(selection.cell());
    } else if (selection.by() == By.ROW) {
      asked.set(0, columns);
    } else {
      encoder.encode(node, false);
      List<Entry> row = List.of(encoder.entries());
      selection.kept(row).forEach(cell -> asked.set(row.indexOf(cell)));
    }
    return asked;
  }

  /** The cell of the row, from 0, whose key an entry has; -1 if there is none. */
  int cellOf(Entry entry) {
    encoder.encodeKey(node.writer(), node.window(), node.index());
    return encoder.cellOf(entry);
  }

  /** The version of a cell to which an entry's value belongs, or 0. */
  int versionOf(int cell, Entry entry) {
    return versionOf(cell, entry, 0);
  }

  /** The position in the order of writes of the version that {@link #versionOf} found last. */
  Position writtenAt() {
    return writtenAt;
  }

  /** Whether an entry is this node's own under another key, whatever its checksum is. */
  boolean isOwn(Entry entry) {
    int ignored = graph.spec().checksum() ? NodeCodec.CHECKSUM : 0;
    int version = 0;
    for (int cell = 0; version == 0 && cell < columns; cell++) {
      version = versionOf(cell, entry, ignored);
    }
    return version != 0;
  }

  private int versionOf(int cell, Entry entry, int ignoredAtEnd) {
    for (int version : new int[] {Versions.FIRST, Versions.CLOSED}) {
      if (version == Versions.FIRST || order.isRewritten(node)) {
        encoder.encode(node, version == Versions.CLOSED);
        if (isEncoded(cell, entry, ignoredAtEnd)) {
          writtenAt =
              version == Versions.CLOSED ? order.closingWrite(node) : order.firstWrite(node);
          return version;
        }
      }
    }
    return order.hasUpdates() ? updateOf(cell, entry, ignoredAtEnd) : 0;
  }

  private boolean isEncoded(int cell, Entry entry, int ignoredAtEnd) {
    if (cell > 0) {
      encoder.encodeCell(cell);
    }
    byte[] own = encoder.value();
    byte[] other = entry.value();
    int length = own.length - ignoredAtEnd;
    return own.length == other.length && Arrays.equals(own, 0, length, other, 0, length);
  }

  /** The version of the update of this node that wrote the value, by the promise, or 0. */
  private int updateOf(int cell, Entry entry, int ignoredAtEnd) {
    Optional<Position> at =
        order
            .updateOf(NodeCodec.count(entry.value()))
            .filter(update -> update.block() == graph.block(node.window()))
            .filter(update -> !graph.isDeleted(node.writer(), update.block()))
            .filter(update -> order.updated(node.writer(), update).equals(node));
    if (at.isEmpty()) {
      return 0;
    }
    encoder.encodeUpdate(node, order.count(at.get()));
    if (!isEncoded(cell, entry, ignoredAtEnd)) {
      return 0;
    }
    writtenAt = at.get();
    Promise.Progress progress = expectation.progress(node.writer());
    Optional<Position> sure = expectation.sureUpdate(node);
    if (progress == null || sure.equals(at)) {
      return Versions.UPDATED;
    }
    boolean before = sure.map(writtenAt::isBefore).orElse(false);
    boolean begun = writtenAt.isBefore(progress.attempted());
    return before || !begun ? NOT_NOW : Versions.LATER;
  }
}
