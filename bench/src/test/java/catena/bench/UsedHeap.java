// SPDX-License-Identifier: Apache-2.0
package catena.bench;

import java.lang.management.ManagementFactory;

/** How much of the heap is held. */
final class UsedHeap {
  private static final int LOOKS = 5;

  private UsedHeap() {}

  /** Bytes that are held after collections: the least of several looks. */
  static long bytes() throws InterruptedException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < LOOKS; i++) {
      System.gc();
      Thread.sleep(100); // lets reference handlers free what they hold
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
