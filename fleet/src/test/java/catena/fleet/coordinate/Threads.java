// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import java.util.concurrent.CountDownLatch;

/** Does something in a test while the test waits for what follows from it. */
final class Threads {
  private Threads() {}

  /** What is done. */
  @FunctionalInterface
  interface Act {
    void run() throws Exception;
  }

  static void later(CountDownLatch when, Act act) {
    catena.records.threads.Threads.daemon(
            "later",
            "the test waits in vain",
            () -> {
              when.await();
              act.run();
            },
            why -> {})
        .start();
  }
}
