package catena.stats.cluster;

import catena.harness.instance.Web;
import catena.stats.metric.ClusterMetric;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** YARN's own count of its nodes and containers, from the ResourceManager's REST interface. */
public final class YarnSource implements Source {
  private final Web web;
  private final URI metrics;

  /**
   * A source over a ResourceManager.
   *
   * @param address of its web interface, {@code http://host:port}
   */
  public YarnSource(Web web, URI address) {
    this.web = web;
    this.metrics = address.resolve("/ws/v1/cluster/metrics");
  }

  @Override
  public String name() {
    return "yarn";
  }

  @Override
  public Set<ClusterMetric> cluster() {
    return EnumSet.range(ClusterMetric.YARN_RUNNING, ClusterMetric.YARN_UNHEALTHY);
  }

  @Override
  public Set<ClusterMetric> table() {
    return EnumSet.noneOf(ClusterMetric.class);
  }

  @Override
  public Reading read(Duration limit) throws IOException, InterruptedException {
    JsonNode found = web.json(metrics, limit).path("clusterMetrics");
    if (found.isMissingNode()) {
      throw new IOException(metrics + " has no clusterMetrics");
    }
    return new Reading()
        .cluster(ClusterMetric.YARN_RUNNING, found.path("containersAllocated").asDouble())
        .cluster(ClusterMetric.YARN_PENDING, found.path("containersPending").asDouble())
        .cluster(ClusterMetric.YARN_MAXIMUM, found.path("totalVirtualCores").asDouble())
        .cluster(ClusterMetric.YARN_NODES, found.path("activeNodes").asDouble())
        .cluster(ClusterMetric.YARN_UNHEALTHY, found.path("unhealthyNodes").asDouble());
  }
}
