// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.read.check.RowChecker;
import catena.read.check.View;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Range;
import org.apache.accumulo.core.data.Value;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.io.Text;

/**
 * Looks up single rows and scans ranges of rows for one client, in one shape, through one filter;
 * for its thread. Lookups keep their scanner while the view is the same.
 */
public final class RowReader implements AutoCloseable {
  private final ReaderContext context;
  private final ScannerShape shape;
  private final ScanFilter filter;
  private Scanner scanner;
  private View opened;

  /** A reader of what passes a filter; it has no scanner yet. */
  public RowReader(ReaderContext context, ScannerShape shape, ScanFilter filter) {
    this.context = context;
    this.shape = shape;
    this.filter = filter;
  }

  /**
   * A row or a range that was read and is to be judged.
   *
   * @param checker begun before the read, and not ended
   * @param returned what the read returned
   * @param start when the read began, on the client's clock
   * @param end when all had been returned
   */
  public record Seen(RowChecker checker, Returned returned, long start, long end) {
    /** The entries that were returned and passed the filter, perhaps none. */
    public List<Entry> entries() {
      return returned.kept();
    }

    /**
     * Judges a row.
     *
     * @param row its bytes
     * @param referrer the sound entry that led to the row, if one did
     * @return whether the row is as promised, as far as was known before the read
     * @throws InterruptedException as {@link RowChecker#end} throws it
     */
    public boolean judge(byte[] row, Optional<Entry> referrer)
        throws IOException, InterruptedException {
      boolean sound = checker.row(row, entries(), referrer);
      checker.end();
      return sound;
    }

    /**
     * Judges a range, as far as it was read; once.
     *
     * @param from the first row
     * @param to the row after the last
     * @throws InterruptedException as {@link RowChecker#end} throws it
     */
    public void judge(long from, long to) throws IOException, InterruptedException {
      long read = returned.cutLastRow(from, to);
      Iterator<Entry> entries = entries().iterator();
      checker.range(from, read, () -> entries.hasNext() ? entries.next() : null);
      checker.end();
    }
  }

  /**
   * Reads a row as a view shows it, again and again until the servers answer.
   *
   * @throws Exception as {@link ReaderContext#answered} does
   */
  public Seen lookUp(View view, byte[] row) throws Exception {
    Range range = new Range(new Text(row));
    return seen(view, () -> read(scanner(view), range, some -> false));
  }

  /**
   * Scans rows as a view shows them, again and again until the servers answer.
   *
   * <p>A scan may end before its range does, once it has returned enough. Then the last row may
   * have more entries, and the rows after it were not read: both are left out of what is judged.
   *
   * @param from the first row
   * @param to the row after the last
   * @param isEnough whether to end early, within the row that follows
   * @throws Exception as {@link ReaderContext#answered} does
   */
  public Seen scan(View view, long from, long to, Predicate<Returned> isEnough) throws Exception {
    Range range = new Range(text(from), true, text(to), false);
    return seen(
        view,
        () -> {
          try (Scanner own = open(view)) {
            return read(own, range, isEnough);
          }
        });
  }

  private Seen seen(View view, FailableSupplier<Returned, Exception> read) throws Exception {
    RowChecker checker = context.rows(shape.shown(context.target(), context.through(filter, view)));
    checker.begin();
    ReaderContext.Timed<Returned> answer = context.timed(read);
    return new Seen(checker, answer.value(), answer.start(), answer.end());
  }

  private Scanner scanner(View view) throws TableNotFoundException {
    if (scanner == null || !view.equals(opened)) {
      close();
      scanner = open(view);
      opened = view;
    }
    return scanner;
  }

  private Scanner open(View view) throws TableNotFoundException {
    Scanner made = shape.open(context.target(), view);
    filter.setAt(made);
    return made;
  }

  private Returned read(Scanner from, Range range, Predicate<Returned> isEnough) {
    Returned returned = new Returned(filter);
    from.setRange(range);
    Iterator<Map.Entry<Key, Value>> entries = from.iterator();
    while (!isEnough.test(returned) && entries.hasNext()) {
      Map.Entry<Key, Value> entry = entries.next();
      returned.add(Entries.of(entry.getKey(), entry.getValue()));
    }
    if (!isEnough.test(returned)) {
      returned.endRow();
    }
    return returned;
  }

  private static Text text(long row) {
    return new Text(NodeCodec.rowText(row));
  }

  @Override
  public void close() {
    if (scanner != null) {
      scanner.close();
      scanner = null;
    }
  }
}
