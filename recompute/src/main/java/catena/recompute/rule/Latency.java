package catena.recompute.rule;

import java.util.SortedMap;
import java.util.TreeMap;

/** How many operations took how long, nanoseconds, all counts one by one. */
final class Latency {
  private static final int DIGITS_BITS = 11;

  private final SortedMap<Long, Long> counts = new TreeMap<>();
  private long number;

  void add(SortedMap<Long, Long> more) {
    more.forEach(
        (nanos, count) -> {
          counts.merge(nanos, count, Long::sum);
          number += count;
        });
  }

  long number() {
    return number;
  }

  /** The least of the numbers that three digits, in base two, do not tell from one. */
  static long lowest(long value) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - DIGITS_BITS);
    return value >> shift << shift;
  }

  /**
   * The least time within which so many of a thousand operations were done, milliseconds.
   *
   * @param permille above 0
   */
  double within(int permille) {
    long wanted = Math.max(1, -Math.floorDiv(-number * permille, 1000L));
    long seen = 0;
    for (var each : counts.entrySet()) {
      seen += each.getValue();
      if (seen >= wanted) {
        return each.getKey() / 1e6;
      }
    }
    return 0;
  }

  double largest() {
    return counts.isEmpty() ? 0 : counts.lastKey() / 1e6;
  }

  /** How many operations there are in each tenth of a power of ten of milliseconds. */
  SortedMap<Integer, Long> steps() {
    SortedMap<Integer, Long> steps = new TreeMap<>();
    counts.forEach(
        (nanos, count) ->
            steps.merge(
                (int) Math.floor(10 * Math.log10(Math.max(0.001, nanos / 1e6))), count, Long::sum));
    return steps;
  }

  /** Where a step begins, milliseconds. */
  static double edge(int step) {
    return Math.pow(10, step / 10.0);
  }
}
