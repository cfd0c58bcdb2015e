// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import catena.records.words.Reasons;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Takes the steps of {@link ReaderSettler} on its own thread, so that the readers go on meanwhile.
 */
public final class RereadThread {
  private static final Logger LOG = LogManager.getLogger(RereadThread.class);

  /** How long a phase that was stopped goes on for rows that are still missing. */
  public static final Duration AFTER_STOP = Duration.ofSeconds(5);

  /** How long one more round may take, tablets being rehosted included. */
  private static final Duration ROUND = Duration.ofSeconds(60);

  private final ReaderSettler settler;
  private final Duration limit;
  private final Duration afterStop;
  private final LongSupplier nanoClock;
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread thread = Threads.daemons("reread").newThread(this::work);
  private volatile boolean closed;
  private volatile String failure;

  /**
   * A thread that does not run yet.
   *
   * @param limit how long a missing row is waited for
   * @param afterStop how long all of them are, once a stop was asked for
   */
  public RereadThread(
      ReaderSettler settler, Duration limit, Duration afterStop, LongSupplier nanoClock) {
    this.settler = settler;
    this.limit = limit;
    this.afterStop = afterStop;
    this.nanoClock = nanoClock;
  }

  /** Begins to work. */
  public void start() {
    settler.begun();
    thread.start();
  }

  /**
   * Ends once every row is settled, or is given up; no row is added any more.
   *
   * @param stop cuts the wait short
   * @return why it ended early, if it did
   */
  public Optional<String> finish(StopSignal stop) throws InterruptedException {
    settler.noMore();
    closed = true;
    try {
      if (!awaitEnd(stop)) {
        failed("Missing rows could not be read again: no server answered in time");
        thread.interrupt();
      }
    } finally {
      settler.giveUpAll(
          failure == null ? ReaderSettler.ENDED : "reading them again was broken off");
    }
    return Optional.ofNullable(failure);
  }

  private boolean awaitEnd(StopSignal stop) throws InterruptedException {
    long began = nanoClock.getAsLong();
    long deadline = began + limit.plus(ROUND).toNanos();
    boolean cut = false;
    while (!done.await(ReaderSettler.POLL.toMillis(), TimeUnit.MILLISECONDS)) {
      long now = nanoClock.getAsLong();
      if (!cut && stop.asked() && now - began >= afterStop.toNanos()) {
        cut = true;
        settler.cut();
        deadline = Math.min(deadline, now + ROUND.toNanos());
      }
      if (now - deadline > 0) {
        return false;
      }
    }
    return true;
  }

  private void work() {
    try {
      boolean busy = false;
      while (!closed || !settler.isEmpty()) {
        busy = settler.step(busy ? Duration.ZERO : ReaderSettler.POLL);
      }
    } catch (InterruptedException e) {
      failed("Reading missing rows again was interrupted");
    } catch (Throwable e) { // whatever it is, what the thread owes must be a doubt
      LOG.error("missing rows could not be read again", e);
      failed("Missing rows could not be read again: " + (e instanceof Error ? e : Reasons.of(e)));
    } finally {
      settler.ended();
      done.countDown();
    }
  }

  /** Keeps the first reason, which is the cause; an interrupt ends the thread with another one. */
  private synchronized void failed(String why) {
    if (failure == null) {
      failure = why;
    }
  }
}
