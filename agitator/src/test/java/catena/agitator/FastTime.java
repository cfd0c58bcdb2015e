// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.records.threads.StopSignal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Time that goes a hundred times as fast, for several threads that wait for one another. */
public final class FastTime extends Clock {
  private static final int FACTOR = 100;

  private final long origin = System.nanoTime();
  private volatile Runnable afterEachWait = () -> {};

  /** A signal whose waits are as much shorter. */
  public StopSignal signal() {
    return new StopSignal(this::pass);
  }

  /** Something that happens at the end of each wait, on the thread that waited. */
  public void afterEachWait(Runnable event) {
    afterEachWait = event;
  }

  private void pass(CountDownLatch asked, Duration limit) throws InterruptedException {
    boolean unused = asked.await(limit.toNanos() / FACTOR, TimeUnit.NANOSECONDS);
    afterEachWait.run();
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(1_000_000 + FACTOR * (System.nanoTime() - origin) / 1_000_000);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
