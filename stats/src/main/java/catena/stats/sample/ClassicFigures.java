// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.sample.ClassicField;
import catena.records.sample.ClassicSample;
import java.util.EnumMap;
import java.util.Map;

/**
 * Which figures are in the fields of {@code stats.out}.
 *
 * <p>The figures of map/reduce are YARN's now: it has containers, not maps and reduces, so all of
 * them are in the two fields of the map tasks, and the two fields of the reduce tasks are 0.
 *
 * <p>The tablets are those of the metadata table. The existing suite's collector had the monitor's,
 * which are those of the servers that answer.
 */
public final class ClassicFigures {
  private static final Map<ClassicField, Metric> CLUSTER =
      Map.ofEntries(
          Map.entry(ClassicField.TABLET_SERVERS, Metric.TSERVERS),
          Map.entry(ClassicField.TOTAL_ENTRIES, Metric.ENTRIES),
          Map.entry(ClassicField.TOTAL_INGEST, Metric.INGEST),
          Map.entry(ClassicField.TOTAL_QUERY, Metric.QUERY),
          Map.entry(ClassicField.ACCUMULO_DU, Metric.HDFS_BYTES),
          Map.entry(ClassicField.ACCUMULO_DIRS, Metric.HDFS_DIRECTORIES),
          Map.entry(ClassicField.ACCUMULO_FILES, Metric.HDFS_FILES),
          Map.entry(ClassicField.MAP_TASK, Metric.YARN_RUNNING),
          Map.entry(ClassicField.MAX_MAP_TASK, Metric.YARN_MAXIMUM),
          Map.entry(ClassicField.TASK_TRACKERS, Metric.YARN_NODES),
          Map.entry(ClassicField.BLACK_LISTED, Metric.YARN_UNHEALTHY));

  private static final Map<ClassicField, Metric> TABLE =
      Map.ofEntries(
          Map.entry(ClassicField.TABLE_RECS, Metric.ENTRIES),
          Map.entry(ClassicField.TABLE_RECS_IN_MEM, Metric.IN_MEMORY),
          Map.entry(ClassicField.TABLE_INGEST, Metric.INGEST),
          Map.entry(ClassicField.TABLE_QUERY, Metric.QUERY),
          Map.entry(ClassicField.TABLE_TABLETS, Metric.META_TABLETS),
          Map.entry(ClassicField.TABLE_TABLETS_ONLINE, Metric.META_HOSTED),
          Map.entry(ClassicField.TABLE_DU, Metric.HDFS_BYTES),
          Map.entry(ClassicField.TABLE_DIRS, Metric.HDFS_DIRECTORIES),
          Map.entry(ClassicField.TABLE_FILES, Metric.HDFS_FILES),
          Map.entry(ClassicField.MIN_FILES_PER_TABLET, Metric.FILES_MIN),
          Map.entry(ClassicField.MAX_FILES_PER_TABLET, Metric.FILES_MAX),
          Map.entry(ClassicField.AVG_FILES_PER_TABLET, Metric.FILES_MEAN),
          Map.entry(ClassicField.STDDEV_FILES_PER_TABLET, Metric.FILES_SD));

  private ClassicFigures() {}

  /**
   * The sample of a point of time.
   *
   * @param cluster figures of all tables
   * @param table figures of the test table
   */
  public static ClassicSample of(long at, Map<Metric, Double> cluster, Map<Metric, Double> table) {
    Map<ClassicField, Double> values = new EnumMap<>(ClassicField.class);
    CLUSTER.forEach((field, metric) -> values.computeIfAbsent(field, any -> cluster.get(metric)));
    TABLE.forEach((field, metric) -> values.computeIfAbsent(field, any -> table.get(metric)));
    if (cluster.containsKey(Metric.YARN_RUNNING)) {
      values.put(ClassicField.REDUCE_TASK, 0.0);
      values.put(ClassicField.MAX_REDUCE_TASK, 0.0);
    }
    return new ClassicSample(at, values);
  }
}
