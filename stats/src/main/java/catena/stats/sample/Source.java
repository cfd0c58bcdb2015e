// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.threads.Threads;
import catena.records.words.Reasons;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A source of figures of the cluster, which is queried in its own thread: nobody waits longer for
 * it than wanted.
 *
 * <p>A query that is not answered in time is not interrupted: clients of Accumulo and HDFS may be
 * in the middle of something that an interrupt would only make them begin again. The next sample
 * waits for the same query, and uses its answer, which is new at that time.
 */
public abstract class Source implements Closeable {
  /**
   * From the last answer, or from the beginning, until it counts as lost, which is the first
   * absence where samples are further apart. So one slow answer in a busy second is a gap in the
   * figures and no event.
   */
  static final long PATIENCE_MILLIS = 5_000;

  private final String name;
  private final Set<Metric> cluster;
  private final Set<Metric> table;
  private final ExecutorService thread;
  private final AtomicLong absences = new AtomicLong();
  private Future<Reading> asked;
  private long heard;
  private boolean lost;

  /**
   * A source that was not queried yet.
   *
   * @param name its name, one word: {@code monitor}
   * @param cluster the figures of the whole cluster that it has
   * @param table the figures of the table that it has
   */
  Source(String name, Set<Metric> cluster, Set<Metric> table) {
    this.name = name;
    this.cluster = cluster;
    this.table = table;
    this.thread = Executors.newSingleThreadExecutor(Threads.daemons("stats-" + name));
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** The figures of the whole cluster that it has. */
  Set<Metric> cluster() {
    return cluster;
  }

  /** The figures of the table that it has. */
  public Set<Metric> table() {
    return table;
  }

  /**
   * Queries it in the caller's thread. A figure that does not exist at that time, such as the
   * table's before it is created, is left out.
   *
   * @param limit after which it gives up
   * @throws Exception whatever is the failure of a sample
   */
  public abstract Reading read(Duration limit) throws Exception;

  /** Releases what it holds. */
  void release() {
    // most hold nothing
  }

  /** Sends a query, unless the previous one is not answered yet. */
  void ask(Duration limit) {
    if (asked == null || asked.isDone()) {
      asked = thread.submit(() -> read(limit));
    }
  }

  /**
   * Waits for the answer to the last {@link #ask}.
   *
   * @throws IOException if there is none, with the reason as its message
   */
  Reading answer(Duration limit) throws IOException, InterruptedException {
    try {
      return asked.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException("does not answer in time", e);
    } catch (ExecutionException e) {
      throw new IOException(
          e.getCause() instanceof Exception cause ? Reasons.of(cause) : e.getCause().toString(), e);
    }
  }

  /** Begins a time without samples in which it is not missed. */
  void begin(long at) {
    heard = at;
  }

  /**
   * Takes what one sample showed; returns whether the source is lost since then, or back: lost as
   * {@link #PATIENCE_MILLIS} says, and back with the first answer after that.
   */
  boolean isNews(long at, boolean answered) {
    heard = Math.min(heard, at); // The clock may have been set back.
    if (answered) {
      heard = at;
    } else {
      absences.incrementAndGet();
    }
    boolean was = lost;
    lost = !answered && (lost || at - heard >= PATIENCE_MILLIS);
    return lost != was;
  }

  /** How many samples it was absent from; for any thread. */
  long absences() {
    return absences.get();
  }

  /** Ends the thread, whatever it is doing, and releases what the source holds after that. */
  @Override
  public void close() {
    if (asked == null) {
      release();
    } else {
      asked.cancel(true);
      thread.execute(this::release);
    }
    thread.shutdown();
  }
}
