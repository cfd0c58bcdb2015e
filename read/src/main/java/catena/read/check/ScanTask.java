// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import catena.graph.Graph;
import catena.graph.judge.Promise;
import catena.harness.job.TaskGraph;
import java.nio.charset.StandardCharsets;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;

/**
 * What a task that reads a graph's table has to know, in the job's configuration: tasks read no
 * file.
 *
 * @param graph the table's graph
 * @param promise what was promised before the scan began
 * @param authorizations with which the table is read
 * @param isolated whether each row is read as it was at one moment
 */
public record ScanTask(
    Graph graph, Promise promise, Authorizations authorizations, boolean isolated) {
  private static final String GRAPH = "catena.scan.graph.";
  private static final String PROMISE = "catena.scan.promise";
  private static final String AUTHORIZATIONS = "catena.scan.authorizations";

  private static final String ISOLATED = "catena.scan.isolated";

  /** Puts it into the configuration of a job. */
  public void writeTo(Configuration conf) {
    TaskGraph.write(conf, GRAPH, graph.spec());
    TaskGraph.set(conf, PROMISE, Frontier.toText(promise));
    TaskGraph.set(conf, AUTHORIZATIONS, authorizations.serialize());
    conf.setBoolean(ISOLATED, isolated);
  }

  /**
   * What {@link #writeTo} put there.
   *
   * @throws NullPointerException if nothing was put there
   */
  public static ScanTask readFrom(Configuration conf) {
    byte[] authorizations = TaskGraph.get(conf, AUTHORIZATIONS).getBytes(StandardCharsets.UTF_8);
    return new ScanTask(
        new Graph(TaskGraph.read(conf, GRAPH)),
        Frontier.ofText(TaskGraph.get(conf, PROMISE)),
        new Authorizations(authorizations),
        conf.getBoolean(ISOLATED, false));
  }
}
