package catena.stats.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;

/**
 * What an instance keeps in ZooKeeper and tells nobody otherwise: the one class that knows where.
 *
 * <p>Accumulo's public API names servers, but neither its monitor nor what the manager has to do.
 * The paths are those of Accumulo 2.1.
 */
public final class InstanceNodes implements Closeable {
  private static final Duration SESSION = Duration.ofSeconds(15);
  private static final String LOCKS = "locks";

  private final CuratorFramework curator;
  private final String root;

  /**
   * Nodes of an instance; connects when first asked, and again whenever the connection was lost.
   *
   * @param limit for the connection
   */
  public InstanceNodes(String zookeepers, String instanceId, Duration limit) {
    curator =
        CuratorFrameworkFactory.newClient(
            zookeepers, (int) SESSION.toMillis(), (int) limit.toMillis(), new RetryOneTime(100));
    root = "/accumulo/" + instanceId;
    curator.start();
  }

  /** Where the monitor's pages are; empty when none ever was. */
  public Optional<String> monitor() throws IOException {
    try {
      byte[] data = curator.getData().forPath(root + "/monitor/http_addr");
      String address = new String(data, StandardCharsets.UTF_8).strip();
      return address.isEmpty() ? Optional.empty() : Optional.of(address);
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    } catch (Exception e) {
      throw silent(e);
    }
  }

  /** Table operations that are not finished. */
  int fateOperations() throws IOException {
    return (int) children("/fate").stream().filter(node -> node.startsWith("tx_")).count();
  }

  /** Logs that are queued for sorting or being sorted. */
  int recoveries() throws IOException {
    return (int) children("/recovery").stream().filter(node -> !node.equals(LOCKS)).count();
  }

  private List<String> children(String path) throws IOException {
    try {
      return curator.getChildren().forPath(root + path);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    } catch (Exception e) {
      throw silent(e);
    }
  }

  private static IOException silent(Exception cause) {
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new IOException("ZooKeeper does not answer: " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    curator.close();
  }
}
