package catena.harness.accumulo;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.harness.instance.ZooKeeperPaths;
import catena.harness.instance.ZooKeepers;
import catena.records.words.Amounts;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/**
 * Looks an instance up in ZooKeeper, within a limit; with a plain client, which says what is wrong
 * with the names of the servers where Curator's would only log it.
 */
final class ZooKeeperCheck {
  private ZooKeeperCheck() {}

  /** An instance that is there. */
  record Found(String zookeepers, String instanceId) {}

  /**
   * Finds an instance.
   *
   * @throws UsageException if ZooKeeper does not answer, or does not know the name
   */
  static Found find(String zookeepers, String instance, Duration limit) {
    try {
      ZooKeeper zookeeper = ZooKeepers.connect(zookeepers, limit);
      try {
        return new Found(zookeepers, instanceId(zookeeper, zookeepers, instance));
      } finally {
        ZooKeepers.close(zookeeper);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException("instance.zookeepers=" + zookeepers + " cannot be used: " + e);
    } catch (TimeoutException
        | KeeperException.ConnectionLossException
        | KeeperException.RequestTimeoutException e) {
      throw silent(zookeepers, limit);
    } catch (KeeperException e) {
      throw new UsageException("ZooKeeper at " + zookeepers + " cannot be asked: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("Interrupted while connecting to ZooKeeper at " + zookeepers);
    }
  }

  private static UsageException silent(String zookeepers, Duration limit) {
    return new UsageException(
        "ZooKeeper at "
            + zookeepers
            + " does not answer within "
            + Amounts.span(limit)
            + ": is it running, and is instance.zookeepers right?");
  }

  private static String instanceId(ZooKeeper zookeeper, String zookeepers, String instance)
      throws KeeperException, InterruptedException {
    try {
      return new String(
          zookeeper.getData(ZooKeeperPaths.INSTANCES + "/" + instance, false, null), UTF_8);
    } catch (KeeperException.NoNodeException e) {
      throw new UsageException(
          "ZooKeeper at "
              + zookeepers
              + " knows no instance "
              + instance
              + "; it knows "
              + known(zookeeper)
              + ": correct instance.name");
    }
  }

  private static List<String> known(ZooKeeper zookeeper)
      throws KeeperException, InterruptedException {
    try {
      return zookeeper.getChildren(ZooKeeperPaths.INSTANCES, false);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    }
  }
}
