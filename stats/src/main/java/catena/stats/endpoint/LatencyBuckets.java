package catena.stats.endpoint;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Latencies in buckets as Prometheus has them: each up to a bound, the last one without. */
final class LatencyBuckets {
  private static final double NANOS = 1e9;

  /** From half a millisecond to ten minutes, some three to each decade. */
  private static final double[] BOUNDS = {
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1,
    2.5,
    5,
    10,
    30,
    60,
    120,
    300,
    600,
    Double.POSITIVE_INFINITY
  };

  private final long[] counts = new long[BOUNDS.length];
  private double sumSeconds;

  /** Adds an interval of latencies in nanoseconds. */
  void add(Histogram interval) {
    for (HistogramIterationValue each : interval.recordedValues()) {
      // A histogram of three digits tells values apart to a thousandth.
      long least = interval.lowestEquivalentValue(each.getValueIteratedTo());
      long median = interval.medianEquivalentValue(each.getValueIteratedTo());
      long count = each.getCountAddedInThisIterationStep();
      counts[bucket(least)] += count;
      sumSeconds += count * (median / NANOS);
    }
  }

  private static int bucket(long nanos) {
    int bucket = 0;
    while (nanos > BOUNDS[bucket] * TimeUnit.SECONDS.toNanos(1)) {
      bucket++;
    }
    return bucket;
  }

  /** The upper bounds in seconds, each within its bucket. */
  double[] bounds() {
    return BOUNDS.clone();
  }

  /** How many are in each bucket alone. */
  long[] counts() {
    return counts.clone();
  }

  double sumSeconds() {
    return sumSeconds;
  }
}
