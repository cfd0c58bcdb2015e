package catena.stats.metric;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.sample.Meaning;
import catena.records.sample.Sample;
import catena.stats.StatsCollector;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
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
