// SPDX-License-Identifier: Apache-2.0
package catena.batchwalker;

import catena.graph.Entry;
import catena.graph.NodeCodec;
import catena.harness.accumulo.Entries;
import catena.read.check.View;
import catena.read.reader.ReadTarget;
import catena.read.reader.ReaderContext;
import catena.read.reader.StartRows.WalkedRow;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.accumulo.core.client.BatchScanner;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.accumulo.core.data.Range;
import org.apache.hadoop.io.Text;

/**
 * The batch scanners of one client, one for each set of authorizations, and the thread that reads
 * with them; for one thread, which may do something else while a batch is read.
 */
final class Scans implements Closeable {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final ReaderContext seat;
  private final int threads;
  private final Optional<Duration> timeout;
  private final ExecutorService reading;

  /** For the reading thread. */
  private final Map<View, BatchScanner> scanners = new HashMap<>();

  /**
   * Scanners that are made when they are first needed.
   *
   * @param threads of each, all idle but those of the one in use
   * @param timeout after which a batch that is not answered is given up, and read again
   */
  Scans(ReaderContext seat, int threads, Optional<Duration> timeout) {
    this.seat = seat;
    this.threads = threads;
    this.timeout = timeout;
    this.reading = seat.background();
  }

  /**
   * Begins to read the rows where walks stand, once all that was asked for before has been read.
   *
   * @param isExact asked of each entry when it comes, by another thread
   */
  Future<ReaderContext.Timed<BatchAnswer>> ask(
      View view, Collection<WalkedRow> batch, Predicate<Entry> isExact) {
    BatchAnswer first = new BatchAnswer(batch, isExact);
    return reading.submit(
        () ->
            seat.timed(
                () -> read(view, first.isUntouched() ? first : new BatchAnswer(batch, isExact))));
  }

  private BatchAnswer read(View view, BatchAnswer answer) throws TableNotFoundException {
    List<Range> ranges = new ArrayList<>(answer.asked().size());
    for (BatchAnswer.AskedRow row : answer.asked()) {
      ranges.add(new Range(new Text(NodeCodec.rowBytes(row.name))));
    }
    BatchScanner scanner = scanner(view);
    try {
      scanner.setRanges(ranges);
      for (var entry : scanner) {
        answer.add(Entries.of(entry.getKey(), entry.getValue()));
      }
      return answer;
    } catch (RuntimeException e) {
      // What a failed read left under way must not be returned by the next one.
      scanners.remove(view);
      scanner.close();
      throw e;
    }
  }

  private BatchScanner scanner(View view) throws TableNotFoundException {
    BatchScanner scanner = scanners.get(view);
    if (scanner == null) {
      ReadTarget target = seat.target();
      scanner = target.client().createBatchScanner(target.table(), view.authorizations(), threads);
      scanner.setConsistencyLevel(target.consistency());
      if (timeout.isPresent()) {
        scanner.setTimeout(timeout.get().toMillis(), TimeUnit.MILLISECONDS);
      }
      scanners.put(view, scanner);
    }
    return scanner;
  }

  @Override
  public void close() {
    reading.shutdownNow();
    if (Uninterruptibles.awaitTerminationUninterruptibly(reading, GRACE)) {
      scanners.values().forEach(BatchScanner::close);
      scanners.clear();
    }
  }
}
