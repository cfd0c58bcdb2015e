// SPDX-License-Identifier: Apache-2.0
package catena.fleet;

import java.time.Duration;

/**
 * The times that the processes of a fleet keep to.
 *
 * @param join how long the coordinator waits for workers, and a worker for the coordinator
 * @param ready how long a worker may take to get ready for a phase
 * @param end how long it may take to end its part when asked to
 * @param lead how far ahead the time of a beginning is named
 * @param sight how long a worker may be without a session
 * @param coordinator how long workers go on without a coordinator
 * @param clock how far a host's clock may be from the leader's
 * @param joinEach by how much each worker joins after the one of the slot before, so that ZooKeeper
 *     is not asked by all at once
 * @param markEach the same of the marks of a phase
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
  /** How many times within the limit for it a worker asks whether there is a coordinator. */
  public static final int LOOKS = 6;

  /** In which all workers learn when a phase begins. */
  public static final Duration LEAD = Duration.ofSeconds(3);

  /** Beyond it ledgers and latencies of several hosts cannot be put in order. */
  public static final Duration CLOCK = Duration.ofSeconds(1);

  /**
   * How much longer an interval of measuring gets with each worker: a minute with 1,000. What a
   * fleet writes each second, and the time in which a report reads it, do not grow with it then.
   */
  public static final Duration MEASURE_EACH = Duration.ofMillis(60);

  /** To join is six writes, a session among them: so 100 writes a second. */
  public static final Duration JOIN_EACH = Duration.ofMillis(60);

  /** A mark is one write: 100 a second. */
  public static final Duration MARK_EACH = Duration.ofMillis(10);

  /** Who coordinates, one node, twice a second. */
  public static final Duration LOOK = Duration.ofMillis(500);

  /** How long a worker that was given up may take to learn of it and to end. */
  public Duration endOfGivenUp() {
    return coordinator.dividedBy(LOOKS).plus(end);
  }
}
