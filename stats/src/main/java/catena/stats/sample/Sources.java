// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.harness.instance.InstanceNodes;
import catena.harness.instance.Web;
import catena.records.server.Role;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.InstanceOperations;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * The sources that answer a question as a whole: each is a list of its figures, by where in the
 * answer a figure is read and how those of many are made one.
 */
public final class Sources {
  private static final Map<ClusterMetric, Role> SERVERS =
      Map.of(
          ClusterMetric.TSERVERS, Role.TSERVER,
          ClusterMetric.MANAGERS, Role.MANAGER,
          ClusterMetric.SSERVERS, Role.SSERVER,
          ClusterMetric.COMPACTORS, Role.COMPACTOR);

  private static final Map<ClusterMetric, String> YARN =
      Map.of(
          ClusterMetric.YARN_RUNNING, "/containersAllocated",
          ClusterMetric.YARN_PENDING, "/containersPending",
          ClusterMetric.YARN_MAXIMUM, "/totalVirtualCores",
          ClusterMetric.YARN_NODES, "/activeNodes",
          ClusterMetric.YARN_UNHEALTHY, "/unhealthyNodes");

  /** Figures that add up over tables, by their paths in the monitor's answer. */
  private static final Map<ClusterMetric, String> PER_TABLE =
      Map.ofEntries(
          Map.entry(ClusterMetric.ENTRIES, "/recs"),
          Map.entry(ClusterMetric.IN_MEMORY, "/recsInMemory"),
          Map.entry(ClusterMetric.INGEST, "/ingestRate"),
          Map.entry(ClusterMetric.INGEST_BYTES, "/ingestByteRate"),
          Map.entry(ClusterMetric.QUERY, "/query"),
          Map.entry(ClusterMetric.QUERY_BYTES, "/queryByteRate"),
          Map.entry(ClusterMetric.READ, "/entriesRead"),
          Map.entry(ClusterMetric.TABLETS, "/tablets"),
          Map.entry(ClusterMetric.HOSTED, "/onlineTablets"),
          Map.entry(ClusterMetric.MAJOR_RUNNING, "/majorCompactions/running"),
          Map.entry(ClusterMetric.MAJOR_QUEUED, "/majorCompactions/queued"),
          Map.entry(ClusterMetric.MINOR_RUNNING, "/minorCompactions/running"),
          Map.entry(ClusterMetric.MINOR_QUEUED, "/minorCompactions/queued"),
          Map.entry(ClusterMetric.SCANS_RUNNING, "/scans/running"),
          Map.entry(ClusterMetric.SCANS_QUEUED, "/scans/queued"));

  private static final String TABLES = "/tables/table";

  private Sources() {}

  /**
   * A source by the list of its figures.
   *
   * @param name one word
   * @param figures where in an answer each figure of the cluster is
   * @param ofTable the same of the table
   * @param question asks within a limit, and an answer without the table has none of its figures;
   *     whatever it throws is the failure of a sample
   */
  private record Listed<A>(
      String name,
      Map<ClusterMetric, ToDoubleFunction<A>> figures,
      Map<ClusterMetric, ToDoubleFunction<A>> ofTable,
      FailableFunction<Duration, Answer<A>, Exception> question)
      implements Source {
    private record Answer<A>(A whole, Optional<A> table, Map<Role, Collection<String>> servers) {}

    @Override
    public Set<ClusterMetric> cluster() {
      return figures.keySet();
    }

    @Override
    public Set<ClusterMetric> table() {
      return ofTable.keySet();
    }

    @Override
    public Reading read(Duration limit) throws Exception {
      Answer<A> answer = question.apply(limit);
      Reading reading = new Reading();
      figures.forEach(
          (metric, where) -> reading.cluster(metric, where.applyAsDouble(answer.whole)));
      answer.table.ifPresent(
          own ->
              ofTable.forEach((metric, where) -> reading.table(metric, where.applyAsDouble(own))));
      answer.servers.forEach((role, addresses) -> reading.servers(role.word(), addresses));
      return reading;
    }
  }

  private static <A> Listed.Answer<A> answer(A whole) {
    return new Listed.Answer<>(whole, Optional.empty(), Map.of());
  }

  /** The servers that hold their locks, as every client sees them: no manager is needed for it. */
  public static Source servers(AccumuloClient client) {
    Map<ClusterMetric, ToDoubleFunction<Map<Role, Collection<String>>>> figures =
        new EnumMap<>(ClusterMetric.class);
    SERVERS.forEach((metric, role) -> figures.put(metric, all -> all.get(role).size()));
    return new Listed<>(
        "servers",
        figures,
        Map.of(),
        limit -> {
          InstanceOperations instance = client.instanceOperations();
          Map<Role, Collection<String>> all =
              Map.of(
                  Role.TSERVER, instance.getTabletServers(),
                  Role.MANAGER, instance.getManagerLocations(),
                  Role.SSERVER, instance.getScanServers(),
                  Role.COMPACTOR, instance.getCompactors());
          return new Listed.Answer<>(all, Optional.empty(), all);
        });
  }

  /** What the manager has to do, from the instance's nodes, which somebody else closes. */
  public static Source zookeeper(InstanceNodes nodes) {
    return new Listed<Map<ClusterMetric, Integer>>(
        "zookeeper",
        Map.of(
            ClusterMetric.FATE, all -> all.get(ClusterMetric.FATE),
            ClusterMetric.RECOVERIES, all -> all.get(ClusterMetric.RECOVERIES)),
        Map.of(),
        limit ->
            answer(
                Map.of(
                    ClusterMetric.FATE, nodes.fateOperations(),
                    ClusterMetric.RECOVERIES, nodes.recoveries())));
  }

  private static ToDoubleFunction<JsonNode> at(String path) {
    return answer -> answer.at(path).asDouble();
  }

  private static DoubleStream each(JsonNode answer, String list, String path) {
    return StreamSupport.stream(answer.at(list).spliterator(), false)
        .mapToDouble(each -> each.at(path).asDouble());
  }

  private static Map<ClusterMetric, ToDoubleFunction<JsonNode>> at(
      Map<ClusterMetric, String> paths) {
    Map<ClusterMetric, ToDoubleFunction<JsonNode>> figures = new EnumMap<>(ClusterMetric.class);
    paths.forEach((metric, path) -> figures.put(metric, at(path)));
    return figures;
  }

  /**
   * YARN's own count of its nodes and containers, from the ResourceManager's REST interface.
   *
   * @param address of its web interface, {@code http://host:port}
   */
  public static Source yarn(Web web, URI address) {
    URI metrics = address.resolve("/ws/v1/cluster/metrics");
    return new Listed<>(
        "yarn",
        at(YARN),
        Map.of(),
        limit -> {
          JsonNode found = web.json(metrics, limit).path("clusterMetrics");
          if (found.isMissingNode()) {
            throw new IOException(metrics + " has no clusterMetrics");
          }
          return answer(found);
        });
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
    Map<ClusterMetric, ToDoubleFunction<JsonNode>> figures = new EnumMap<>(ClusterMetric.class);
    PER_TABLE.forEach((metric, path) -> figures.put(metric, all -> each(all, TABLES, path).sum()));
    figures.put(ClusterMetric.UNASSIGNED, at("/manager/unassignedTablets"));
    figures.put(ClusterMetric.DEAD_TSERVERS, at("/manager/deadTabletServersCount"));
    figures.put(ClusterMetric.HOLD, all -> longest(all, "/holdtime"));
    figures.put(ClusterMetric.SILENCE, all -> longest(all, "/lastContact"));
    return new Listed<>("monitor", figures, at(PER_TABLE), new Monitor(web, place, table)::ask);
  }

  /** The most of all tablet servers, which the monitor has in milliseconds, in seconds. */
  private static double longest(JsonNode answer, String path) {
    return each(answer, "/tservers/servers", path).max().orElse(0) / 1e3;
  }

  /** Asks the monitor where it was last, as long as it answers there. */
  private static final class Monitor {
    private final Web web;
    private final Callable<Optional<String>> place;
    private final String table;
    private URI base;

    Monitor(Web web, Callable<Optional<String>> place, String table) {
      this.web = web;
      this.place = place;
      this.table = table;
    }

    Listed.Answer<JsonNode> ask(Duration limit) throws Exception {
      try {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        JsonNode manager = get("manager", limit);
        if (manager.path("managerState").isNull() || manager.path("managerState").isMissingNode()) {
          throw new IOException("the monitor answers, but reaches no manager");
        }
        all.set("manager", manager);
        for (String what : List.of("tables", "tservers")) {
          all.set(what, get(what, limit));
        }
        Optional<JsonNode> own =
            StreamSupport.stream(all.at(TABLES).spliterator(), false)
                .filter(each -> each.path("tablename").asText().equals(table))
                .findFirst();
        return new Listed.Answer<>(all, own, Map.of());
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
