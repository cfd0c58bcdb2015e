package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import catena.stats.metric.ClientMetric;
import catena.stats.metric.ClusterMetric;
import catena.stats.metric.HostMetric;
import catena.stats.metric.Metric;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StatsLineTest {
  @Test
  void hasWhatThereIsAndNamesWhatIsAbsent() {
    StatsLine line =
        StatsLine.of(
            30_000,
            StatsLine.table("ci"),
            EnumSet.of(ClusterMetric.ENTRIES, ClusterMetric.HOLD, ClusterMetric.FILES_SD),
            Map.of(ClusterMetric.ENTRIES, 5e9, ClusterMetric.FILES_SD, 0.25));
    assertThat(line.json())
        .isEqualTo(
            "{\"at\":30000,\"scope\":\"table:ci\",\"values\":{\"entries\":5000000000,"
                + "\"files.per.tablet.sd\":0.25},\"absent\":[\"hold.time\"]}");
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
