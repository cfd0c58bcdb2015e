// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

/**
 * The operations of a client that have not begun, and when they are to.
 *
 * @param pacer when each is to begin
 * @param next the number of the first of them
 * @param limit how many operations there are in all, begun or not
 */
public record Upcoming(Pacer pacer, long next, long limit) {
  /** How long the first of them has been due; zero if it is not, or if there is none. */
  public long lateNanos(long nowNanos) {
    return next >= limit ? 0 : Math.max(0, nowNanos - pacer.intendedNanos(next));
  }

  /** How many of them were to begin before a time. */
  public long dueBefore(long nanos) {
    return Math.max(0, Math.min(limit, pacer.dueBefore(nanos)) - next);
  }

  /**
   * Groups of these, each due when its last one is.
   *
   * @param from the number of the first one of the first group
   * @param size of a group
   * @param groups how many there are
   */
  public Upcoming grouped(long from, int size, long groups) {
    Pacer perGroup = new Pacer(pacer.perSecond() / size, pacer.intendedNanos(from + size - 1));
    return new Upcoming(perGroup, 0, groups);
  }
}
