// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.NodeCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges the nodes that belong into a range of rows with what a scan returns of it, both in the
 * order of the rows; memory of one row.
 */
public final class RangeMerge {
  private RangeMerge() {}

  /** What a scan returns, entry after entry in the order of the rows. */
  @FunctionalInterface
  public interface Scan {
    /** The next entry, or null at the end. */
    Entry next() throws IOException, InterruptedException;
  }

  /** Receives row after row. */
  public interface Rows {
    /**
     * A row with one entry, whose node the cursor stands on: nearly every row. This is the fast
     * path, on which no object need be made for the row.
     *
     * @return whether the row is dealt with; if not, it is passed to {@link #several}
     */
    default boolean isRight(NodeCursor at, Entry entry) {
      return false;
    }

    /**
     * A row with one entry or more.
     *
     * @param node the one that the cursor has of this row, or null
     */
    void several(Node node, byte[] row, List<Entry> seen) throws IOException, InterruptedException;

    /** A node for which the scan returned nothing. */
    void absent(Node node) throws IOException, InterruptedException;
  }

  /** Goes through the cursor and the scan, both to their ends. */
  public static void run(NodeCursor cursor, Scan scan, Rows rows)
      throws IOException, InterruptedException {
    boolean expecting = cursor.advance();
    Entry next = scan.next();
    while (next != null) {
      Entry first = next;
      boolean here = expecting && cursor.isAt(first.row());
      if (!here) {
        long number = NodeCodec.row(first.row());
        while (expecting && cursor.row() < number) {
          rows.absent(cursor.node());
          expecting = cursor.advance();
        }
        here = expecting && cursor.row() == number;
      }
      next = scan.next();
      if (next == null || !NodeCodec.isSameRow(first.row(), next.row())) {
        if (!here || !rows.isRight(cursor, first)) {
          rows.several(here ? cursor.node() : null, first.row(), List.of(first));
        }
      } else {
        List<Entry> all = new ArrayList<>(List.of(first));
        while (next != null && NodeCodec.isSameRow(first.row(), next.row())) {
          all.add(next);
          next = scan.next();
        }
        rows.several(here ? cursor.node() : null, first.row(), all);
      }
      if (here) {
        expecting = cursor.advance();
      }
    }
    while (expecting) {
      rows.absent(cursor.node());
      expecting = cursor.advance();
    }
  }
}
