package catena.harness.latency;

import catena.harness.words.Amounts;
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

  /** Operations per second over the whole time. */
  public double operationsPerSecond() {
    return perSecond(total.operations());
  }

  /** Operations per second in the best interval of a second or more; 0 if there was none. */
  public double mostOperationsPerSecond() {
    return mostPerSecond;
  }

  private double perSecond(long count) {
    return total.nanos() <= 0 ? 0 : count / total.seconds();
  }

  /** For people: how many, how fast and how much, in lines of less than 78 columns. */
  public List<String> lines(String operations) {
    String most = mostPerSecond > 0 ? ", at most " + Amounts.rate(mostPerSecond) : "";
    return List.of(
        "%s %s, %s%s"
            .formatted(
                Amounts.grouped(operations()),
                operations,
                Amounts.rate(operationsPerSecond()),
                most),
        "%s rows, %s; %s entries, %s; %s/s"
            .formatted(
                Amounts.grouped(rows()),
                Amounts.rate(perSecond(rows())),
                Amounts.grouped(entries()),
                Amounts.rate(perSecond(entries())),
                Amounts.bytes((long) perSecond(bytes()))));
  }
}
