// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassicFiguresTest {
  private final Map<Metric, Double> cluster = new EnumMap<>(Metric.class);
  private final Map<Metric, Double> table = new EnumMap<>(Metric.class);

  @Test
  void hasThe27FieldsOfTheOldCollectorInItsOrder() {
    cluster.put(Metric.TSERVERS, 1.0);
    cluster.put(Metric.ENTRIES, 2.0);
    cluster.put(Metric.INGEST, 3.9);
    cluster.put(Metric.QUERY, 4.0);
    table.put(Metric.ENTRIES, 5.0);
    table.put(Metric.IN_MEMORY, 6.0);
    table.put(Metric.INGEST, 7.0);
    table.put(Metric.QUERY, 8.0);
    table.put(Metric.META_TABLETS, 9.0);
    table.put(Metric.TABLETS, 4.0);
    table.put(Metric.META_HOSTED, 10.0);
    table.put(Metric.HOSTED, 4.0);
    cluster.put(Metric.HDFS_BYTES, 11.0);
    cluster.put(Metric.HDFS_DIRECTORIES, 12.0);
    cluster.put(Metric.HDFS_FILES, 13.0);
    table.put(Metric.HDFS_BYTES, 14.0);
    table.put(Metric.HDFS_DIRECTORIES, 15.0);
    table.put(Metric.HDFS_FILES, 16.0);
    cluster.put(Metric.YARN_RUNNING, 17.0);
    cluster.put(Metric.YARN_MAXIMUM, 18.0);
    cluster.put(Metric.YARN_NODES, 21.0);
    cluster.put(Metric.YARN_UNHEALTHY, 22.0);
    table.put(Metric.FILES_MIN, 23.0);
    table.put(Metric.FILES_MAX, 24.0);
    table.put(Metric.FILES_MEAN, 25.25);
    table.put(Metric.FILES_SD, 26.0004);
    assertThat(ClusterSampler.classic(99, cluster, table).line())
        .isEqualTo("99 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 0 0 21 22 23 24 25.250 26.000");
  }

  @Test
  void whatIsAbsentIsADash() {
    cluster.put(Metric.TSERVERS, 2.0);
    String line = ClusterSampler.classic(1_000, cluster, table).line();
    assertThat(line.split(" ", -1)).hasSize(27).startsWith("1000", "2", "-").endsWith("-");
    assertThat(line).isEqualTo("1000 2" + " -".repeat(25));
  }
}
