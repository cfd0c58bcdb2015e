// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.harness.instance.Tablet.Location;
import catena.records.run.Json;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;

/**
 * What an instance keeps in ZooKeeper and exposes nowhere else.
 *
 * <p>Accumulo's public API names servers, but neither its monitor nor what the manager has to do;
 * it locates the root tablet only once that is hosted, and knows no write-ahead logs.
 */
public final class InstanceNodes implements Closeable {
  private static final String LOCKS = "locks";
  private static final Pattern OPERATION = Pattern.compile("(TABLE|NAMESPACE)_[A-Z_0-9]+");

  private final CuratorFramework curator;
  private final String root;

  /** By node of a log that is still there, its path: it never changes. */
  private final Map<String, String> logPaths = new HashMap<>();

  /**
   * Nodes of an instance; connects when first asked, and again whenever the connection was lost.
   *
   * @param limit for the connection
   */
  public InstanceNodes(String zookeepers, String instanceId, Duration limit) {
    curator = ZooKeepers.curator(zookeepers, limit, new RetryOneTime(100));
    root = ZooKeeperPaths.root(instanceId);
    curator.start();
  }

  /** Where the monitor's pages are; empty when none ever was. */
  public Optional<String> monitor() throws IOException {
    return text(ZooKeeperPaths.MONITOR_ADDRESS).map(String::strip).filter(at -> !at.isEmpty());
  }

  /**
   * What the manager is to bring the instance to, as Accumulo writes it: with anything but {@link
   * ZooKeeperPaths#NORMAL} it hosts no tablet of a user. Empty before the instance is initialised.
   */
  public Optional<String> goalState() throws IOException {
    return text(ZooKeeperPaths.GOAL_STATE).map(String::strip);
  }

  /** Table operations that are not finished. */
  public int fateOperations() throws IOException {
    return fate().size();
  }

  /** The names of these, as the manager calls them, such as {@code TABLE_MERGE}. */
  public Set<String> operationNames() throws IOException {
    Set<String> names = new HashSet<>();
    for (String node : fate()) {
      // A letter for the type, and the name; none before it is known.
      text(ZooKeeperPaths.FATE + "/" + node + "/TX_NAME")
          .map(OPERATION::matcher)
          .filter(Matcher::find)
          .ifPresent(found -> names.add(found.group()));
    }
    return names;
  }

  private List<String> fate() throws IOException {
    return children(ZooKeeperPaths.FATE).stream().filter(node -> node.startsWith("tx_")).toList();
  }

  /**
   * Whether a bulk import from a directory is under way: from when the manager takes it up until
   * the files are in the table, or the import was undone.
   *
   * @param directory as the import was asked for with it
   */
  public boolean isImporting(String directory) throws IOException {
    String name = Base64.getEncoder().encodeToString(directory.getBytes(UTF_8));
    return children(ZooKeeperPaths.RESERVATIONS).contains(name);
  }

  /** Logs that are queued for sorting or being sorted. */
  public int recoveries() throws IOException {
    return (int)
        children(ZooKeeperPaths.RECOVERY).stream().filter(node -> !node.equals(LOCKS)).count();
  }

  /**
   * The root tablet, with its location and its logs.
   *
   * @throws IOException if ZooKeeper does not answer, or has no root tablet
   */
  public Tablet rootTablet() throws IOException {
    String text =
        text(ZooKeeperPaths.ROOT_TABLET)
            .orElseThrow(() -> new IOException("ZooKeeper has no " + ZooKeeperPaths.ROOT_TABLET));
    JsonNode columns = Json.LINES.readTree(text).path("columnValues");
    Optional<Location> location = Optional.empty();
    for (Map.Entry<String, JsonNode> each : columns.path("loc").properties()) {
      location = Optional.of(new Location(each.getValue().asText(), each.getKey()));
    }
    List<String> logs = new ArrayList<>();
    columns.path("log").fieldNames().forEachRemaining(name -> logs.add(Metadata.log(name)));
    return Tablet.at(Metadata.ROOT_TABLET, location, logs);
  }

  /** The write-ahead logs of each tserver, by host and port, that may still be needed. */
  public SortedMap<String, List<String>> logs() throws IOException {
    SortedMap<String, List<String>> logs = new TreeMap<>();
    Set<String> there = new HashSet<>();
    for (String server : children(ZooKeeperPaths.LOGS)) {
      // The node is named host:port[session].
      String address = server.replaceFirst("\\[.*", "");
      List<String> own = logs.computeIfAbsent(address, a -> new ArrayList<>());
      // None, if the server's logs were recovered meanwhile.
      for (String log : children(ZooKeeperPaths.LOGS + "/" + server)) {
        String node = ZooKeeperPaths.LOGS + "/" + server + "/" + log;
        logPath(node).ifPresent(own::add);
        there.add(node);
      }
    }
    logPaths.keySet().retainAll(there);
    logs.values().forEach(own -> own.sort(null));
    return logs;
  }

  /** A log's node holds its state, a comma, and its path. */
  private Optional<String> logPath(String node) throws IOException {
    if (!logPaths.containsKey(node)) {
      text(node).ifPresent(text -> logPaths.put(node, text.substring(text.indexOf(',') + 1)));
    }
    return Optional.ofNullable(logPaths.get(node));
  }

  /** What a node holds; empty if there is none. */
  private Optional<String> text(String path) throws IOException {
    return answered(
        () -> Optional.of(new String(curator.getData().forPath(root + path), UTF_8)),
        Optional.empty());
  }

  private List<String> children(String path) throws IOException {
    return answered(() -> curator.getChildren().forPath(root + path), List.of());
  }

  private static <T> T answered(Callable<T> question, T withoutNode) throws IOException {
    try {
      return question.call();
    } catch (KeeperException.NoNodeException e) {
      return withoutNode;
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new IOException("ZooKeeper does not answer: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    curator.close();
  }
}
