// SPDX-License-Identifier: Apache-2.0
package catena.ingest.load;

import catena.harness.job.NumberedTasks;
import catena.harness.job.TaskGraph;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The range of rows of a task. A task reads none of them: the graph says what belongs there.
 *
 * @param number of the task
 * @param from the first row
 * @param to the row after the last
 */
record TaskRows(int number, long from, long to) {
  private static final String BOUNDS = "catena.bulk.bounds";

  /**
   * Sets which ranges there are, and so how many tasks.
   *
   * @param bounds the first row of each range, and the row after the last
   */
  static void configure(Configuration conf, List<Long> bounds) {
    List<String> texts = bounds.stream().map(bound -> Long.toString(bound)).toList();
    TaskGraph.set(conf, BOUNDS, String.join(",", texts));
    NumberedTasks.configure(conf, bounds.size() - 1);
  }

  /** The range of a task. */
  static TaskRows of(Configuration conf, int number) {
    String[] bounds = TaskGraph.get(conf, BOUNDS).split(",", -1);
    return new TaskRows(number, Long.parseLong(bounds[number]), Long.parseLong(bounds[number + 1]));
  }
}
