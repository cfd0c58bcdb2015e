package catena.ingest.moru;

import catena.graph.Graph;
import catena.graph.judge.Promise;
import catena.harness.job.TaskGraph;
import catena.read.check.Frontier;
import java.nio.charset.StandardCharsets;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;

/**
 * What the tasks of a copy have to know, in the job's configuration.
 *
 * @param graph the table's
 * @param promise what was promised before the job began
 * @param authorizations with which the table is read
 */
record CopyTask(Graph graph, Promise promise, Authorizations authorizations) {
  private static final String GRAPH = "catena.moru.graph.";
  private static final String PROMISE = "catena.moru.promise";
  private static final String AUTHORIZATIONS = "catena.moru.authorizations";

  /** Puts it into the configuration of a job. */
  void writeTo(Configuration conf) {
    TaskGraph.write(conf, GRAPH, graph.spec());
    TaskGraph.set(conf, PROMISE, Frontier.toText(promise));
    TaskGraph.set(conf, AUTHORIZATIONS, authorizations.serialize());
  }

  /**
   * What {@link #writeTo} put there.
   *
   * @throws NullPointerException if nothing was put there
   */
  static CopyTask readFrom(Configuration conf) {
    byte[] authorizations = TaskGraph.get(conf, AUTHORIZATIONS).getBytes(StandardCharsets.UTF_8);
    return new CopyTask(
        new Graph(TaskGraph.read(conf, GRAPH)),
        Frontier.ofText(TaskGraph.get(conf, PROMISE)),
        new Authorizations(authorizations));
  }
}
