// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.harness.instance.BlockingSupplier;
import java.io.IOException;
import java.time.Duration;

/** Waits for a condition, never longer than a limit. */
public final class Limit {
  private final long end;

  /** A limit that begins to run now. */
  public Limit(Duration length) {
    this.end = System.nanoTime() + length.toNanos();
  }

  /** Whether it has come. */
  public boolean over() {
    return System.nanoTime() - end >= 0;
  }

  /** What is left, not negative. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  /** Asks again and again; false if the limit came first. */
  public boolean await(Duration pause, BlockingSupplier<Boolean> condition)
      throws IOException, InterruptedException {
    while (!condition.get()) {
      if (over()) {
        return false;
      }
      Thread.sleep(pause.toMillis());
    }
    return true;
  }
}
