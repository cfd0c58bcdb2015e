// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Stands still until it is told. */
final class HandClock extends Clock {
  private long nanos = 1_700_000_000_000_000_000L;

  void advance(Duration by) {
    nanos += by.toNanos();
  }

  long nanos() {
    return nanos;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(nanos / 1_000_000);
  }
}
