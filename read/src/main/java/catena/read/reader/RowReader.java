// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Entry;
import catena.harness.accumulo.Entries;
import catena.read.check.RowChecker;
import catena.read.check.View;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;

/**
 * Looks up single rows for one client, with a scanner that is kept while the view is the same; for
 * its thread.
 */
public final class RowReader implements AutoCloseable {
  private final ReaderContext seat;
  private final ScannerShape shape;
  private final ScanFilter filter;
  private Scanner scanner;
  private View opened;

  /** A reader that has no scanner yet. */
  public RowReader(ReaderContext seat, ScannerShape shape) {
    this(seat, shape, ScanFilter.NONE);
  }

  /** A reader of what passes a filter. */
  public RowReader(ReaderContext seat, ScannerShape shape, ScanFilter filter) {
    this.seat = seat;
    this.shape = shape;
    this.filter = filter;
  }

  /**
   * A row that was read and is to be judged.
   *
   * @param checker begun before the read, and not ended
   * @param seen all that the read returned of the row, perhaps nothing
   * @param start when the read began, on the client's clock
   * @param end when all had been returned
   */
  public record Seen(RowChecker checker, List<Entry> seen, long start, long end) {
    /**
     * Judges it.
     *
     * @param row its bytes
     * @param referrer the sound entry that led to the row, if one did
     * @return whether the row is as promised, as far as was known before the read
     * @throws InterruptedException as {@link RowChecker#end} throws it
     */
    public boolean judge(byte[] row, Optional<Entry> referrer)
        throws IOException, InterruptedException {
      boolean sound = checker.row(row, seen, referrer);
      checker.end();
      return sound;
    }
  }

  /**
   * Reads a row as a view shows it, again and again until the servers answer.
   *
   * @throws Exception as {@link ReaderContext#answered} does
   */
  public Seen lookUp(View view, byte[] row) throws Exception {
    RowChecker checker = seat.rows(shape.shown(seat.target(), seat.through(filter, view)));
    checker.begin();
    Scanner from = scanner(view);
    ReaderContext.Timed<List<Entry>> seen = seat.timed(() -> read(from, row));
    return new Seen(checker, seen.value(), seen.start(), seen.end());
  }

  private Scanner scanner(View view) throws TableNotFoundException {
    if (scanner == null || !view.equals(opened)) {
      close();
      scanner = shape.open(seat.target(), view);
      filter.setAt(scanner);
      opened = view;
    }
    return scanner;
  }

  private static List<Entry> read(Scanner scanner, byte[] row) {
    scanner.setRange(new Range(new Text(row)));
    List<Entry> seen = new ArrayList<>(1);
    scanner.forEach((key, value) -> seen.add(Entries.of(key, value)));
    return seen;
  }

  @Override
  public void close() {
    if (scanner != null) {
      scanner.close();
      scanner = null;
    }
  }
}
