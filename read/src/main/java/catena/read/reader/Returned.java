// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.read.settle.ReadTally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What one scan has returned so far; entries that the client's filter drops are only counted. */
public final class Returned {
  private final ScanFilter filter;
  private final List<Entry> kept = new ArrayList<>();
  private long entries;
  private long bytes;
  private long rows;

  /** The greatest row that is a number, as those of graphs are; -1 if there was none. */
  private long lastRow = -1;

  Returned(ScanFilter filter) {
    this.filter = filter;
  }

  void add(Entry entry) {
    entries++;
    bytes += ReadTally.bytes(entry);
    long row = NodeCodec.row(entry.row());
    lastRow = Math.max(lastRow, row);
    if (filter.keeps(entry)) {
      boolean again =
          !kept.isEmpty() && Arrays.equals(kept.get(kept.size() - 1).row(), entry.row());
      rows += again ? 0 : 1;
      kept.add(entry);
    }
  }

  /** The entries that were kept, in the order of the scan. */
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

  /** How many rows were kept. */
  public long rows() {
    return rows;
  }

  /**
   * Leaves out the last row, which may have more entries, and all that comes after it.
   *
   * @param end of the range that was scanned
   * @return the end of the range that was read completely
   */
  long cutLastRow(long end) {
    if (lastRow < 0) {
      return end;
    }
    byte[] last = NodeCodec.rowBytes(NodeCodec.rowText(lastRow));
    kept.removeIf(entry -> Arrays.compareUnsigned(entry.row(), last) >= 0);
    return lastRow;
  }
}
