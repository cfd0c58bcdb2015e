// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.read.settle.ReadTally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What one scan has returned so far; what the client's filter drops is only counted. */
public final class Returned {
  private final ScanFilter filter;
  private final List<Entry> kept = new ArrayList<>();

  /** The row of which more may come. */
  private final List<Entry> open = new ArrayList<>();

  private long entries;
  private long bytes;
  private long rows;

  /** The greatest row that is a number, as those of graphs are; -1 if there was none. */
  private long lastRow = -1;

  Returned(ScanFilter filter) {
    this.filter = filter;
  }

  void add(Entry entry) {
    if (!open.isEmpty() && !Arrays.equals(open.get(0).row(), entry.row())) {
      endRow();
    }
    open.add(entry);
    entries++;
    bytes += ReadTally.bytes(entry);
    lastRow = Math.max(lastRow, NodeCodec.row(entry.row()));
  }

  /** Keeps what passes of the last row, of which no more comes. */
  void endRow() {
    List<Entry> passing = filter.kept(open);
    rows += passing.isEmpty() ? 0 : 1;
    kept.addAll(passing);
    open.clear();
  }

  /** The entries that were kept of the rows that ended, in the order of the scan. */
  public List<Entry> kept() {
    return kept;
  }

  /** How many entries were returned. */
  public long entries() {
    return entries;
  }

  /** The bytes of their keys and values. */
  public long bytes() {
    return bytes;
  }

  /** How many rows ended and were kept. */
  public long rows() {
    return rows;
  }

  /**
   * Leaves out the last row if more of it may come, and all that comes after it.
   *
   * @param from the first row of the range that was scanned
   * @param to the row after its last
   * @return the row before which all was read
   */
  long cutLastRow(long from, long to) {
    boolean ended = open.isEmpty();
    endRow();
    if (ended) {
      return to;
    }
    if (lastRow < 0) {
      return from; // no row says how far the scan came
    }
    byte[] last = NodeCodec.rowBytes(NodeCodec.rowText(lastRow));
    kept.removeIf(entry -> Arrays.compareUnsigned(entry.row(), last) >= 0);
    return lastRow;
  }
}
