// SPDX-License-Identifier: Apache-2.0
package catena.ingest.bulk;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.WriteOrder;
import catena.harness.job.TaskGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What the tasks of a load read from the job's configuration.
 *
 * @param graph the table's
 * @param writers whose blocks are loaded
 * @param blocks of each writer, from its first
 * @param everyVersion whether the table keeps both versions of a head; else it gets the last one
 * @param millis the timestamp of the entries; a head is closed a millisecond later
 * @param directory where the files are to be
 * @param table properties of the table, so that files are written as the table's own
 */
record LoadTask(
    Graph graph,
    List<Integer> writers,
    long blocks,
    boolean everyVersion,
    long millis,
    Path directory,
    Map<String, String> table) {
  private static final String PREFIX = "catena.bulk.";
  private static final String GRAPH = PREFIX + "graph.";
  private static final String TABLE = PREFIX + "table.";
  private static final String WRITERS = PREFIX + "writers";
  private static final String BLOCKS = PREFIX + "blocks";
  private static final String VERSIONS = PREFIX + "versions";
  private static final String MILLIS = PREFIX + "millis";
  private static final String DIRECTORY = PREFIX + "directory";
  private static final String OF_TABLE = "table.";

  /** Copies the writers, and the properties that are the table's own. */
  LoadTask {
    writers = List.copyOf(writers);
    Map<String, String> own = new TreeMap<>(table);
    own.keySet().removeIf(key -> !key.startsWith(OF_TABLE));
    table = Map.copyOf(own);
  }

  /** Puts it into the configuration of a job. */
  void writeTo(Configuration conf) {
    TaskGraph.write(conf, GRAPH, graph.spec());
    table.forEach((key, value) -> TaskGraph.set(conf, TABLE + key, value));
    String numbers =
        String.join(",", writers.stream().map(writer -> Integer.toString(writer)).toList());
    TaskGraph.set(conf, WRITERS, numbers);
    conf.setLong(BLOCKS, blocks);
    conf.setBoolean(VERSIONS, everyVersion);
    conf.setLong(MILLIS, millis);
    TaskGraph.set(conf, DIRECTORY, directory.toString());
  }

  /** What {@link #writeTo} put there. */
  static LoadTask readFrom(Configuration conf) {
    List<Integer> writers = new ArrayList<>();
    for (String number : TaskGraph.get(conf, WRITERS).split(",", -1)) {
      writers.add(Integer.valueOf(number));
    }
    return new LoadTask(
        new Graph(TaskGraph.read(conf, GRAPH)),
        writers,
        conf.getLong(BLOCKS, 0),
        conf.getBoolean(VERSIONS, false),
        conf.getLong(MILLIS, 0),
        new Path(TaskGraph.get(conf, DIRECTORY)),
        TaskGraph.all(conf, TABLE));
  }

  /** The windows that are loaded. */
  Map<Integer, Long> population() {
    Map<Integer, Long> windows = new TreeMap<>();
    writers.forEach(writer -> windows.put(writer, blocks * graph.spec().depth()));
    return windows;
  }

  /** How many entries the files have of a writer: blocks that are deleted in the end have none. */
  long entries(int writer) {
    WriteOrder order = new WriteOrder(graph);
    GraphSpec spec = graph.spec();
    long entries = 0;
    for (long block = 0; block < blocks; block++) {
      if (!graph.isDeleted(writer, block)) {
        entries += (long) spec.depth() * spec.flushInterval();
        if (everyVersion && order.steps(writer, block) > spec.depth()) {
          entries += order.entries(writer, block, spec.depth());
        }
      }
    }
    return entries;
  }

  /** How many entries the files have. */
  long entries() {
    return writers.stream().mapToLong(this::entries).sum();
  }
}
