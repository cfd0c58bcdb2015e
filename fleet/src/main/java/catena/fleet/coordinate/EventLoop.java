// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.records.threads.Threads;
import com.google.common.base.Throwables;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * One thread that owns a state: whatever happens is posted to it and done there, one after the
 * other. A thread that waits for something is notified once one of these has brought it about.
 */
final class EventLoop implements Closeable {
  private static final Logger LOG = LogManager.getLogger(EventLoop.class);

  private final String name;
  private final String owed;
  private final Consumer<String> died;
  private final ScheduledExecutorService thread;

  /** Touched by the thread alone. */
  private final List<Waiter> waiting = new ArrayList<>();

  private record Waiter(BooleanSupplier come, CompletableFuture<Boolean> came) {
    /** Whether it waits no more. */
    boolean check() {
      try {
        return came.isDone() || (come.getAsBoolean() && came.complete(true));
      } catch (RuntimeException e) { // for who waits; the others are notified all the same
        return came.completeExceptionally(e);
      }
    }
  }

  /**
   * A loop with its own thread.
   *
   * @param owed what is missing once something that was posted has failed; see {@link Threads}
   * @param died takes the sentence that says so
   */
  EventLoop(String name, String owed, Consumer<String> died) {
    this.name = name;
    this.owed = owed;
    this.died = died;
    this.thread = Executors.newSingleThreadScheduledExecutor(Threads.daemons(name));
  }

  /** Has something done; after {@link #close} nothing is. */
  void post(Runnable event) {
    try {
      thread.execute(andWake(event));
    } catch (RejectedExecutionException e) {
      LOG.debug("{} has ended", name, e);
    }
  }

  /** Has something done again and again, with a pause between. */
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
    waiting.removeIf(Waiter::check);
  }

  /**
   * Has something done, and waits for what it comes to; never called by what was posted.
   *
   * @throws IOException if it throws that, or the loop has ended
   */
  <T> T ask(Callable<T> event) throws IOException, InterruptedException {
    try {
      return result(
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

  /** Waits for what is posted to bring something about; whether it came within the limit. */
  boolean await(Duration limit, BooleanSupplier come) throws IOException, InterruptedException {
    Waiter waiter = new Waiter(come, new CompletableFuture<>());
    boolean unused = ask(() -> waiting.add(waiter)); // it is notified at once where it has come
    return result(waiter.came().completeOnTimeout(false, limit.toMillis(), TimeUnit.MILLISECONDS));
  }

  private static <T> T result(Future<T> future) throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      Throwables.throwIfInstanceOf(e.getCause(), IOException.class);
      Throwables.throwIfUnchecked(e.getCause());
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Ends when what was posted is done; does not wait for that, and repeats nothing any more. */
  @Override
  public void close() {
    thread.shutdown();
  }

  /** The same, and waits for it; whether it was done within the limit. */
  boolean end(Duration limit) throws InterruptedException {
    close();
    return thread.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
  }
}
