// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.read.check.RowChecker;
import catena.read.check.View;
import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.hadoop.io.Text;

/**
 * Scans ranges of rows for one client, in one shape, through one filter; for its thread.
 *
 * <p>A scan may end before its range does, once it has returned enough. Then the last row may have
 * more entries, and the rows after it were not read: both are left out of what is judged.
 */
public record RangeScan(ReaderContext seat, ScannerShape shape, ScanFilter filter) {
  /**
   * A range that was scanned and is to be judged.
   *
   * @param checker begun before the scan, and not ended
   * @param from the first row
   * @param to the row before which all was seen
   * @param returned what the scan returned
   * @param start when the scan began, on the client's clock
   * @param end when all had been returned
   */
  public record Seen(
      RowChecker checker, long from, long to, Returned returned, long start, long end) {
    /**
     * Judges it.
     *
     * @throws InterruptedException as {@link RowChecker#end} throws it
     */
    public void judge() throws IOException, InterruptedException {
      Iterator<Entry> entries = returned.kept().iterator();
      checker.range(from, to, () -> entries.hasNext() ? entries.next() : null);
      checker.end();
    }
  }

  /**
   * Scans rows as a view shows them, again and again until the servers answer.
   *
   * @param from the first row
   * @param to the row after the last
   * @param isEnough whether to end early, within the row that follows
   * @throws Exception as {@link ReaderContext#answered} does
   */
  public Seen scan(View view, long from, long to, Predicate<Returned> isEnough) throws Exception {
    RowChecker checker = seat.rows(shape.shown(seat.target(), view));
    checker.begin();
    ReaderContext.Timed<Returned> read = seat.timed(() -> read(view, from, to, isEnough));
    Returned returned = read.value();
    return new Seen(checker, from, returned.cutLastRow(to), returned, read.start(), read.end());
  }

  private Returned read(View view, long from, long to, Predicate<Returned> isEnough)
      throws TableNotFoundException {
    Returned returned = new Returned(filter);
    try (Scanner scanner = shape.open(seat.target(), view)) {
      filter.setAt(scanner);
      scanner.setRange(new Range(text(from), true, text(to), false));
      Iterator<Map.Entry<Key, Value>> entries = scanner.iterator();
      while (!isEnough.test(returned) && entries.hasNext()) {
        Map.Entry<Key, Value> entry = entries.next();
        returned.add(Entries.of(entry.getKey(), entry.getValue()));
      }
      if (!isEnough.test(returned)) {
        returned.endRow();
      }
    }
    return returned;
  }

  private static Text text(long row) {
    return new Text(NodeCodec.rowText(row));
  }
}
