// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.records.threads.StopSignal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** Time that passes only where somebody waits; what is meant for a time happens then. */
final class SteppedTime extends Clock {
  static final long START = 1_000_000;

  private final TreeMap<Long, List<Runnable>> due = new TreeMap<>();
  private final List<Runnable> afterEachWait = new ArrayList<>();
  private volatile long now = START - 1;

  /** It is {@link #START}; until then it is a little earlier. */
  void begin() {
    now = START;
  }

  /** A signal whose waits are steps of this time. */
  StopSignal signal() {
    return new StopSignal(this::pass);
  }

  /** Something that happens while somebody waits, so long after the start. */
  void at(Duration after, Runnable event) {
    due.computeIfAbsent(START + after.toMillis(), same -> new ArrayList<>()).add(event);
  }

  /** Something that happens at the end of each wait. */
  void afterEachWait(Runnable event) {
    afterEachWait.add(event);
  }

  private void pass(CountDownLatch asked, Duration limit) {
    long end = now + limit.toMillis();
    while (asked.getCount() > 0 && !due.isEmpty() && due.firstKey() <= end) {
      now = Math.max(now, due.firstKey());
      due.pollFirstEntry().getValue().forEach(Runnable::run);
    }
    if (asked.getCount() > 0) {
      now = end;
    }
    afterEachWait.forEach(Runnable::run);
  }

  /** Somebody sets the clock back. */
  void back(Duration by) {
    now -= by.toMillis();
  }

  /** Since the start. */
  Duration passed() {
    return Duration.ofMillis(now - START);
  }

  @Override
  public long millis() {
    return now;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(now);
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
