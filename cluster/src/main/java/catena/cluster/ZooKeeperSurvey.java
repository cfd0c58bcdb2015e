package catena.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.accumulo.core.Constants;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/**
 * Asks ZooKeeper how it is and which of Accumulo's servers hold or wait for a lock there.
 *
 * <p>Every server of Accumulo, a standing-by manager too, puts its address into its lock's path or
 * data. The locks are read with ZooKeeper's own client, because Accumulo's waits for ever.
 */
final class ZooKeeperSurvey implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final Pattern ADDRESS =
      Pattern.compile("(?:[0-9]+(?:\\.[0-9]+){3}|localhost):[0-9]+");
  private static final List<String> LOCKS =
      List.of(
          Constants.ZMANAGER_LOCK,
          Constants.ZGC_LOCK,
          Constants.ZMONITOR_LOCK,
          Constants.ZCOORDINATOR_LOCK);
  private static final List<String> PARENTS = List.of(Constants.ZTSERVERS, Constants.ZSSERVERS);

  private final String host;
  private final int port;
  private final String instance;
  private ZooKeeper client;

  ZooKeeperSurvey(String host, int port, String instance) {
    this.host = host;
    this.port = port;
    this.instance = instance;
  }

  /** Why the server is not ready, if it is not. */
  Optional<String> problem() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write("ruok".getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.equals("imok") ? Optional.empty() : Optional.of("does not say imok");
    } catch (IOException e) {
      return Optional.of("does not answer");
    }
  }

  /** Whether Accumulo has been initialised under this instance name. */
  boolean initialised() throws IOException, InterruptedException {
    try {
      return connected().exists(instancePath(), false) != null;
    } catch (KeeperException e) {
      throw lost(e);
    }
  }

  /** ZooKeeper, with the addresses of Accumulo's registered servers. */
  Answer accumulo() throws InterruptedException {
    Optional<String> problem = problem();
    if (problem.isPresent()) {
      return Answer.problem(problem.get());
    }
    try {
      return Answer.ready(addresses());
    } catch (IOException e) {
      return Answer.problem("does not answer");
    }
  }

  private Set<String> addresses() throws IOException, InterruptedException {
    try {
      String id =
          new String(connected().getData(instancePath(), false, null), StandardCharsets.UTF_8);
      String root = Constants.ZROOT + "/" + id;
      Set<String> addresses = new TreeSet<>();
      for (String lock : LOCKS) {
        addHolders(root + lock, addresses);
      }
      for (String parent : PARENTS) {
        addServers(root + parent, addresses);
      }
      for (String queue : children(root + Constants.ZCOMPACTORS)) {
        addServers(root + Constants.ZCOMPACTORS + "/" + queue, addresses);
      }
      return addresses;
    } catch (KeeperException e) {
      throw lost(e);
    }
  }

  /** Adds the servers below whose name, an address, somebody holds a lock. */
  private void addServers(String parent, Set<String> addresses)
      throws KeeperException, IOException, InterruptedException {
    for (String address : children(parent)) {
      if (!children(parent + "/" + address).isEmpty()) {
        addAddresses(address, addresses);
      }
    }
  }

  /** Adds the servers that hold or wait for a lock, by the lock's data. */
  private void addHolders(String lock, Set<String> addresses)
      throws KeeperException, IOException, InterruptedException {
    for (String holder : children(lock)) {
      addAddresses(text(lock + "/" + holder), addresses);
    }
  }

  private String text(String path) throws KeeperException, IOException, InterruptedException {
    try {
      return new String(connected().getData(path, false, null), StandardCharsets.UTF_8);
    } catch (KeeperException.NoNodeException e) {
      return ""; // Gone meanwhile: nobody holds it any more.
    }
  }

  private static void addAddresses(String text, Set<String> addresses) {
    Matcher each = ADDRESS.matcher(text);
    while (each.find()) {
      addresses.add(HadoopSurvey.numeric(each.group()));
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

  private String instancePath() {
    return Constants.ZROOT + Constants.ZINSTANCES + "/" + instance;
  }

  private ZooKeeper connected() throws IOException, InterruptedException {
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
    ZooKeeper fresh = new ZooKeeper(host + ":" + port, TIMEOUT_MILLIS, watcher);
    if (!connected.await(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
      fresh.close();
      throw new IOException("no session with ZooKeeper at " + host + ":" + port);
    }
    return fresh;
  }

  private IOException lost(KeeperException cause) {
    close();
    return new IOException("ZooKeeper at " + host + ":" + port + ": " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    if (client != null) {
      try {
        client.close((int) Duration.ofSeconds(2).toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      client = null;
    }
  }
}
