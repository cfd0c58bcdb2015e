// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.harness.instance.InstanceNodes;
import catena.harness.instance.Web;
import catena.records.server.Role;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Sets;
import com.google.common.collect.Streams;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.DoubleStream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.InstanceOperations;

/** The sources that one query answers; most have a table that says where each figure is. */
public final class Sources {
  private static final Map<Metric, Role> SERVERS =
      Map.of(
          Metric.TSERVERS, Role.TSERVER,
          Metric.MANAGERS, Role.MANAGER,
          Metric.SSERVERS, Role.SSERVER,
          Metric.COMPACTORS, Role.COMPACTOR);

  private static final Map<Metric, String> YARN =
      Map.of(
          Metric.YARN_RUNNING, "/containersAllocated",
          Metric.YARN_PENDING, "/containersPending",
          Metric.YARN_MAXIMUM, "/totalVirtualCores",
          Metric.YARN_NODES, "/activeNodes",
          Metric.YARN_UNHEALTHY, "/unhealthyNodes");

  /** Figures that add up over tables, by their paths in the monitor's answer. */
  private static final Map<Metric, String> PER_TABLE =
      Map.ofEntries(
          Map.entry(Metric.ENTRIES, "/recs"),
          Map.entry(Metric.IN_MEMORY, "/recsInMemory"),
          Map.entry(Metric.INGEST, "/ingestRate"),
          Map.entry(Metric.INGEST_BYTES, "/ingestByteRate"),
          Map.entry(Metric.QUERY, "/query"),
          Map.entry(Metric.QUERY_BYTES, "/queryByteRate"),
          Map.entry(Metric.READ, "/entriesRead"),
          Map.entry(Metric.TABLETS, "/tablets"),
          Map.entry(Metric.HOSTED, "/onlineTablets"),
          Map.entry(Metric.MAJOR_RUNNING, "/majorCompactions/running"),
          Map.entry(Metric.MAJOR_QUEUED, "/majorCompactions/queued"),
          Map.entry(Metric.MINOR_RUNNING, "/minorCompactions/running"),
          Map.entry(Metric.MINOR_QUEUED, "/minorCompactions/queued"),
          Map.entry(Metric.SCANS_RUNNING, "/scans/running"),
          Map.entry(Metric.SCANS_QUEUED, "/scans/queued"));

  private Sources() {}

  /** The servers that hold their locks, as every client sees them: no manager is needed for it. */
  public static Source servers(AccumuloClient client) {
    return new Source("servers", SERVERS.keySet(), Set.of()) {
      @Override
      public Reading read(Duration limit) {
        InstanceOperations instance = client.instanceOperations();
        Map<Role, Collection<String>> all =
            Map.of(
                Role.TSERVER, instance.getTabletServers(),
                Role.MANAGER, instance.getManagerLocations(),
                Role.SSERVER, instance.getScanServers(),
                Role.COMPACTOR, instance.getCompactors());
        Reading reading = new Reading();
        SERVERS.forEach((metric, role) -> reading.cluster(metric, all.get(role).size()));
        all.forEach((role, addresses) -> reading.servers(role.word(), addresses));
        return reading;
      }
    };
  }

  /** What the manager has to do, from the instance's nodes, which are closed elsewhere. */
  public static Source zookeeper(InstanceNodes nodes) {
    return new Source("zookeeper", EnumSet.of(Metric.FATE, Metric.RECOVERIES), Set.of()) {
      @Override
      public Reading read(Duration limit) throws IOException {
        return new Reading()
            .cluster(Metric.FATE, nodes.fateOperations())
            .cluster(Metric.RECOVERIES, nodes.recoveries());
      }
    };
  }

  private static DoubleStream each(JsonNode list, String path) {
    return Streams.stream(list).mapToDouble(each -> each.at(path).asDouble());
  }

  /**
   * YARN's own count of its nodes and containers, from the ResourceManager's REST interface.
   *
   * @param address of its web interface, {@code http://host:port}
   */
  public static Source yarn(Web web, URI address) {
    URI metrics = address.resolve("/ws/v1/cluster/metrics");
    return new Source("yarn", YARN.keySet(), Set.of()) {
      @Override
      public Reading read(Duration limit) throws IOException, InterruptedException {
        JsonNode found = web.json(metrics, limit).path("clusterMetrics");
        if (found.isMissingNode()) {
          throw new IOException(metrics + " has no clusterMetrics");
        }
        Reading reading = new Reading();
        YARN.forEach((metric, path) -> reading.cluster(metric, found.at(path).asDouble()));
        return reading;
      }
    };
  }

  /**
   * What the manager knows of tables and tablet servers, through the monitor's REST interface.
   *
   * <p>The manager asks the tablet servers every 10 s or so and the monitor asks the manager every
   * 5 s, so that a figure may be 15 s old however often it is read.
   *
   * @param place where the monitor is, asked again after each failure: another may have taken over
   * @param table the name of the test table, which need not exist
   */
  public static Source monitor(Web web, Callable<Optional<String>> place, String table) {
    return new Monitor(web, place, table);
  }

  /** The most of all tablet servers, which the monitor has in milliseconds, in seconds. */
  private static double longest(JsonNode tservers, String path) {
    return each(tservers, path).max().orElse(0) / 1e3;
  }

  /** Queries the monitor at its last address, as long as it answers there. */
  private static final class Monitor extends Source {
    private static final Set<Metric> OF_ALL =
        EnumSet.of(Metric.UNASSIGNED, Metric.DEAD_TSERVERS, Metric.HOLD, Metric.SILENCE);

    private final Web web;
    private final Callable<Optional<String>> place;
    private final String table;
    private URI base;

    Monitor(Web web, Callable<Optional<String>> place, String table) {
      super("monitor", Sets.union(PER_TABLE.keySet(), OF_ALL), PER_TABLE.keySet());
      this.web = web;
      this.place = place;
      this.table = table;
    }

    @Override
    public Reading read(Duration limit) throws Exception {
      try {
        JsonNode manager = get("manager", limit);
        if (manager.path("managerState").isNull() || manager.path("managerState").isMissingNode()) {
          throw new IOException("the monitor answers, but reaches no manager");
        }
        JsonNode tables = get("tables", limit).path("table");
        JsonNode tservers = get("tservers", limit).path("servers");
        Reading reading =
            new Reading()
                .cluster(Metric.UNASSIGNED, manager.path("unassignedTablets").asDouble())
                .cluster(Metric.DEAD_TSERVERS, manager.path("deadTabletServersCount").asDouble())
                .cluster(Metric.HOLD, longest(tservers, "/holdtime"))
                .cluster(Metric.SILENCE, longest(tservers, "/lastContact"));
        PER_TABLE.forEach((metric, path) -> reading.cluster(metric, each(tables, path).sum()));
        for (JsonNode each : tables) {
          if (each.path("tablename").asText().equals(table)) {
            PER_TABLE.forEach((metric, path) -> reading.table(metric, each.at(path).asDouble()));
          }
        }
        return reading;
      } catch (IOException e) {
        base = null;
        throw e;
      }
    }

    private JsonNode get(String what, Duration limit) throws Exception {
      if (base == null) {
        String found =
            place
                .call()
                .orElseThrow(() -> new IOException("no monitor is registered in ZooKeeper"));
        base = URI.create(found.endsWith("/") ? found : found + "/");
      }
      return web.json(base.resolve("rest/" + what), limit);
    }
  }
}
