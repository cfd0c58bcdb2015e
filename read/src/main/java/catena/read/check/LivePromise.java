// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Position;
import catena.graph.judge.Promise;
import catena.records.ledger.WindowTimes;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What the ledgers promise as of now, for all the readers of a process.
 *
 * <p>What must be there may be decided by a promise that is a little old, since promises only grow;
 * what may be there, only by one that was read after the fact. So {@link #before} costs nearly
 * nothing and {@link #after} reads what was added to the ledgers, which readers need only for what
 * differs; and then only to those of the writers whose rows differ, by {@link #read(Set)}. {@link
 * Ledgers} says why that is enough.
 */
public final class LivePromise implements CurrentLedgers {
  private static final Duration AGE = Duration.ofMillis(500);

  /** Reading the ledgers takes at most this part of the time. */
  private static final int SHARE = 10;

  private final Ledgers ledgers;
  private final LongSupplier nanoClock;
  private volatile Snapshot last;

  /** What was read last, be it of all ledgers or of some. */
  private volatile Ledgers.LedgerSnapshot newest;

  private record Snapshot(Ledgers.LedgerSnapshot reading, long beganNanos, long tookNanos) {}

  /**
   * The promise of some ledgers, which are read now.
   *
   * @throws catena.records.words.UsageException if one of them belongs to another table
   */
  public LivePromise(Ledgers ledgers, LongSupplier nanoClock) throws IOException {
    this.ledgers = ledgers;
    this.nanoClock = nanoClock;
    refresh();
  }

  /** What was promised a moment ago: a read that begins now must return it. */
  public Promise before() throws IOException {
    Snapshot snapshot = last;
    long age = Math.max(AGE.toNanos(), SHARE * snapshot.tookNanos);
    if (nanoClock.getAsLong() - snapshot.beganNanos > age) {
      return since(snapshot.beganNanos + age).promise();
    }
    return snapshot.reading.promise();
  }

  /** What is promised now: a read that has ended may have returned it. */
  public Promise after() throws IOException {
    return read().promise();
  }

  /** What was promised when ledgers were read last. */
  public Promise last() {
    return newest.promise();
  }

  /** What the ledgers say now, with what is doubtful about them. */
  @Override
  public Ledgers.LedgerSnapshot read() throws IOException {
    return since(nanoClock.getAsLong());
  }

  /**
   * What the ledgers of some writers say now, with what is doubtful about them; those of others as
   * they were when they were read last.
   */
  @Override
  public synchronized Ledgers.LedgerSnapshot read(Set<Integer> writers) throws IOException {
    newest = ledgers.read(writers);
    return newest;
  }

  /** A reading that began at a time or later: one thread reads for all that wait. */
  private synchronized Ledgers.LedgerSnapshot since(long nanos) throws IOException {
    if (last.beganNanos - nanos < 0) {
      refresh();
    }
    return last.reading;
  }

  private synchronized void refresh() throws IOException {
    long began = nanoClock.getAsLong();
    Ledgers.LedgerSnapshot reading = ledgers.read();
    last = new Snapshot(reading, began, nanoClock.getAsLong() - began);
    newest = reading;
  }

  @Override
  public synchronized Map<Position, WindowTimes> times(int writer, NavigableSet<Position> writes)
      throws IOException {
    return ledgers.times(writer, writes);
  }
}
