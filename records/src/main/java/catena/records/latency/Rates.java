// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.journal.Event;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.List;

/** What some clients got done together: in all, and in the best interval. */
public final class Rates {
  /** A shorter interval, as the last one may be, makes no maximum. */
  private static final double LEAST_SECONDS = 1;

  private long operations;
  private long rows;
  private long entries;
  private long bytes;
  private double mostPerSecond;

  Rates() {}

  /** Adds what each of the clients got done in one and the same interval. */
  void add(List<Event.Throughput> interval) {
    long before = operations;
    double longest = 0;
    for (Event.Throughput throughput : interval) {
      operations += throughput.operations();
      rows += throughput.rows();
      entries += throughput.entries();
      bytes += throughput.bytes();
      longest = Math.max(longest, throughput.seconds());
    }
    if (longest >= LEAST_SECONDS) {
      mostPerSecond = Math.max(mostPerSecond, (operations - before) / longest);
    }
  }

  /**
   * For people: how many, how fast and how much, in lines of less than 78 columns.
   *
   * @param atWork the time in which the clients were at work, as their journal records it, so that
   *     its readers compute the same rates
   */
  public List<String> lines(String unit, Duration atWork) {
    double seconds = atWork.toMillis() / 1000.0;
    String most = mostPerSecond > 0 ? ", at most " + Amounts.rate(mostPerSecond) : "";
    return List.of(
        "%s %s, %s%s"
            .formatted(
                Amounts.grouped(operations),
                unit,
                Amounts.rate(perSecond(operations, seconds)),
                most),
        "%s rows, %s; %s entries, %s; %s/s"
            .formatted(
                Amounts.grouped(rows),
                Amounts.rate(perSecond(rows, seconds)),
                Amounts.grouped(entries),
                Amounts.rate(perSecond(entries, seconds)),
                Amounts.bytes((long) perSecond(bytes, seconds))));
  }

  private static double perSecond(long count, double seconds) {
    return seconds <= 0 ? 0 : count / seconds;
  }
}
