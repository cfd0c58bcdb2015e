package catena.cluster.control;

import catena.cluster.spec.Role;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/**
 * Who holds or waits for a lock of Accumulo in ZooKeeper: what the cluster itself believes of its
 * servers, and so a witness who is independent of whoever kills and starts them.
 *
 * <p>ZooKeeper's own client is used, because Accumulo's waits for ever; and everything is asked at
 * once, within one limit, because one request after the other takes as long as there are servers.
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
  public synchronized boolean initialised() throws IOException, InterruptedException {
    return answered(requests -> requests.data(List.of(instancePath())).containsKey(instancePath()));
  }

  /**
   * The locks that there are now.
   *
   * @throws IOException if ZooKeeper does not answer within the limit
   */
  public synchronized List<Lock> read() throws IOException, InterruptedException {
    return answered(this::read);
  }

  private List<Lock> read(Requests requests) throws KeeperException, InterruptedException {
    Requests.Data instance = requests.data(List.of(instancePath())).get(instancePath());
    if (instance == null) {
      throw new KeeperException.NoNodeException(instancePath());
    }
    String root = Constants.ZROOT + "/" + instance.text();
    List<Place> places = places(requests, root);
    Map<String, List<String>> holders =
        requests.children(places.stream().map(Place::path).toList());
    List<Holder> all = new ArrayList<>();
    for (Place place : places) {
      for (String holder : holders.getOrDefault(place.path(), List.of())) {
        all.add(new Holder(place, place.path() + "/" + holder));
      }
    }
    Map<String, Requests.Data> data = requests.data(all.stream().map(Holder::path).toList());
    return all.stream()
        .filter(holder -> data.containsKey(holder.path())) // else gone meanwhile
        .flatMap(holder -> holder.lock(data.get(holder.path())).stream())
        .toList();
  }

  /** A node below which servers hold or wait for a lock; its path may name them. */
  private record Place(Role role, String path, String address) {}

  /** One who holds or waits for a lock; the address is in the data unless the path names it. */
  private record Holder(Place place, String path) {
    Optional<Lock> lock(Requests.Data data) {
      Matcher address = ADDRESS.matcher(place.address().isEmpty() ? data.text() : place.address());
      return address.find()
          ? Optional.of(
              new Lock(place.role(), HostAndPort.fromString(address.group(1)), data.owner()))
          : Optional.empty();
    }
  }

  /** Every lock's node: one for a role, or one for each server that has a node of its own. */
  private static List<Place> places(Requests requests, String root)
      throws KeeperException, InterruptedException {
    List<Place> places = new ArrayList<>();
    LOCKS.forEach((role, path) -> places.add(new Place(role, root + path, "")));
    Map<String, Role> parents = new TreeMap<>();
    parents.put(root + Constants.ZTSERVERS, Role.TSERVER);
    parents.put(root + Constants.ZSSERVERS, Role.SSERVER);
    String queues = root + Constants.ZCOMPACTORS;
    requests
        .children(List.of(queues))
        .getOrDefault(queues, List.of())
        .forEach(queue -> parents.put(queues + "/" + queue, Role.COMPACTOR));
    requests
        .children(parents.keySet())
        .forEach(
            (parent, servers) ->
                servers.forEach(
                    address ->
                        places.add(
                            new Place(parents.get(parent), parent + "/" + address, address))));
    return places;
  }

  private String instancePath() {
    return Constants.ZROOT + Constants.ZINSTANCES + "/" + instance;
  }

  private interface Question<T> {
    T ask(Requests requests) throws KeeperException, InterruptedException;
  }

  private <T> T answered(Question<T> question) throws IOException, InterruptedException {
    ZooKeeper open = connected();
    boolean answered = false;
    try {
      T answer = question.ask(new Requests(open, limit));
      answered = true;
      return answer;
    } catch (KeeperException e) {
      throw new IOException("ZooKeeper at " + zookeepers + ": " + e.getMessage(), e);
    } finally {
      if (!answered) {
        close();
      }
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
    ZooKeeper fresh = new ZooKeeper(zookeepers, (int) limit.toMillis(), watcher, bounded());
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

  /** Closing a session is a request too, which by default is waited for without a limit. */
  private ZKClientConfig bounded() {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Long.toString(limit.toMillis()));
    return config;
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
