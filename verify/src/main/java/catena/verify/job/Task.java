package catena.verify.job;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.judge.Promise;
import catena.harness.check.Frontier;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;

/**
 * What a task has to know, in the job's configuration: tasks read no file.
 *
 * @param graph the table's graph
 * @param promise what was promised before the scan began
 * @param authorizations with which the table is scanned
 */
public record Task(Graph graph, Promise promise, Authorizations authorizations) {
  private static final String GRAPH = "catena.verify.graph.";
  private static final String PROMISE = "catena.verify.promise";
  private static final String AUTHORIZATIONS = "catena.verify.authorizations";

  /** Puts it into the configuration of a job. */
  public void writeTo(Configuration conf) {
    graph.spec().toProperties().forEach((key, value) -> conf.set(GRAPH + key, text(value)));
    conf.set(PROMISE, text(Frontier.toText(promise)));
    conf.set(AUTHORIZATIONS, text(authorizations.serialize()));
  }

  /**
   * What {@link #writeTo} put there.
   *
   * @throws NullPointerException if nothing was put there
   */
  public static Task readFrom(Configuration conf) {
    Map<String, String> spec = new TreeMap<>();
    GraphSpec.ofSeed(0)
        .toProperties()
        .keySet()
        .forEach(key -> spec.put(key, value(conf, GRAPH + key)));
    byte[] authorizations = value(conf, AUTHORIZATIONS).getBytes(StandardCharsets.UTF_8);
    return new Task(
        new Graph(GraphSpec.fromProperties(spec)),
        Frontier.ofText(value(conf, PROMISE)),
        new Authorizations(authorizations));
  }

  /** A configuration loses empty values on its way to a task. */
  private static String text(String value) {
    return "=" + value;
  }

  private static String value(Configuration conf, String key) {
    return conf.getRaw(key).substring(1);
  }
}
