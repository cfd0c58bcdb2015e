// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassicFiguresTest {
  private final Map<ClusterMetric, Double> cluster = new EnumMap<>(ClusterMetric.class);
  private final Map<ClusterMetric, Double> table = new EnumMap<>(ClusterMetric.class);

  @Test
  void hasThe27FieldsOfTheOldCollectorInItsOrder() {
    cluster.put(ClusterMetric.TSERVERS, 1.0);
    cluster.put(ClusterMetric.ENTRIES, 2.0);
    cluster.put(ClusterMetric.INGEST, 3.9);
    cluster.put(ClusterMetric.QUERY, 4.0);
    table.put(ClusterMetric.ENTRIES, 5.0);
    table.put(ClusterMetric.IN_MEMORY, 6.0);
    table.put(ClusterMetric.INGEST, 7.0);
    table.put(ClusterMetric.QUERY, 8.0);
    table.put(ClusterMetric.META_TABLETS, 9.0);
    table.put(ClusterMetric.TABLETS, 4.0);
    table.put(ClusterMetric.META_HOSTED, 10.0);
    table.put(ClusterMetric.HOSTED, 4.0);
    cluster.put(ClusterMetric.HDFS_BYTES, 11.0);
    cluster.put(ClusterMetric.HDFS_DIRECTORIES, 12.0);
    cluster.put(ClusterMetric.HDFS_FILES, 13.0);
    table.put(ClusterMetric.HDFS_BYTES, 14.0);
    table.put(ClusterMetric.HDFS_DIRECTORIES, 15.0);
    table.put(ClusterMetric.HDFS_FILES, 16.0);
    cluster.put(ClusterMetric.YARN_RUNNING, 17.0);
    cluster.put(ClusterMetric.YARN_MAXIMUM, 18.0);
    cluster.put(ClusterMetric.YARN_NODES, 21.0);
    cluster.put(ClusterMetric.YARN_UNHEALTHY, 22.0);
    table.put(ClusterMetric.FILES_MIN, 23.0);
    table.put(ClusterMetric.FILES_MAX, 24.0);
    table.put(ClusterMetric.FILES_MEAN, 25.25);
    table.put(ClusterMetric.FILES_SD, 26.0004);
    assertThat(ClassicFigures.of(99, cluster, table).line())
        .isEqualTo("99 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 0 0 21 22 23 24 25.250 26.000");
  }

  @Test
  void whatIsAbsentIsADash() {
    cluster.put(ClusterMetric.TSERVERS, 2.0);
    String line = ClassicFigures.of(1_000, cluster, table).line();
    assertThat(line.split(" ", -1)).hasSize(27).startsWith("1000", "2", "-").endsWith("-");
    assertThat(line).isEqualTo("1000 2" + " -".repeat(25));
  }
}
