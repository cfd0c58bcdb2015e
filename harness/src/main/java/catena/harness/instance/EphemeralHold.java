// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.apache.curator.RetryLoop;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * A right that one process at a time holds: an ephemeral node of ZooKeeper, which ends with its
 * session, and names the holder.
 */
public final class EphemeralHold implements Closeable {
  private final CuratorFramework curator;
  private final String path;

  /** The session that took it, with which it ends. */
  private final long session;

  private EphemeralHold(CuratorFramework curator, String path, long session) {
    this.curator = curator;
    this.path = path;
    this.session = session;
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
    return whenFree(curator, path, wait, () -> taken(curator, path, me))
        .map(session -> new EphemeralHold(curator, path, session));
  }

  /**
   * Tries to take a node, and again whenever it changes or goes.
   *
   * @param wait for how long
   * @param taking one try; empty if another process has the node
   * @return empty if another process has it still
   * @throws Exception if ZooKeeper cannot be asked, and what a try throws
   */
  public static <T> Optional<T> whenFree(
      CuratorFramework curator, String path, Duration wait, Callable<Optional<T>> taking)
      throws Exception {
    long deadline = System.nanoTime() + wait.toNanos();
    Optional<T> taken = taking.call();
    for (long left = deadline - System.nanoTime();
        taken.isEmpty() && left > 0;
        left = deadline - System.nanoTime()) {
      awaitChange(curator, path, Duration.ofNanos(left));
      taken = taking.call();
    }
    return taken;
  }

  /** The session that took it. */
  private static Optional<Long> taken(CuratorFramework curator, String path, byte[] me)
      throws Exception {
    Stat stat = new Stat();
    try {
      curator
          .create()
          .storingStatIn(stat)
          .creatingParentsIfNeeded()
          .withMode(CreateMode.EPHEMERAL)
          .forPath(path, me);
      return Optional.of(stat.getEphemeralOwner());
    } catch (KeeperException.NodeExistsException e) {
      return owner(curator, path, me);
    }
  }

  /**
   * This session, if a node is its own and says that: the answer to an earlier try of the same
   * create was lost.
   */
  public static Optional<Long> owner(CuratorFramework curator, String path, byte[] me)
      throws Exception {
    long session = curator.getZookeeperClient().getZooKeeper().getSessionId();
    Stat stat = curator.checkExists().forPath(path);
    boolean ours =
        stat != null
            && stat.getEphemeralOwner() == session
            && Arrays.equals(curator.getData().forPath(path), me);
    return ours ? Optional.of(session) : Optional.empty();
  }

  /** Waits until a node changes or goes, or is not there. */
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

  /**
   * Whether the client has the session still that took it.
   *
   * @throws Exception if there is no connection
   */
  public boolean isOfThisSession() throws Exception {
    return curator.getZookeeperClient().getZooKeeper().getSessionId() == session;
  }

  /**
   * Has the node say something else.
   *
   * @return false if it went with its session, even if another process has it now
   * @throws Exception if ZooKeeper cannot be asked
   */
  public boolean say(byte[] content) throws Exception {
    return held((client, version) -> client.setData(path, content, version));
  }

  /** Gives it back; does nothing if it went with its session, even if another process has it. */
  @Override
  public void close() throws IOException {
    boolean unused =
        ZooKeepers.ask("give " + path + " back", () -> held((c, v) -> c.delete(path, v)));
  }

  /**
   * Asks and acts by one client, whose session cannot change: if it ends between the two, so does
   * the right to act, and what another session made meanwhile stays.
   *
   * @return whether it is held still
   */
  private boolean held(FailableBiConsumer<ZooKeeper, Integer, Exception> act) throws Exception {
    return RetryLoop.callWithRetry(
        curator.getZookeeperClient(),
        () -> {
          ZooKeeper client = curator.getZookeeperClient().getZooKeeper();
          try {
            Stat stat = client.getSessionId() == session ? client.exists(path, false) : null;
            boolean ours = stat != null && stat.getEphemeralOwner() == session;
            if (ours) {
              act.accept(client, stat.getVersion());
            }
            return ours;
          } catch (KeeperException.NoNodeException | KeeperException.SessionExpiredException e) {
            return false;
          }
        });
  }
}
