// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.records.threads.Bounded;
import catena.records.words.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;

/**
 * How much memory YARN has for workers.
 *
 * @param nodes the running nodes
 */
record YarnRoom(List<Node> nodes) {
  /** Enough for any running ResourceManager. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /**
   * A node.
   *
   * @param memory all that containers may take, in MB
   * @param used what they take now
   */
  record Node(String name, long memory, long used) {}

  YarnRoom {
    nodes = List.copyOf(nodes);
  }

  /**
   * Queries YARN, which either answers within seconds or is not running.
   *
   * @throws IOException if it does not answer, with its address
   */
  static YarnRoom ask(Configuration site) throws IOException, InterruptedException {
    Configuration conf = new Configuration(site);
    conf.set("ipc.client.connect.max.retries", "1");
    conf.set("yarn.resourcemanager.connect.retry-interval.ms", "1000");
    conf.set("yarn.resourcemanager.connect.max-wait.ms", "5000");
    try {
      return Bounded.call("Asking YARN for its nodes", LIMIT, () -> nodes(conf));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(
          "YARN does not answer at %s: %s; is the ResourceManager at work that yarn-site.xml names?"
              .formatted(conf.get("yarn.resourcemanager.address"), Reasons.of(e)),
          e);
    }
  }

  private static YarnRoom nodes(Configuration conf) throws Exception {
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(conf);
      client.start();
      return new YarnRoom(
          client.getNodeReports(NodeState.RUNNING).stream().map(YarnRoom::node).toList());
    }
  }

  private static Node node(NodeReport report) {
    long used = report.getUsed() == null ? 0 : report.getUsed().getMemorySize();
    return new Node(report.getNodeId().getHost(), report.getCapability().getMemorySize(), used);
  }

  /**
   * Why this number of workers can never run, even if YARN is idle; empty if they can.
   *
   * @param worker the memory of a worker's container, in MB
   */
  Optional<String> refusal(int workers, long worker) {
    long fit = nodes.stream().mapToLong(node -> node.memory / worker).sum();
    return fit >= workers
        ? Optional.empty()
        : Optional.of(
            ("YARN has room for %d workers of %d MB (%s), and %d are asked for: fewer workers, a"
                    + " smaller fleet.yarn.heap, or more nodes")
                .formatted(fit, worker, memory(), workers));
  }

  /** The memory that is free now, in words. */
  String now(long worker) {
    long free = nodes.stream().mapToLong(node -> Math.max(0, node.memory - node.used)).sum();
    return "%d MB of its %s are free, and a worker needs %d MB".formatted(free, memory(), worker);
  }

  private String memory() {
    long all = nodes.stream().mapToLong(Node::memory).sum();
    return all + " MB on " + (nodes.size() == 1 ? "1 node" : nodes.size() + " nodes");
  }
}
