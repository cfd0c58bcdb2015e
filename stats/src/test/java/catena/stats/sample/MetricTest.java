// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import catena.records.sample.Meaning;
import catena.records.sample.Sample;
import catena.stats.StatsCollector;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MetricTest {
  @Test
  void hasWhatThereIsAndNamesWhatIsAbsent() {
    String line =
        Metric.line(
            30_000,
            30_250,
            Sample.table("ci"),
            EnumSet.of(Metric.ENTRIES, Metric.HOLD, Metric.FILES_SD),
            Map.of(Metric.ENTRIES, 5e9, Metric.FILES_SD, 0.25));
    assertThat(line)
        .isEqualTo(
            "{\"at\":30000,\"answered\":30250,\"scope\":\"table:ci\",\"values\":{\"entries\":5000000000,"
                + "\"files.per.tablet.sd\":0.25},\"absent\":[\"hold.time\"]}");
  }

  /** A thousand latencies, of 1 to 1,000 ms. */
  @Test
  void latenciesAreReportedInSeconds() {
    Histogram histogram = new Histogram(3);
    LongStream.rangeClosed(1, 1_000).forEach(ms -> histogram.recordValue(ms * 1_000_000));
    Map<String, Double> told = ClientMetric.latencies("flush", histogram);
    Map<String, Double> expected =
        Map.of(
            "count", 1_000.0,
            "mean", 0.5005,
            "p50", 0.5,
            "p90", 0.9,
            "p99", 0.99,
            "p999", 0.999,
            "max", 1.0);
    assertThat(told).hasSameSizeAs(expected);
    expected.forEach(
        (statistic, seconds) ->
            assertThat(told.get("latency.flush." + statistic))
                .as(statistic)
                .isCloseTo(seconds, withinPercentage(0.2)));
  }

  @Test
  void everyUnitHasAnAxisInAReport() {
    assertThat(StatsCollector.meanings().values().stream().map(Meaning::axis).distinct())
        .containsExactlyInAnyOrder("", "/s", "bytes", "bytes/s", "s", "ratio");
    assertThat(StatsCollector.meanings())
        .allSatisfy(
            (name, meaning) ->
                assertThat(meaning.axis().equals("ratio")).isEqualTo(name.endsWith(".ratio")));
  }

  @Test
  void noTwoMetricsShareANameWithDifferentMeanings() {
    int all = Metric.values().length + ClientMetric.meanings().size();
    assertThat(StatsCollector.meanings()).hasSize(all);
    assertThat(StatsCollector.meanings().keySet())
        .allSatisfy(name -> assertThat(name).matches("[a-z0-9]+(\\.[a-z0-9]+)*"));
  }
}
