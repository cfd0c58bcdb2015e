// SPDX-License-Identifier: Apache-2.0
package catena.verify.job;

import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.function.FailableRunnable;

/** Does what may never end, within a limit and until a stop is asked for. */
final class Awaited {
  private static final Duration POLL = Duration.ofMillis(100);

  private Awaited() {}

  /**
   * Does something.
   *
   * @param what it is, for the message: it begins a sentence
   * @throws TimeoutException if it does not end within the limit, or before a stop is asked for;
   *     its thread is interrupted and nobody waits for it
   * @throws Exception what the action throws
   */
  static void run(String what, Duration limit, StopSignal stop, FailableRunnable<Exception> action)
      throws Exception {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              action.run();
              return null;
            });
    Thread thread = Threads.daemons(what).newThread(task);
    long deadline = System.nanoTime() + limit.toNanos();
    thread.start();
    try {
      while (!task.isDone()) {
        if (stop.asked()) {
          throw new TimeoutException(
              what + " was stopped: " + stop.reason().orElse("a stop was asked for"));
        }
        if (System.nanoTime() - deadline > 0) {
          throw new TimeoutException(what + " did not end within " + limit.toSeconds() + " s");
        }
        await(task);
      }
      Void unused = task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    } finally {
      task.cancel(true);
    }
  }

  private static void await(FutureTask<Void> task) throws Exception {
    try {
      Void unused = task.get(POLL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // it goes on
    }
  }
}
