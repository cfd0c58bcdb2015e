package catena.stats.cluster;

import catena.harness.instance.Web;
import catena.stats.metric.ClusterMetric;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.lang3.function.FailableSupplier;

/**
 * What the manager knows of tables and tablet servers, through the monitor's REST interface.
 *
 * <p>The manager asks the tablet servers every 10 s or so and the monitor asks the manager every 5
 * s, so that a figure may be 15 s old however often it is read.
 */
public final class MonitorSource implements Source {
  private static final Map<ClusterMetric, String> PER_TABLE = perTable();
  private static final Set<ClusterMetric> OF_SERVERS =
      EnumSet.of(
          ClusterMetric.UNASSIGNED,
          ClusterMetric.DEAD_TSERVERS,
          ClusterMetric.HOLD,
          ClusterMetric.SILENCE);

  private final Web web;
  private final FailableSupplier<Optional<String>, IOException> place;
  private final String table;
  private URI base;

  /**
   * A source over a monitor.
   *
   * @param place where the monitor is, asked again after each failure: another may have taken over
   * @param table the name of the test table, which need not exist
   */
  public MonitorSource(
      Web web, FailableSupplier<Optional<String>, IOException> place, String table) {
    this.web = web;
    this.place = place;
    this.table = table;
  }

  /** The figures that add up over tables, with their paths in the monitor's answer. */
  private static Map<ClusterMetric, String> perTable() {
    Map<ClusterMetric, String> paths = new EnumMap<>(ClusterMetric.class);
    paths.put(ClusterMetric.ENTRIES, "/recs");
    paths.put(ClusterMetric.IN_MEMORY, "/recsInMemory");
    paths.put(ClusterMetric.INGEST, "/ingestRate");
    paths.put(ClusterMetric.INGEST_BYTES, "/ingestByteRate");
    paths.put(ClusterMetric.QUERY, "/query");
    paths.put(ClusterMetric.QUERY_BYTES, "/queryByteRate");
    paths.put(ClusterMetric.READ, "/entriesRead");
    paths.put(ClusterMetric.TABLETS, "/tablets");
    paths.put(ClusterMetric.HOSTED, "/onlineTablets");
    paths.put(ClusterMetric.MAJOR_RUNNING, "/majorCompactions/running");
    paths.put(ClusterMetric.MAJOR_QUEUED, "/majorCompactions/queued");
    paths.put(ClusterMetric.MINOR_RUNNING, "/minorCompactions/running");
    paths.put(ClusterMetric.MINOR_QUEUED, "/minorCompactions/queued");
    paths.put(ClusterMetric.SCANS_RUNNING, "/scans/running");
    paths.put(ClusterMetric.SCANS_QUEUED, "/scans/queued");
    return paths;
  }

  @Override
  public String name() {
    return "monitor";
  }

  @Override
  public Set<ClusterMetric> cluster() {
    Set<ClusterMetric> all = EnumSet.copyOf(PER_TABLE.keySet());
    all.addAll(OF_SERVERS);
    return all;
  }

  @Override
  public Set<ClusterMetric> table() {
    return EnumSet.copyOf(PER_TABLE.keySet());
  }

  @Override
  public Reading read(Duration limit) throws IOException, InterruptedException {
    try {
      JsonNode manager = get("manager", limit);
      if (manager.path("managerState").isNull() || manager.path("managerState").isMissingNode()) {
        throw new IOException("the monitor answers, but reaches no manager");
      }
      Reading reading = new Reading();
      tables(get("tables", limit).path("table"), reading);
      servers(manager, get("tservers", limit).path("servers"), reading);
      return reading;
    } catch (IOException e) {
      base = null;
      throw e;
    }
  }

  private JsonNode get(String what, Duration limit) throws IOException, InterruptedException {
    if (base == null) {
      String found =
          place.get().orElseThrow(() -> new IOException("no monitor is registered in ZooKeeper"));
      base = URI.create(found.endsWith("/") ? found : found + "/");
    }
    return web.json(base.resolve("rest/" + what), limit);
  }

  private void tables(JsonNode tables, Reading reading) {
    PER_TABLE.forEach(
        (metric, path) -> {
          double sum = 0;
          for (JsonNode each : tables) {
            sum += each.at(path).asDouble();
          }
          reading.cluster(metric, sum);
        });
    for (JsonNode each : tables) {
      if (each.path("tablename").asText().equals(table)) {
        PER_TABLE.forEach((metric, path) -> reading.table(metric, each.at(path).asDouble()));
      }
    }
  }

  private static void servers(JsonNode manager, JsonNode servers, Reading reading) {
    double hold = 0;
    double silence = 0;
    for (JsonNode each : servers) {
      hold = Math.max(hold, each.path("holdtime").asDouble());
      silence = Math.max(silence, each.path("lastContact").asDouble());
    }
    reading
        .cluster(ClusterMetric.UNASSIGNED, manager.path("unassignedTablets").asDouble())
        .cluster(ClusterMetric.DEAD_TSERVERS, manager.path("deadTabletServersCount").asDouble())
        .cluster(ClusterMetric.HOLD, hold / 1e3)
        .cluster(ClusterMetric.SILENCE, silence / 1e3);
  }
}
