package catena.stats.cluster;

import catena.records.server.Role;
import catena.stats.metric.ClusterMetric;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.InstanceOperations;

/** The servers that hold their locks, as every client sees them: no manager is needed for it. */
public final class ServersSource implements Source {
  private final AccumuloClient client;

  /** A source over a connection, which is not closed with it. */
  public ServersSource(AccumuloClient client) {
    this.client = client;
  }

  @Override
  public String name() {
    return "servers";
  }

  @Override
  public Set<ClusterMetric> cluster() {
    return EnumSet.of(
        ClusterMetric.TSERVERS,
        ClusterMetric.MANAGERS,
        ClusterMetric.SSERVERS,
        ClusterMetric.COMPACTORS);
  }

  @Override
  public Set<ClusterMetric> table() {
    return EnumSet.noneOf(ClusterMetric.class);
  }

  @Override
  public Reading read(Duration limit) {
    InstanceOperations instance = client.instanceOperations();
    Reading reading = new Reading();
    add(reading, Role.TSERVER, ClusterMetric.TSERVERS, instance.getTabletServers());
    add(reading, Role.MANAGER, ClusterMetric.MANAGERS, instance.getManagerLocations());
    add(reading, Role.SSERVER, ClusterMetric.SSERVERS, instance.getScanServers());
    add(reading, Role.COMPACTOR, ClusterMetric.COMPACTORS, instance.getCompactors());
    return reading;
  }

  private static void add(
      Reading reading, Role role, ClusterMetric metric, Collection<String> addresses) {
    reading.cluster(metric, addresses.size()).servers(role.word(), addresses);
  }
}
