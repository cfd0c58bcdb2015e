// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.words.Amounts;
import java.time.Duration;
import java.util.List;

/** What some clients got done together: on average, and in the best interval. */
public final class Rates {
  /** A shorter interval, as the last one may be, makes no maximum. */
  private static final double LEAST_SECONDS = 1;

  private Interval total = Interval.NONE;
  private double mostPerSecond;

  Rates() {}

  void add(Interval interval) {
    total = total.then(interval);
    if (interval.seconds() >= LEAST_SECONDS) {
      mostPerSecond = Math.max(mostPerSecond, interval.operations() / interval.seconds());
    }
  }

  /** Operations so far. */
  public long operations() {
    return total.operations();
  }

  /** Rows so far. */
  public long rows() {
    return total.rows();
  }

  /** Entries so far. */
  public long entries() {
    return total.entries();
  }

  /** Bytes of keys and values so far. */
  public long bytes() {
    return total.bytes();
  }

  private static double perSecond(long count, double seconds) {
    return seconds <= 0 ? 0 : count / seconds;
  }

  /** For people: how many, how fast and how much, in lines of less than 78 columns. */
  public List<String> lines(String operations) {
    return lines(operations, total.seconds());
  }

  /**
   * The same over the time in which the clients were at work, as their journal tells it: so that
   * whoever reads that comes to the same rates.
   */
  public List<String> lines(String operations, Duration atWork) {
    return lines(operations, atWork.toMillis() / 1000.0);
  }

  private List<String> lines(String operations, double seconds) {
    String most = mostPerSecond > 0 ? ", at most " + Amounts.rate(mostPerSecond) : "";
    return List.of(
        "%s %s, %s%s"
            .formatted(
                Amounts.grouped(operations()),
                operations,
                Amounts.rate(perSecond(operations(), seconds)),
                most),
        "%s rows, %s; %s entries, %s; %s/s"
            .formatted(
                Amounts.grouped(rows()),
                Amounts.rate(perSecond(rows(), seconds)),
                Amounts.grouped(entries()),
                Amounts.rate(perSecond(entries(), seconds)),
                Amounts.bytes((long) perSecond(bytes(), seconds))));
  }
}
