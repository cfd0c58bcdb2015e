package catena.cluster;

import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.accumulo.core.Constants;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.Stat;

/**
 * Who holds or waits for a lock of Accumulo in ZooKeeper: what the cluster itself believes of its
 * servers, and so a witness who is independent of whoever kills and starts them.
 *
 * <p>ZooKeeper's own client is used, because Accumulo's waits for ever; and each of its requests has
 * a limit of its own, because by default it too waits for as long as its session seems to live.
 */
public final class ServerLocks implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("([A-Za-z0-9_.-]+:[0-9]{2,5})");
  private static final Map<Role, String> LOCKS =
      new TreeMap<>(
          Map.of(
              Role.MANAGER, Constants.ZMANAGER_LOCK,
              Role.GC, Constants.ZGC_LOCK,
              Role.MONITOR, Constants.ZMONITOR_LOCK,
              Role.COORDINATOR, Constants.ZCOORDINATOR_LOCK));

  private final String zookeepers;
  private final String instance;
  private final Duration limit;
  private ZooKeeper client;

  /**
   * One server's lock.
   *
   * @param address host and port
   * @param session of ZooKeeper, which no other process ever has
   */
  public record Lock(Role role, HostAndPort address, long session) {}

  /**
   * The locks of an instance.
   *
   * @param limit how long ZooKeeper may take to answer
   */
  public ServerLocks(String zookeepers, String instance, Duration limit) {
    this.zookeepers = zookeepers;
    this.instance = instance;
    this.limit = limit;
  }

  /**
   * Whether Accumulo has been initialised under this instance name.
   *
   * @throws IOException if ZooKeeper does not answer within the limit
   */
  synchronized boolean initialised() throws IOException, InterruptedException {
    try {
      return connected().exists(instancePath(), false) != null;
    } catch (KeeperException e) {
      throw lost(e);
    }
  }

  /**
   * The locks that there are now.
   *
   * @throws IOException if ZooKeeper does not answer within the limit
   */
  public synchronized List<Lock> read() throws IOException, InterruptedException {
    try {
      String id =
          new String(connected().getData(instancePath(), false, null), StandardCharsets.UTF_8);
      String root = Constants.ZROOT + "/" + id;
      List<Lock> locks = new ArrayList<>();
      for (Map.Entry<Role, String> lock : LOCKS.entrySet()) {
        addHolders(lock.getKey(), root + lock.getValue(), "", locks);
      }
      addServers(Role.TSERVER, root + Constants.ZTSERVERS, locks);
      addServers(Role.SSERVER, root + Constants.ZSSERVERS, locks);
      for (String queue : children(root + Constants.ZCOMPACTORS)) {
        addServers(Role.COMPACTOR, root + Constants.ZCOMPACTORS + "/" + queue, locks);
      }
      return locks;
    } catch (KeeperException e) {
      throw lost(e);
    }
  }

  private String instancePath() {
    return Constants.ZROOT + Constants.ZINSTANCES + "/" + instance;
  }

  private IOException lost(KeeperException cause) {
    close();
    return new IOException("ZooKeeper at " + zookeepers + ": " + cause.getMessage(), cause);
  }

  /** Servers that have a node named by their address, below which they hold their lock. */
  private void addServers(Role role, String parent, List<Lock> locks)
      throws KeeperException, IOException, InterruptedException {
    for (String address : children(parent)) {
      addHolders(role, parent + "/" + address, address, locks);
    }
  }

  /** Servers that hold or wait for one lock; their address is in its data unless known. */
  private void addHolders(Role role, String lock, String known, List<Lock> locks)
      throws KeeperException, IOException, InterruptedException {
    for (String holder : children(lock)) {
      Stat stat = new Stat();
      String text = known;
      try {
        byte[] data = connected().getData(lock + "/" + holder, false, stat);
        text = known.isEmpty() && data != null ? new String(data, StandardCharsets.UTF_8) : known;
      } catch (KeeperException.NoNodeException e) {
        continue; // Gone meanwhile: nobody holds it any more.
      }
      Matcher address = ADDRESS.matcher(text);
      if (address.find()) {
        HostAndPort at = HostAndPort.fromString(address.group(1));
        locks.add(new Lock(role, at, stat.getEphemeralOwner()));
      }
    }
  }

  private List<String> children(String path)
      throws KeeperException, IOException, InterruptedException {
    try {
      return connected().getChildren(path, false);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    }
  }

  private ZooKeeper connected() throws IOException, InterruptedException {
    if (client != null && !client.getState().isConnected()) {
      close();
    }
    if (client == null) {
      client = connect();
    }
    return client;
  }

  private ZooKeeper connect() throws IOException, InterruptedException {
    CountDownLatch connected = new CountDownLatch(1);
    Watcher watcher =
        event -> {
          if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
            connected.countDown();
          }
        };
    ZKClientConfig bounded = new ZKClientConfig();
    bounded.setProperty(
        ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Long.toString(limit.toMillis()));
    ZooKeeper fresh = new ZooKeeper(zookeepers, (int) limit.toMillis(), watcher, bounded);
    boolean there = false;
    try {
      there = connected.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!there) {
        fresh.close((int) Duration.ofSeconds(1).toMillis());
      }
    }
    if (!there) {
      throw new IOException("no session with ZooKeeper at " + zookeepers);
    }
    return fresh;
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      try {
        client.close((int) Duration.ofSeconds(1).toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      client = null;
    }
  }
}
