package catena.trace.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.harness.accumulo.Metadata;
import catena.harness.run.Json;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;

/**
 * The root tablet, and the write-ahead logs of each tserver, which Accumulo keeps in ZooKeeper.
 *
 * <p>No public class tells either: the public API locates a tablet only once it is hosted, and
 * knows no logs. The layout is that of Accumulo 2.1.
 */
public final class ZooKeeperHostingSource implements HostingSource, Closeable {
  private static final int SESSION_MILLIS = 15_000;
  private static final int CONNECT_MILLIS = 5_000;

  private final CuratorFramework curator;
  private final String instance;

  /** By node of a log, its path: it never changes. */
  private final Map<String, String> paths = new HashMap<>();

  public ZooKeeperHostingSource(String zookeepers, String instanceId) {
    this.curator =
        CuratorFrameworkFactory.newClient(
            zookeepers, SESSION_MILLIS, CONNECT_MILLIS, new RetryOneTime(100));
    this.instance = "/accumulo/" + instanceId;
    curator.start();
  }

  @Override
  public String name() {
    return "ZooKeeper";
  }

  @Override
  public Map<String, Hosting> look() throws Exception {
    byte[] root = curator.getData().forPath(instance + "/root_tablet");
    JsonNode columns = Json.LINES.readTree(new String(root, UTF_8)).path("columnValues");
    Optional<String> server = Optional.empty();
    for (JsonNode location : columns.path("loc")) {
      server = Optional.of(location.asText());
    }
    List<String> logs = new ArrayList<>();
    columns.path("log").fieldNames().forEachRemaining(name -> logs.add(name));
    return Map.of(
        Metadata.ROOT_TABLET,
        new Hosting(
            server, logs.stream().map(name -> name.substring(name.indexOf('/') + 1)).toList()));
  }

  /** The logs of each tserver, by host and port, that may still be needed. */
  public SortedMap<String, List<String>> logs() throws Exception {
    SortedMap<String, List<String>> logs = new TreeMap<>();
    String wals = instance + "/wals";
    for (String server : curator.getChildren().forPath(wals)) {
      // The node is named host:port[session].
      String address = server.replaceFirst("\\[.*", "");
      List<String> own = logs.computeIfAbsent(address, a -> new ArrayList<>());
      for (String log : children(wals + "/" + server)) {
        path(wals + "/" + server + "/" + log).ifPresent(own::add);
      }
    }
    logs.values().forEach(own -> own.sort(null));
    return logs;
  }

  private List<String> children(String node) throws Exception {
    try {
      return curator.getChildren().forPath(node);
    } catch (KeeperException.NoNodeException e) {
      return List.of(); // The server's logs were recovered meanwhile.
    }
  }

  /** A log's node holds its state, a comma, and its path. */
  private Optional<String> path(String node) throws Exception {
    if (!paths.containsKey(node)) {
      try {
        String text = new String(curator.getData().forPath(node), UTF_8);
        paths.put(node, text.substring(text.indexOf(',') + 1));
      } catch (KeeperException.NoNodeException e) {
        return Optional.empty();
      }
    }
    return Optional.of(paths.get(node));
  }

  @Override
  public void close() {
    curator.close();
  }
}
