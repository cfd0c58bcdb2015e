// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.lang3.function.FailableBooleanSupplier;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.function.FailableRunnable;

/** An action that runs concurrently with a check. */
public final class ConcurrentAction implements Closeable {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final StopSignal over;
  private final AtomicReference<String> failure = new AtomicReference<>();
  private final Thread thread;

  /**
   * Begins with it.
   *
   * @param over is signalled when the check is over
   * @param what is not done where it fails, for the failure
   */
  ConcurrentAction(StopSignal over, String what, FailableConsumer<StopSignal, Exception> action) {
    this.over = over;
    this.thread = Threads.daemon("trial-meanwhile", what, () -> action.accept(over), failure::set);
    thread.start();
  }

  /** Begins to wait until the condition holds, and then runs the action. */
  public static ConcurrentAction once(
      FailableBooleanSupplier<Exception> condition, FailableRunnable<Exception> action) {
    return new ConcurrentAction(
        new StopSignal(),
        "nothing was done during the check",
        over -> {
          while (!condition.getAsBoolean()) {
            if (over.await(PAUSE)) {
              return;
            }
          }
          action.run();
        });
  }

  /** Why it could not be done, if it could not. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Waits no longer; what has begun is done to its end. */
  @Override
  public void close() throws IOException {
    over.ask("the check is over");
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
