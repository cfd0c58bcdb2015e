// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.threads.Threads;
import java.io.Closeable;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Does something at regular times on a thread of its own, and once more when it is closed. */
public final class Ticker implements Closeable {
  private static final Duration LAST_TICK_LIMIT = Duration.ofSeconds(30);

  private final Runnable action;
  private final ScheduledExecutorService thread;

  private Ticker(String name, Runnable action) {
    this.action = action;
    this.thread = Executors.newSingleThreadScheduledExecutor(Threads.daemons(name));
  }

  /**
   * Begins to tick.
   *
   * @param action must not throw, else it is done only once more, at the end
   * @param doubts takes a sentence if it threw nevertheless, then or at the end
   */
  public static Ticker start(
      String name, Duration every, Runnable action, Consumer<String> doubts) {
    String owed = "what was measured since is missing, or in one piece";
    Runnable task = Threads.repeated(name, owed, action, doubts);
    Ticker ticker = new Ticker(name, task);
    long nanos = every.toNanos();
    var unused = ticker.thread.scheduleAtFixedRate(task, nanos, nanos, TimeUnit.NANOSECONDS);
    return ticker;
  }

  /** Stops, then does it once more, so that the last interval is not left out. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      boolean unused = thread.awaitTermination(LAST_TICK_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      // The owner has been told.
    }
  }
}
