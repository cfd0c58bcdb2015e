package catena.stats.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest {
  private static final long MILLI = 1_000_000;

  private final RunFigures.LatencyBuckets buckets = new RunFigures.LatencyBuckets();

  private static Histogram of(long... nanos) {
    Histogram interval = new Histogram(3);
    for (long each : nanos) {
      interval.recordValue(each);
    }
    return interval;
  }

  /** How many lie at or below a bound in seconds, as Prometheus counts. */
  private long upTo(double seconds) {
    long[] counts = buckets.counts();
    double[] bounds = buckets.bounds();
    long sum = 0;
    for (int i = 0; i < bounds.length && bounds[i] <= seconds; i++) {
      sum += counts[i];
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
    assertThat(LongStream.of(buckets.counts()).sum()).isEqualTo(5);
    assertThat(buckets.sumSeconds()).isCloseTo(3600.7045, within(2.0));
  }

  @Test
  void theSumIsOfAllToAThousandth() {
    buckets.add(of(10 * MILLI, 10 * MILLI, 40 * MILLI));

    assertThat(buckets.sumSeconds()).isCloseTo(0.06, within(0.0001));
  }

  @Test
  void theBoundsRiseAndWhatIsHandedOutIsACopy() {
    assertThat(buckets.bounds()).isSorted().startsWith(0.0005).endsWith(Double.POSITIVE_INFINITY);
    buckets.bounds()[0] = 9;
    buckets.counts()[0] = 9;
    assertThat(buckets.bounds()).startsWith(0.0005);
    assertThat(buckets.counts()).containsOnly(0).hasSameSizeAs(buckets.bounds());
  }
}
