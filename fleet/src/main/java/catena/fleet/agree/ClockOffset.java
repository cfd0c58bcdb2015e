// SPDX-License-Identifier: Apache-2.0
package catena.fleet.agree;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * How far the clock of this host is from that of ZooKeeper's leader, which stamps every write.
 *
 * @param millis what is to be added to this host's clock
 * @param roundTripMillis of the question that said so; the offset is wrong by half of it at most
 * @param epoch of the leader, whose clock is another one after a change of leaders
 * @param tries how many questions there were
 */
public record ClockOffset(double millis, double roundTripMillis, long epoch, int tries) {
  /**
   * What one question says.
   *
   * @param askedMillis this host's clock when it was sent
   * @param roundTripMillis until its answer was there
   * @param stampedMillis the leader's clock in between
   * @param epoch of that leader
   */
  public static ClockOffset of(
      long askedMillis, double roundTripMillis, long stampedMillis, long epoch) {
    double millis = stampedMillis - (askedMillis + roundTripMillis / 2);
    return new ClockOffset(millis, roundTripMillis, epoch, 1);
  }

  /**
   * What several questions say: the one with the least round trip knows best; those of an earlier
   * leader know nothing.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static ClockOffset of(List<ClockOffset> tries) {
    long epoch =
        tries.stream()
            .mapToLong(ClockOffset::epoch)
            .max()
            .orElseThrow(() -> new IllegalArgumentException("nothing was asked"));
    ClockOffset best =
        tries.stream()
            .filter(each -> each.epoch == epoch)
            .min(Comparator.comparingDouble(ClockOffset::roundTripMillis))
            .orElseThrow();
    return new ClockOffset(best.millis, best.roundTripMillis, epoch, tries.size());
  }

  /** The leader's clock now, milliseconds, by this host's. */
  public double now(InstantSource here) {
    return here.millis() + millis;
  }

  /** Whether the two differ by more than that, whatever the error of the question. */
  public boolean isBeyond(Duration limit) {
    return Math.abs(millis) - roundTripMillis / 2 > limit.toMillis();
  }

  /** {@code 3.2 s ahead of ZooKeeper's}: what is wrong with this host's clock, for a person. */
  public String inWords() {
    return String.format(
        Locale.ROOT,
        "%.1f s %s ZooKeeper's",
        Math.abs(millis) / 1000,
        millis < 0 ? "ahead of" : "behind");
  }
}
