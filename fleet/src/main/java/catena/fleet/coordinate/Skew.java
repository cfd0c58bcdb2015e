package catena.fleet.coordinate;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/**
 * How late the workers of a phase began, after the time that was named, milliseconds.
 *
 * @param workers how many said so
 * @param p99 of them; the greatest of fewer than a hundred
 */
public record Skew(int workers, double p50, double p99, double max) {
  /** Nobody said so. */
  public static final Skew NONE = new Skew(0, 0, 0, 0);

  /** What they said. */
  public static Skew of(Collection<Double> lateMillis) {
    if (lateMillis.isEmpty()) {
      return NONE;
    }
    double[] sorted = lateMillis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Skew(
        sorted.length,
        at(sorted, 0.5),
        at(sorted, 0.99),
        Arrays.stream(sorted).max().orElseThrow());
  }

  private static double at(double[] sorted, double quantile) {
    return sorted[Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1)];
  }

  /** {@code 3 workers began 2.1 ms (p50), 8.0 ms (p99), 8.0 ms (max) after the time}. */
  public String inWords() {
    return String.format(
        Locale.ROOT,
        "%d %s began %.1f ms (p50), %.1f ms (p99), %.1f ms (max) after the named time",
        workers,
        workers == 1 ? "worker" : "workers",
        tenths(p50),
        tenths(p99),
        tenths(max));
  }

  /** Rounded before it is printed, so that what is next to nothing has no sign. */
  private static double tenths(double millis) {
    return Math.round(10 * millis) / 10.0;
  }
}
