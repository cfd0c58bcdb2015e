// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import catena.records.sample.Meaning;
import catena.records.sample.Sample;
import catena.stats.StatsCollector;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MetricTest {
  @Test
  void hasWhatThereIsAndNamesWhatIsAbsent() {
    String line =
        Metric.line(
            30_000,
            Sample.table("ci"),
            EnumSet.of(ClusterMetric.ENTRIES, ClusterMetric.HOLD, ClusterMetric.FILES_SD),
            Map.of(ClusterMetric.ENTRIES, 5e9, ClusterMetric.FILES_SD, 0.25));
    assertThat(line)
        .isEqualTo(
            "{\"at\":30000,\"scope\":\"table:ci\",\"values\":{\"entries\":5000000000,"
                + "\"files.per.tablet.sd\":0.25},\"absent\":[\"hold.time\"]}");
  }

  /** A thousand latencies, of 1 to 1,000 ms. */
  @Test
  void latenciesAreToldInSeconds() {
    Histogram histogram = new Histogram(3);
    LongStream.rangeClosed(1, 1_000).forEach(ms -> histogram.recordValue(ms * 1_000_000));
    Map<String, Double> told = new TreeMap<>();
    ClientMetric.latencies("flush", histogram).forEach((what, of) -> told.put(what.key(), of));
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
    Set<String> names = new HashSet<>();
    List<Metric> all =
        Stream.of(
                Stream.of(ClusterMetric.values()),
                Stream.of(HostMetric.values()),
                ClientMetric.all().stream())
            .<Metric>flatMap(metrics -> metrics)
            .toList();
    assertThat(all).allSatisfy(metric -> assertThat(names.add(metric.key())).isTrue());
    assertThat(all)
        .allSatisfy(metric -> assertThat(metric.key()).matches("[a-z0-9]+(\\.[a-z0-9]+)*"));
  }
}
