// SPDX-License-Identifier: Apache-2.0
package catena.records.threads;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Turns SIGTERM and Ctrl-C into a {@link StopSignal} and lets the main thread finish.
 *
 * <p>The JVM ends when its shutdown hooks have; the one here waits for {@link #finished}, up to a
 * limit, and then ends the process with the status that main concluded, which the signal's own
 * status would hide.
 */
public final class Shutdown {
  private final StopSignal stop;
  private final Duration limit;
  private final IntConsumer halt;
  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile int status;

  Shutdown(StopSignal stop, Duration limit, IntConsumer halt) {
    this.stop = stop;
    this.limit = limit;
    this.halt = halt;
  }

  /**
   * Installs the hook; once per process.
   *
   * @param limit how long main may take to clean up
   */
  public static Shutdown install(StopSignal stop, Duration limit) {
    Shutdown shutdown = new Shutdown(stop, limit, Runtime.getRuntime()::halt);
    Runtime.getRuntime().addShutdownHook(new Thread(shutdown::run, "shutdown"));
    return shutdown;
  }

  /** What the hook does. */
  void run() {
    stop.ask("stopped by a signal");
    try {
      if (finished.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        halt.accept(status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Main has cleaned up and would exit with this status; call it right before {@code exit}. */
  public void finished(int exitStatus) {
    status = exitStatus;
    finished.countDown();
  }
}
