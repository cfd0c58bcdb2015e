// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import java.util.Arrays;
import java.util.Optional;

/** Finds which of a node's own entries an entry is: which cell of its row, and by which write. */
final class OwnEntries {
  /** The version of an update that a later one has replaced, or that was not begun. */
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

  /** Which cell of the row an entry has the key of, from 0; -1 if of none. */
  int cellOf(Entry entry) {
    encoder.encodeKey(node.writer(), node.window(), node.index());
    return encoder.cellOf(entry);
  }

  /** Which version of a cell an entry's value is, or 0. */
  int versionOf(int cell, Entry entry) {
    return versionOf(cell, entry, 0);
  }

  /** Where the version stands in the order of writes that {@link #versionOf} found last. */
  Position writtenAt() {
    return writtenAt;
  }

  /** Whether an entry is this node's own under another key, with the checksum of either key. */
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
      if ((expectation.versions.any(node) & version) != 0) {
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

  /** Whether the value is that of an update of this node, and how that stands to the promise. */
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
    Optional<Promise.Progress> progress = expectation.promise.of(node.writer());
    Optional<Position> sure = expectation.sureUpdate(node);
    if (progress.isEmpty() || sure.equals(at)) {
      return Versions.UPDATED;
    }
    boolean before = sure.map(writtenAt::isBefore).orElse(false);
    boolean begun = writtenAt.isBefore(progress.get().attempted());
    return before || !begun ? NOT_NOW : Versions.LATER;
  }
}
