// SPDX-License-Identifier: Apache-2.0
package catena.harness.job;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Whether work has stood still for too long. */
final class Stall {
  private final Duration limit;
  private final LongSupplier nanoClock;
  private String last = "";
  private long since;

  /** Standing still begins now. */
  Stall(Duration limit, LongSupplier nanoClock) {
    this.limit = limit;
    this.nanoClock = nanoClock;
    this.since = nanoClock.getAsLong();
  }

  /**
   * Takes note of how far the work is.
   *
   * @param sign differs from the one before if the work has got on
   * @return whether it has not for the limit
   */
  boolean isOver(String sign) {
    long now = nanoClock.getAsLong();
    if (!sign.equals(last)) {
      last = sign;
      since = now;
    }
    return now - since >= limit.toNanos();
  }
}
