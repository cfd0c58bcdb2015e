package catena.harness.instance;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Something that one process at a time has: an ephemeral node of ZooKeeper, which goes with its
 * session, and says who has it.
 */
public final class EphemeralHold implements Closeable {
  private final CuratorFramework curator;
  private final String path;

  private EphemeralHold(CuratorFramework curator, String path) {
    this.curator = curator;
    this.path = path;
  }

  /**
   * Takes it.
   *
   * @param me what the node says
   * @param wait how long to wait for a holder to vanish; a dead one does within its session's limit
   * @return empty if another process has it still
   * @throws Exception if ZooKeeper cannot be asked
   */
  public static Optional<EphemeralHold> take(
      CuratorFramework curator, String path, byte[] me, Duration wait) throws Exception {
    long deadline = System.nanoTime() + wait.toNanos();
    while (!taken(curator, path, me)) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return Optional.empty();
      }
      awaitChange(curator, path, Duration.ofNanos(left));
    }
    return Optional.of(new EphemeralHold(curator, path));
  }

  private static boolean taken(CuratorFramework curator, String path, byte[] me) throws Exception {
    try {
      curator.create().creatingParentsIfNeeded().withMode(CreateMode.EPHEMERAL).forPath(path, me);
      return true;
    } catch (KeeperException.NodeExistsException e) {
      // Ours, if the answer to an earlier try of the same create was lost.
      Stat stat = curator.checkExists().forPath(path);
      return stat != null
          && stat.getEphemeralOwner() == curator.getZookeeperClient().getZooKeeper().getSessionId()
          && Arrays.equals(curator.getData().forPath(path), me);
    }
  }

  private static void awaitChange(CuratorFramework curator, String path, Duration limit)
      throws Exception {
    CountDownLatch changed = new CountDownLatch(1);
    Stat stat =
        curator
            .checkExists()
            .usingWatcher((CuratorWatcher) event -> changed.countDown())
            .forPath(path);
    if (stat != null) {
      var unused = changed.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Gives it back. */
  @Override
  public void close() throws IOException {
    try {
      curator.delete().quietly().forPath(path);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + path + " was given back", e);
    } catch (Exception e) {
      throw new IOException(path + " cannot be given back: " + e, e);
    }
  }
}
