package catena.stats.sample;

import catena.stats.metric.ClusterMetric;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * A line of {@code stats.out}: the 27 fields of the collector that came with Accumulo 1.4 to 1.7,
 * in its order and units, separated by blanks; a field that could not be had is {@code -}.
 *
 * <p>What was map/reduce's is YARN's now: it knows containers, not maps and reduces, so they all
 * stand in the two fields of the map tasks, and the two of the reduce tasks are 0.
 */
public final class ClassicLine {
  private static final String ABSENT = "-";

  private ClassicLine() {}

  /**
   * The line, without a line end.
   *
   * @param cluster figures of all tables
   * @param table figures of the test table
   */
  public static String of(
      long at, Map<ClusterMetric, Double> cluster, Map<ClusterMetric, Double> table) {
    Function<ClusterMetric, String> all = metric -> whole(cluster.get(metric));
    Function<ClusterMetric, String> test = metric -> whole(table.get(metric));
    String reduces = cluster.containsKey(ClusterMetric.YARN_RUNNING) ? "0" : ABSENT;
    StringJoiner line = new StringJoiner(" ");
    line.add(Long.toString(at));
    add(line, all, ClusterMetric.TSERVERS, ClusterMetric.ENTRIES);
    add(line, all, ClusterMetric.INGEST, ClusterMetric.QUERY);
    add(line, test, ClusterMetric.ENTRIES, ClusterMetric.IN_MEMORY);
    add(line, test, ClusterMetric.INGEST, ClusterMetric.QUERY);
    add(line, test, ClusterMetric.TABLETS, ClusterMetric.HOSTED);
    add(line, all, HDFS);
    add(line, test, HDFS);
    add(line, all, ClusterMetric.YARN_RUNNING, ClusterMetric.YARN_MAXIMUM);
    line.add(reduces).add(reduces);
    add(line, all, ClusterMetric.YARN_NODES, ClusterMetric.YARN_UNHEALTHY);
    add(line, test, ClusterMetric.FILES_MIN, ClusterMetric.FILES_MAX);
    line.add(fraction(table.get(ClusterMetric.FILES_MEAN)));
    line.add(fraction(table.get(ClusterMetric.FILES_SD)));
    return line.toString();
  }

  private static final ClusterMetric[] HDFS = {
    ClusterMetric.HDFS_BYTES, ClusterMetric.HDFS_DIRECTORIES, ClusterMetric.HDFS_FILES
  };

  private static void add(
      StringJoiner line, Function<ClusterMetric, String> text, ClusterMetric... metrics) {
    for (ClusterMetric metric : metrics) {
      line.add(text.apply(metric));
    }
  }

  private static String whole(Double value) {
    return value == null ? ABSENT : Long.toString(value.longValue());
  }

  private static String fraction(Double value) {
    return value == null ? ABSENT : String.format(Locale.ROOT, "%.3f", value);
  }
}
