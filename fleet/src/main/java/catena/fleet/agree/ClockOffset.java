// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import catena.records.words.Amounts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * How far the clock of this host is from that of ZooKeeper's leader, which stamps every write.
 *
 * @param millis what to add to this host's clock
 * @param roundTripMillis of the query that measured it; the offset is wrong by at most half of it
 * @param epoch of the leader: after a change of leaders it is another clock
 */
public record ClockOffset(double millis, double roundTripMillis, long epoch) {
  /**
   * The best of several queries first: of the last leader's, that with the shortest round trip.
   * What an earlier leader answered does not count.
   */
  static final Comparator<ClockOffset> BEST_FIRST =
      Comparator.comparingLong(ClockOffset::epoch)
          .reversed()
          .thenComparingDouble(ClockOffset::roundTripMillis);

  /**
   * The offset by one query.
   *
   * @param askedMillis this host's clock when the query was sent
   * @param roundTripMillis the time until its answer arrived
   * @param stampedMillis the leader's clock in between
   * @param epoch of that leader
   */
  public static ClockOffset of(
      long askedMillis, double roundTripMillis, long stampedMillis, long epoch) {
    double millis = stampedMillis - (askedMillis + roundTripMillis / 2);
    return new ClockOffset(millis, roundTripMillis, epoch);
  }

  /** The leader's clock now in milliseconds, computed from this host's. */
  public double now(InstantSource here) {
    return here.millis() + millis;
  }

  /**
   * What is wrong with this host's clock, for the middle of a sentence: {@code clock of host-1 is
   * 3.2 s ahead of ZooKeeper's, more than 1 s}; empty if the two differ by no more than that, or
   * may do so, given the error of the query.
   */
  public Optional<String> beyond(Duration limit, String host) {
    return Math.abs(millis) - roundTripMillis / 2 <= limit.toMillis()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "clock of %s is %.1f s %s ZooKeeper's, more than %s",
                host,
                Math.abs(millis) / 1000,
                millis < 0 ? "ahead of" : "behind",
                Amounts.span(limit)));
  }
}
