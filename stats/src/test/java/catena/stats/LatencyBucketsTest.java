// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest {
  private static final long MILLI = 1_000_000;

  private final RunMeters.LatencyBuckets buckets = new RunMeters.LatencyBuckets();

  private static Histogram of(long... nanos) {
    Histogram interval = new Histogram(3);
    for (long each : nanos) {
      interval.recordValue(each);
    }
    return interval;
  }

  private HistogramDataPointSnapshot data() {
    return buckets.of("lookup");
  }

  /** How many lie at or below a bound in seconds, as Prometheus counts. */
  private long upTo(double seconds) {
    ClassicHistogramBuckets told = data().getClassicBuckets();
    long sum = 0;
    for (int i = 0; i < told.size() && told.getUpperBound(i) <= seconds; i++) {
      sum += told.getCount(i);
    }
    return sum;
  }

  @Test
  void eachIsCountedInTheFirstBucketThatHoldsIt() {
    buckets.add(of(MILLI / 2, 2 * MILLI, 2 * MILLI, 700 * MILLI));
    buckets.add(of(3_600_000 * MILLI));

    assertThat(upTo(0.0005)).isEqualTo(1);
    assertThat(upTo(0.001)).isEqualTo(1);
    assertThat(upTo(0.0025)).isEqualTo(3);
    assertThat(upTo(0.5)).isEqualTo(3);
    assertThat(upTo(1)).isEqualTo(4);
    assertThat(upTo(600)).isEqualTo(4);
    assertThat(upTo(Double.POSITIVE_INFINITY)).isEqualTo(5);
    assertThat(data().getCount()).isEqualTo(5);
    assertThat(data().getSum()).isCloseTo(3600.7045, within(2.0));
  }

  @Test
  void theSumIsOfAllToAThousandth() {
    buckets.add(of(10 * MILLI, 10 * MILLI, 40 * MILLI));

    assertThat(data().getSum()).isCloseTo(0.06, within(0.0001));
  }

  @Test
  void aSnapshotDoesNotChange() {
    HistogramDataPointSnapshot before = data();
    buckets.add(of(MILLI));

    assertThat(before.getClassicBuckets().getCount(1)).isZero();
    assertThat(upTo(0.001)).isEqualTo(1);
  }
}
