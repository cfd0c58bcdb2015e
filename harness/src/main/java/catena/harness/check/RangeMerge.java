package catena.harness.check;

import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.NodeCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** Takes row after row. */
  public interface Rows {
    /**
     * A row with one entry.
     *
     * @param node the one that the cursor has of this row, or null
     */
    void single(Node node, Entry entry) throws IOException, InterruptedException;

    /**
     * A row with some entries.
     *
     * @param node the one that the cursor has of this row, or null
     */
    void several(Node node, byte[] row, List<Entry> seen) throws IOException, InterruptedException;

    /** A node of which the scan returned nothing. */
    void absent(Node node) throws IOException, InterruptedException;
  }

  /** Goes through the cursor and the scan, both to their ends. */
  public static void run(NodeCursor cursor, Scan scan, Rows rows)
      throws IOException, InterruptedException {
    boolean expecting = cursor.advance();
    Entry next = scan.next();
    while (next != null) {
      Entry first = next;
      long number = NodeCodec.row(first.row());
      while (expecting && cursor.row() < number) {
        rows.absent(cursor.node());
        expecting = cursor.advance();
      }
      Node node = null;
      if (expecting && cursor.row() == number) {
        node = cursor.node();
        expecting = cursor.advance();
      }
      next = scan.next();
      if (next == null || !Arrays.equals(first.row(), next.row())) {
        rows.single(node, first);
      } else {
        List<Entry> all = new ArrayList<>(List.of(first));
        while (next != null && Arrays.equals(first.row(), next.row())) {
          all.add(next);
          next = scan.next();
        }
        rows.several(node, first.row(), all);
      }
    }
    while (expecting) {
      rows.absent(cursor.node());
      expecting = cursor.advance();
    }
  }
}
