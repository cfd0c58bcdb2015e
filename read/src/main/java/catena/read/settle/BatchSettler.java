// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import catena.graph.judge.Expectation;
import catena.graph.judge.Promise;
import catena.read.check.Found;
import catena.read.check.Judges;
import catena.read.check.SeenRow;
import catena.read.check.View;
import catena.records.threads.StopSignal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Settles rows that a scan saw and that were not as promised, batch by batch and to the end of all
 * of them, once the scan is over; for one thread.
 *
 * <p>All rows were seen before the first batch is settled, so that one reading of the ledgers,
 * after the scan, serves for the first judgement of each of them. From then on ledgers are read
 * once each time that rows are, and only those of their writers: {@link catena.read.check.Ledgers}
 * says why that is enough.
 *
 * <p>Once they are not as promised even so, rows are read again once; a subclass may wait before,
 * and receives what they hold.
 *
 * <p>Once rows could not be read again, no more are, since the next would wait as long.
 */
public class BatchSettler implements Settler.Driver {
  /** How many rows are in memory at a time. */
  public static final int BATCH = 10_000;

  private static final Logger LOG = LogManager.getLogger(BatchSettler.class);

  private final Settler settler;
  private final View reader;
  private final Promise before;
  private final FailableConsumer<List<Found>, Exception> sink;
  private final StopSignal stop;
  private final ReadTally unused = new ReadTally();
  private final List<OpenRow> batch = new ArrayList<>();
  private final Set<OpenRow> open = new LinkedHashSet<>();
  private final List<Found> found = new ArrayList<>();
  private final Set<String> doubts = new LinkedHashSet<>();

  /** What was promised once the scan was over. */
  private Optional<Judges> scanned = Optional.empty();

  private Optional<String> broken = Optional.empty();
  private long taken;
  private long settled;

  /**
   * Settles the rows of one scan.
   *
   * @param reader whose scan it is
   * @param before what was promised before it
   * @param sink takes what is found, as soon as it is certain
   * @param stop after which nothing is settled any more
   */
  public BatchSettler(
      Settler settler,
      View reader,
      Promise before,
      FailableConsumer<List<Found>, Exception> sink,
      StopSignal stop) {
    this.settler = settler;
    this.reader = reader;
    this.before = before;
    this.sink = sink;
    this.stop = stop;
  }

  /**
   * Takes a row that differed; {@link #finish} follows the last.
   *
   * @throws Exception as the ledgers and the sink throw it
   */
  public void add(SeenRow row) throws Exception {
    taken++;
    batch.add(
        new OpenRow(
            reader, "", unused, before, row, Optional.empty(), Optional.empty(), List.of(), 0));
    if (batch.size() == BATCH) {
      settle(Optional.of(row));
    }
  }

  /**
   * Settles what was added; after a stop nothing any more.
   *
   * @throws Exception as the ledgers and the sink throw it
   */
  public void finish() throws Exception {
    settle(Optional.empty());
  }

  private void settle(Optional<SeenRow> last) throws Exception {
    List<OpenRow> full = List.copyOf(batch);
    batch.clear();
    if (taken == 0 || stop.asked()) {
      return;
    }
    if (scanned.isEmpty()) {
      scanned = Optional.of(settler.judges());
    }
    open.clear();
    try {
      full.forEach(row -> settler.judgeAgain(row, scanned.get(), this).ifPresent(open::add));
    } finally {
      report();
    }
    if (broken.isEmpty()) {
      readAgain(last);
    } else {
      leave();
    }
  }

  private void readAgain(Optional<SeenRow> last) throws Exception {
    try {
      Expectation after = scanned.orElseThrow().of(before, reader);
      stop.interrupting(
          () -> {
            while (!open.isEmpty()) {
              settler.readAgain(List.copyOf(open), this);
            }
            batchSettled(after, last);
            return open;
          });
    } catch (Throwable e) { // an Error, too: Hadoop throws one where a disk fails
      if (e instanceof InterruptedException && !stop.asked()) {
        throw e;
      }
      LOG.error("rows that differed at first could not be read again", e);
      broken = Optional.of("not possible: " + e);
      doubts.add("Rows that differed at first could not be read again: " + e);
      leave();
    } finally {
      report();
    }
  }

  /** Reports what is wrong with open rows whether they pass or not; they stay unsettled. */
  private void leave() throws Exception {
    for (OpenRow row : open) {
      row.anyway().forEach(each -> found.add(each.with("read.again", broken.orElseThrow())));
    }
    report();
  }

  /** Reports what was found until now, whatever went wrong while rows were judged. */
  private void report() throws Exception {
    List<Found> all = List.copyOf(found);
    found.clear();
    sink.accept(all);
  }

  /**
   * Is called when a batch is settled.
   *
   * @param expectation by what was promised once the scan was over
   * @param last the row after which more may come; empty if nothing more comes
   */
  protected void batchSettled(Expectation expectation, Optional<SeenRow> last) throws Exception {
    // nothing to be done
  }

  @Override
  public List<OpenRow> overdue(List<OpenRow> still) throws InterruptedException {
    return still;
  }

  @Override
  public void certain(OpenRow row, List<Found> certain) {
    found.addAll(certain);
  }

  @Override
  public void settled(OpenRow row, Settler.Ending how, List<Found> left) {
    open.remove(row);
    settled++;
    found.addAll(left);
  }

  /** Whether any row was taken. */
  public boolean hasTaken() {
    return taken > 0;
  }

  /** All doubts: about rows, about ledgers, and that rows could not be read again or settled. */
  public List<String> doubts() {
    List<String> all = new ArrayList<>(doubts);
    all.addAll(settler.doubts());
    if (taken != settled) {
      all.add(
          "%d of %d rows that differed at first were not settled"
              .formatted(taken - settled, taken));
    }
    return all;
  }
}
