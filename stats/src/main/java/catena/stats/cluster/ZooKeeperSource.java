package catena.stats.cluster;

import catena.harness.instance.InstanceNodes;
import catena.stats.metric.ClusterMetric;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** What the manager has to do, from the instance's nodes. */
public final class ZooKeeperSource implements Source {
  private final InstanceNodes nodes;

  /** A source over nodes that somebody else closes. */
  public ZooKeeperSource(InstanceNodes nodes) {
    this.nodes = nodes;
  }

  @Override
  public String name() {
    return "zookeeper";
  }

  @Override
  public Set<ClusterMetric> cluster() {
    return EnumSet.of(ClusterMetric.FATE, ClusterMetric.RECOVERIES);
  }

  @Override
  public Set<ClusterMetric> table() {
    return EnumSet.noneOf(ClusterMetric.class);
  }

  @Override
  public Reading read(Duration limit) throws IOException {
    return new Reading()
        .cluster(ClusterMetric.FATE, nodes.fateOperations())
        .cluster(ClusterMetric.RECOVERIES, nodes.recoveries());
  }
}
