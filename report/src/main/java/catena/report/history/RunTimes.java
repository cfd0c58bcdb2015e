// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import catena.records.history.Missing;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;

/**
 * Which times can be those of a run: a host whose clock is wrong, or an event without a time, must
 * not turn a run of minutes into one of decades. Records of other times are left out and counted.
 * Thread-safe.
 */
public final class RunTimes {
  /** How the sentence about them begins. */
  public static final String LEFT_OUT = "left out, of times that are not the run's: ";

  /** How far the clocks of hosts may differ. */
  private static final long SLACK = Duration.ofDays(1).toMillis();

  /** Before this there was no Accumulo. */
  private static final long EARLIEST = Instant.parse("2008-01-01T00:00:00Z").toEpochMilli();

  private final long earliest;
  private final long latest;
  private final LongAdder asked;
  private final LongAdder leftOut = new LongAdder();

  /**
   * The times of a run.
   *
   * @param begun when its environment was recorded, milliseconds since 1970; 0 if unknown
   * @param now when it is read
   * @param asked counts the records that were checked
   */
  RunTimes(long begun, long now, LongAdder asked) {
    this.asked = asked;
    this.earliest = begun > EARLIEST ? begun - SLACK : EARLIEST;
    this.latest = Math.max(begun, now) + SLACK;
  }

  /** Whether a record of what happened between two times can be of the run. */
  boolean hold(long from, long to) {
    asked.increment();
    boolean held = earliest <= from && to <= latest;
    if (!held) {
      leftOut.increment();
    }
    return held;
  }

  /** Notes how many records were left out, if any. */
  void note(Missing missing) {
    if (leftOut.sum() > 0) {
      missing.add(LEFT_OUT + leftOut.sum() + " (events, samples, intervals)");
    }
  }
}
