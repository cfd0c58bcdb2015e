// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.records.threads.Threads;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * One thread that owns a state: all events are posted to it and handled there, one after the other.
 * A thread that waits for a condition is notified once an event has made it true.
 */
final class EventLoop implements Closeable {
  private static final Logger LOG = LogManager.getLogger(EventLoop.class);

  private final String name;
  private final String owed;
  private final Consumer<String> died;
  private final ScheduledExecutorService thread;

  /** By the answer of each waiter its condition; accessed only by the loop's thread. */
  private final Map<CompletableFuture<Boolean>, BooleanSupplier> waiting = new LinkedHashMap<>();

  /**
   * A loop with its own thread.
   *
   * @param owed what is no longer done once a posted event has failed; see {@link Threads}
   * @param died receives the sentence that says so
   */
  EventLoop(String name, String owed, Consumer<String> died) {
    this.name = name;
    this.owed = owed;
    this.died = died;
    this.thread = Executors.newSingleThreadScheduledExecutor(Threads.daemons(name));
  }

  /** Has the thread handle an event; does nothing after {@link #close}. */
  void post(Runnable event) {
    try {
      thread.execute(andWake(event));
    } catch (RejectedExecutionException e) {
      LOG.debug("{} has ended", name, e);
    }
  }

  /** Has the thread handle an event again and again, with a pause in between. */
  void repeat(Duration pause, Runnable event) {
    var unused =
        thread.scheduleWithFixedDelay(andWake(event), 0, pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  private Runnable andWake(Runnable event) {
    return Threads.repeated(
        name,
        owed,
        () -> {
          event.run();
          wake();
        },
        died);
  }

  private void wake() {
    waiting.entrySet().removeIf(each -> isDone(each.getKey(), each.getValue()));
  }

  /** Whether a waiter is done. */
  private static boolean isDone(CompletableFuture<Boolean> came, BooleanSupplier come) {
    try {
      return came.isDone() || (come.getAsBoolean() && came.complete(true));
    } catch (RuntimeException e) { // for this waiter; the others are still notified
      return came.completeExceptionally(e);
    }
  }

  /**
   * Has the thread handle an event, and waits for its result; never called by an event.
   *
   * @throws IOException if the event throws one, or the loop has ended
   */
  <T> T ask(Callable<T> event) throws IOException, InterruptedException {
    try {
      return Threads.awaited(
          thread.submit(
              () -> {
                try {
                  return event.call();
                } finally {
                  wake();
                }
              }));
    } catch (RejectedExecutionException e) {
      throw new IOException(name + " has ended", e);
    }
  }

  /** Waits until events make a condition true; returns whether that was within the limit. */
  boolean await(Duration limit, BooleanSupplier come) throws IOException, InterruptedException {
    CompletableFuture<Boolean> came = new CompletableFuture<>();
    var unused = ask(() -> waiting.put(came, come)); // notified at once if it is true already
    return Threads.awaited(came.completeOnTimeout(false, limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** Ends the thread once posted events are handled; does not wait, and ends repetitions. */
  @Override
  public void close() {
    thread.shutdown();
  }

  /** The same, and waits for it; returns whether the thread ended within the limit. */
  boolean end(Duration limit) throws InterruptedException {
    close();
    return thread.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
  }
}
