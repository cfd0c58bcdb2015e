// SPDX-License-Identifier: Apache-2.0
package catena.fleet;

import java.time.Duration;

/**
 * The time limits and intervals of the processes of a fleet.
 *
 * @param join how long the coordinator waits for workers, and a worker for the coordinator
 * @param ready how long a worker may take to get ready for a phase
 * @param end how long it may take to end its part when asked to
 * @param lead how far ahead the coordinator sets the time at which a phase begins
 * @param sight how long a worker may be without a session
 * @param coordinator how long workers go on without a coordinator
 * @param clock how far a host's clock may be from the leader's
 * @param joinEach how much later each worker joins than that of the previous slot, so that not all
 *     of them query ZooKeeper at once
 * @param markEach the same for the writes of workers at the beginning and the end of a phase
 * @param checkEach how often the coordinator checks
 */
public record FleetLimits(
    Duration join,
    Duration ready,
    Duration end,
    Duration lead,
    Duration sight,
    Duration coordinator,
    Duration clock,
    Duration joinEach,
    Duration markEach,
    Duration checkEach) {
  /** How many times within {@code coordinator} a worker checks whether there is a coordinator. */
  public static final int CHECKS = 6;

  /** Within this time, all workers learn when a phase begins. */
  public static final Duration LEAD = Duration.ofSeconds(3);

  /** Beyond it, ledgers and latencies of several hosts cannot be put in order. */
  public static final Duration CLOCK = Duration.ofSeconds(1);

  /**
   * How much longer a measuring interval gets with each worker: a minute with 1,000. So neither
   * what a fleet writes each second nor the time of a report to read it grows with it.
   */
  public static final Duration MEASURE_EACH = Duration.ofMillis(60);

  /** Joining takes six writes, one of them for the session: so 100 writes a second. */
  public static final Duration JOIN_EACH = Duration.ofMillis(60);

  /** A step of a worker is one write: so 100 writes a second. */
  public static final Duration MARK_EACH = Duration.ofMillis(10);

  /** How often the coordinator checks who coordinates: one node, twice a second. */
  public static final Duration CHECK_EACH = Duration.ofMillis(500);

  /** How long a worker that was given up may take to notice that and to end. */
  public Duration endOfGivenUp() {
    return coordinator.dividedBy(CHECKS).plus(end);
  }
}
