// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Runs that differ by chance only do not stand out, and those that differ do. */
class BlocksTest {
  private static final int PAIRS = 300;

  /** Seconds of a run and its correlation time: those of the review, and two long runs. */
  private static final int[][] RUNS = {
    {18, 5}, {60, 10}, {120, 10}, {600, 30}, {600, 10}, {3600, 60}, {3600, 10}, {14_400, 60}
  };

  /** A rate that wanders by 20 % around its level and forgets itself exponentially. */
  private static double[] rates(Random random, int seconds, double correlation, double level) {
    double phi = Math.exp(-1 / correlation);
    double off = random.nextGaussian();
    double[] rates = new double[seconds];
    for (int i = 0; i < seconds; i++) {
      rates[i] = level * Math.max(0, 1 + 0.2 * off + 0.1 * random.nextGaussian());
      off = phi * off + Math.sqrt(1 - phi * phi) * random.nextGaussian();
    }
    return rates;
  }

  /** As a run tells of them: on the grid of its length. */
  private static double[] onGrid(double[] rates, int width) {
    double[] grid = new double[rates.length / width];
    Arrays.setAll(
        grid, i -> Arrays.stream(rates, i * width, (i + 1) * width).average().orElseThrow());
    return grid;
  }

  private static Chance chance(double[] a, double[] b) {
    int width = a.length <= 900 ? 1 : a.length <= 7200 ? 10 : 30;
    double[] before = onGrid(a, width);
    double[] after = onGrid(b, width);
    return Blocks.ofRates(before, width)
        .against(mean(before), Blocks.ofRates(after, width), mean(after));
  }

  private static double mean(double[] values) {
    return DoubleStream.of(values).average().orElseThrow();
  }

  private static boolean standsOut(Chance chance) {
    return chance.inWords("").startsWith("yes");
  }

  @Test
  void equalRunsDoNotStandOut() {
    Random random = new Random(12);
    int all = 0;
    for (int[] run : RUNS) {
      int alarms = 0;
      for (int i = 0; i < PAIRS; i++) {
        double[] a = rates(random, run[0], run[1], 1);
        double[] b = rates(random, run[0], run[1], 1);
        alarms += standsOut(chance(a, b)) ? 1 : 0;
      }
      assertThat(alarms / (double) PAIRS)
          .as(run[0] + " s, correlated for " + run[1] + " s")
          .isLessThanOrEqualTo(0.02);
      all += alarms;
    }
    assertThat(all / (double) (PAIRS * RUNS.length)).isLessThanOrEqualTo(0.01);
  }

  @Test
  void aFifthMoreStandsOutInLongRuns() {
    Random random = new Random(13);
    for (int[] run : new int[][] {{3600, 10}, {14_400, 60}}) {
      int seen = 0;
      for (int i = 0; i < 100; i++) {
        double[] a = rates(random, run[0], run[1], 1);
        double[] b = rates(random, run[0], run[1], 1.2);
        seen += standsOut(chance(a, b)) ? 1 : 0;
      }
      assertThat(seen).as(run[0] + " s").isGreaterThan(85);
    }
  }

  @Test
  void aShortRunIsTooShortToCompare() {
    Random random = new Random(1);
    double[] minute = rates(random, 60, 1, 1);
    double[] hour = rates(random, 3600, 1, 9);

    assertThat(chance(minute, rates(random, 60, 1, 9)).inWords(""))
        .isEqualTo("too short to compare");
    assertThat(
            Blocks.ofRates(minute, 1)
                .against(1, Blocks.ofRates(onGrid(hour, 10), 10), 9)
                .inWords(""))
        .isEqualTo("too short to compare");
    assertThat(Noise.NONE.against(1, Blocks.ofRates(hour, 1), 9).inWords(""))
        .isEqualTo("one value each");
  }

  @Test
  void oneOutageMovesTheAverageAndIsNoDifferenceOfTheRuns() {
    Random random = new Random(3);
    double[] a = rates(random, 3600, 1, 1);
    double[] b = rates(random, 3600, 1, 1);
    Arrays.fill(b, 1000, 1600, 0.0);

    assertThat(mean(b)).isLessThan(0.9 * mean(a));
    assertThat(standsOut(chance(a, b))).isFalse();
  }

  @Test
  void theCorrelationTimeIsThatOfAnAutoregressiveSeries() {
    double phi = Math.exp(-1 / 10.0);
    Random random = new Random(4);
    double x = 0;
    double[] series = new double[200_000];
    for (int i = 0; i < series.length; i++) {
      x = phi * x + random.nextGaussian();
      series[i] = x;
    }

    assertThat(Blocks.correlationTime(series))
        .isCloseTo((1 + phi) / (1 - phi), within(1.5)); // 20.0
    assertThat(Blocks.correlationTime(random.doubles(10_000).toArray())).isCloseTo(1, within(0.1));
    assertThat(Blocks.correlationTime(new double[] {7, 7, 7, 7})).isEqualTo(1);
    assertThat(Blocks.correlationTime(new double[] {1, 1, 1, 2, 2, 2})).isInfinite();
  }

  private static LatencyTrack track(Random random, int minutes, int perSecond, double millis) {
    LatencyTrack track = new LatencyTrack(5, 10_000, 3);
    for (long at = 5; at < minutes * 60_000L; at += 10_000) {
      Histogram some = new Histogram(3);
      for (int i = 0; i < perSecond * 10; i++) {
        some.recordValue((long) (1e6 * millis * Math.exp(0.5 * random.nextGaussian())));
      }
      track.add(at, at + 10_000, some);
    }
    return track;
  }

  private static Chance chance(LatencyTrack a, LatencyTrack b, double percentile) {
    return a.blocks(percentile)
        .against(
            a.total().getValueAtPercentile(percentile) / 1e6,
            b.blocks(percentile),
            b.total().getValueAtPercentile(percentile) / 1e6);
  }

  @Test
  void aPercentileNeedsOperationsThatLieAboveIt() {
    Random random = new Random(6);
    LatencyTrack a = track(random, 10, 20, 1);
    LatencyTrack b = track(random, 10, 20, 1.2);

    assertThat(chance(a, b, 50).inWords("")).startsWith("yes");
    assertThat(chance(a, b, 99).inWords("")).startsWith("yes");
    assertThat(chance(a, b, 99.9).inWords(""))
        .as("12,000 operations are one block with ten above its p99.9")
        .isEqualTo("too short to compare");
  }

  @Test
  void equalLatenciesDoNotStandOut() {
    Random random = new Random(7);
    int alarms = 0;
    for (int i = 0; i < 100; i++) {
      alarms += standsOut(chance(track(random, 6, 10, 1), track(random, 6, 10, 1), 50)) ? 1 : 0;
    }
    assertThat(alarms).isLessThanOrEqualTo(2);
  }

  @Test
  void aStretchOfLatenciesBeginsWithTheRun() {
    LatencyTrack track = track(new Random(8), 1, 1, 1);

    assertThat(track.slices().firstKey()).isEqualTo(5);
    assertThat(track.percentiles(List.of(100.0)).get(0).time(1)).isEqualTo(10_005);
  }

  @Test
  void chancesAreCorrectedForTheirNumber() {
    List<Chance> chances =
        List.of(Chance.of(0.03), Chance.unknown("no"), Chance.of(0.001), Chance.of(0.02));

    // 3 × 0.001; 2 × 0.02; 1 × 0.03, which is no less than the one before.
    assertThat(Chance.corrected(chances))
        .extracting(chance -> chance.inWords(""))
        .containsExactly("no, p = 0.0400", "no", "yes, p = 0.0030", "no, p = 0.0400");
  }

  @Test
  void theProbabilityIsThatOfATableOfTheTest() {
    // U = 0 for 10 against 10: z = (50 - 0) / sqrt(10 * 10 * 21 / 12) = 3.7796, p = 0.000157.
    Noise low = new Noise.Cases(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    Noise high = new Noise.Cases(new double[] {11, 12, 13, 14, 15, 16, 17, 18, 19, 20});

    assertThat(low.against(5.5, high, 15.5).inWords("")).isEqualTo("yes, p = 0.0002");
    assertThat(low.against(5.5, new Noise.Cases(new double[] {1, 2, 3}), 2).inWords(""))
        .isEqualTo("too few to compare (10 and 3)");
  }
}
