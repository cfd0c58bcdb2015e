// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import catena.cluster.config.Ports;
import catena.cluster.process.PidFiles;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.Limit;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.TableName;
import catena.harness.instance.BlockingSupplier;
import catena.harness.instance.ServerId;
import catena.harness.instance.Tablet;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.TabletPart;
import catena.harness.instance.Tablets;
import catena.harness.instance.Web;
import catena.records.server.Role;
import catena.records.threads.Bounded;
import com.google.common.base.Joiner;
import com.google.common.base.Suppliers;
import com.google.common.collect.Comparators;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.commons.lang3.function.FailableSupplier;

/** Finds out which servers of a cluster are not at work, by querying the servers that must know. */
public final class Health implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration READ = Duration.ofSeconds(20);
  private static final Duration LEAST_READ = Duration.ofSeconds(2);

  /** How often a wait reports what it waits for. */
  private static final Duration TELL = Duration.ofSeconds(10);

  /** A manager that was started must have registered within this time, as every other server. */
  private static final Duration SETTLED = Duration.ofSeconds(30);

  private final ClusterRecord cluster;
  private final PidFiles pids;
  private final Web web = new Web();
  private final HadoopSurvey hadoop = new HadoopSurvey(web);
  private final ZooKeeperSurvey zookeeper;
  private final Clock clock = Clock.systemUTC();

  /**
   * The health of a cluster.
   *
   * @param pids shows which servers have a process
   */
  public Health(ClusterRecord cluster, PidFiles pids) {
    this.cluster = cluster;
    this.pids = pids;
    this.zookeeper =
        new ZooKeeperSurvey(
            cluster.host(new ServerId(Role.ZOOKEEPER, 1)),
            cluster.port(Role.ZOOKEEPER, "client"),
            cluster.instance());
  }

  /** The survey of ZooKeeper that belongs to this. */
  public ZooKeeperSurvey zookeeper() {
    return zookeeper;
  }

  /** What is wrong with each of the servers that are not at work. */
  public Map<ServerId, String> missing(Collection<ServerId> ids)
      throws IOException, InterruptedException {
    ServerLook check = new ServerLook();
    Map<ServerId, String> missing = new TreeMap<>();
    for (ServerId id : ids) {
      check.at(id).ifPresent(problem -> missing.put(id, problem));
    }
    return missing;
  }

  /**
   * What is missing of a whole cluster, in words: servers that are not at work, or tablets of
   * online tables without a host; empty if nothing is.
   */
  public Optional<String> problem(Path clientProperties) throws IOException, InterruptedException {
    return problem(clientProperties, READ);
  }

  /** The same within a limit for reading where the tablets are. */
  Optional<String> problem(Path clientProperties, Duration limit)
      throws IOException, InterruptedException {
    Map<ServerId, String> servers = missing(cluster.spec().ids());
    if (!servers.isEmpty()) {
      return Optional.of(Joiner.on("; ").withKeyValueSeparator(" ").join(servers));
    }
    Optional<String> tablets =
        HostedTablets.missing(
            () -> Connection.client(clientProperties),
            zookeeper::rootTablet,
            () -> zookeeper.sessions(liveTservers()),
            limit);
    return tablets.isPresent() ? Optional.of(withReason(tablets.get())) : tablets;
  }

  /**
   * Waits until nothing is missing of the whole cluster.
   *
   * @param notes receives now and then what is waited for
   * @throws ClusterException if that does not come within the limit, with what is missing
   */
  public void await(Path clientProperties, Duration limit, Consumer<String> notes)
      throws IOException, InterruptedException {
    Limit end = new Limit(limit);
    Limit silence = new Limit(TELL);
    Optional<String> missing = problem(clientProperties, reading(end));
    while (missing.isPresent()) {
      if (end.over()) {
        throw new ClusterException(
            "the cluster is not healthy after %d s: %s"
                .formatted(limit.toSeconds(), missing.get()));
      }
      if (silence.over()) {
        notes.accept("still waiting: " + missing.get());
        silence = new Limit(TELL);
      }
      Thread.sleep(POLL.toMillis());
      missing = problem(clientProperties, reading(end));
    }
  }

  /** How long one read of the tablets may take: not much longer than the wait that it is for. */
  private static Duration reading(Limit wait) {
    return Comparators.max(Comparators.min(wait.left(), READ), LEAST_READ);
  }

  private String withReason(String tablets) throws InterruptedException {
    BlockingSupplier<Optional<String>> hindrance = zookeeper::hindrance;
    return tablets + hindrance.attempt().flatMap(any -> any).map(why -> "; " + why).orElse("");
  }

  /** The addresses of those that have a process. */
  private Set<String> liveTservers() throws IOException {
    Set<String> addresses = new TreeSet<>();
    for (ServerId id : cluster.spec().ids(Role.TSERVER)) {
      Server server = pids.server(id, cluster.host(id));
      if (server.state().alive()) {
        server.address().ifPresent(addresses::add);
      }
    }
    return addresses;
  }

  @Override
  public void close() {
    zookeeper.close();
  }

  /** Whether the monitor's REST interface answers. */
  private Optional<String> monitor(String listens) {
    URI address = URI.create("http://" + listens + "/rest/manager");
    BlockingSupplier<Object> question = () -> web.json(address, HadoopSurvey.LIMIT);
    return interruptibly(question::attempt).isPresent()
        ? Optional.empty()
        : Optional.of("does not answer");
  }

  /** One check of the whole cluster, in which no server is asked twice. */
  private final class ServerLook {
    private final Supplier<MembershipAnswer> nameNode =
        once(() -> hadoop.nameNode(cluster.address(Role.NAMENODE, "http")));
    private final Supplier<MembershipAnswer> resourceManager =
        once(() -> hadoop.resourceManager(cluster.address(Role.RESOURCEMANAGER, "http")));
    private final Supplier<MembershipAnswer> registered = once(zookeeper::accumulo);

    private static <T> Supplier<T> once(FailableSupplier<T, InterruptedException> question) {
      return Suppliers.memoize(() -> interruptibly(question));
    }

    Optional<String> at(ServerId id) throws IOException {
      ServerState state = pids.state(id);
      if (state != ServerState.RUNNING) {
        return Optional.of("is " + state);
      }
      return switch (id.role()) {
        case KDC ->
            Ports.listens(HostAndPort.fromString(address(id, "client")))
                ? Optional.empty()
                : Optional.of("does not answer");
        case NAMENODE -> nameNode.get().problem();
        case DATANODE -> nameNode.get().missing(address(id, "data"), "the namenode");
        case ZOOKEEPER -> zookeeper.problem();
        case RESOURCEMANAGER -> resourceManager.get().problem();
        case NODEMANAGER ->
            resourceManager.get().missing(address(id, "http"), "the resourcemanager");
        case MONITOR -> monitor(address(id, "http"));
        case MANAGER -> isReserve(id) ? Optional.empty() : unregistered(id);
        case TSERVER, GC, SSERVER, COORDINATOR, COMPACTOR -> unregistered(id);
      };
    }

    private Optional<String> unregistered(ServerId id) throws IOException {
      return registered.get().missing(address(id, "client"), "zookeeper");
    }

    private boolean isReserve(ServerId id) throws IOException {
      Set<String> others = new TreeSet<>();
      for (ServerId other : cluster.spec().ids(Role.MANAGER)) {
        if (!other.equals(id) && pids.state(other) == ServerState.RUNNING) {
          others.add(address(other, "client"));
        }
      }
      Duration age = Duration.between(pids.read(id).orElseThrow().since(), clock.instant());
      return Health.isReserve(age, others, registered.get().holders());
    }
  }

  private String address(ServerId id, String port) throws IOException {
    return cluster.host(id) + ":" + pids.read(id).orElseThrow().ports().get(port);
  }

  private static <T> T interruptibly(FailableSupplier<T, InterruptedException> question) {
    try {
      return question.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The wait around this sees it.
      throw new IllegalStateException("interrupted while asking a server", e);
    }
  }

  /**
   * Whether a manager is a mere reserve, which may be out of the line for the manager's lock: the
   * cluster can be whole without seeing it there.
   *
   * <p>After ZooKeeper's server was killed and is back, a manager of Accumulo 2.1.4 that stands by
   * makes its place in the line and loses it again each second, for as long as it lives ("Lock
   * deleted before acquired" in its log); a check finds it there by luck only. Nothing that a
   * client needs waits for it while another manager holds the lock.
   *
   * @param age how long its process has run
   * @param others the addresses of the other managers that run
   * @param holders the addresses of all servers that hold a lock
   */
  static boolean isReserve(Duration age, Set<String> others, Set<String> holders) {
    return age.compareTo(SETTLED) >= 0 && others.stream().anyMatch(holders::contains);
  }

  /**
   * Names the tablets that no live tserver serves, and counts them.
   *
   * <p>The root table and the metadata table are read for it, which also shows that the root and
   * metadata tablets themselves are served.
   */
  static final class HostedTablets {
    private static final int MOST_NAMED = 8;

    /** The root tablet as it is now, without which no other can be read. */
    private final BlockingSupplier<Tablet> root;

    private final BlockingSupplier<Set<String>> tservers;
    private final Duration limit;

    /** What is being read, for messages. */
    private final AtomicReference<String> reading = new AtomicReference<>("the root tablet, +r<<,");

    private HostedTablets(
        BlockingSupplier<Tablet> root, BlockingSupplier<Set<String>> tservers, Duration limit) {
      this.root = root;
      this.tservers = tservers;
      this.limit = limit;
    }

    /** What is missing, if anything is, by a client that is opened and closed within the limit. */
    static Optional<String> missing(
        Supplier<AccumuloClient> opened,
        BlockingSupplier<Tablet> root,
        BlockingSupplier<Set<String>> tservers,
        Duration limit)
        throws InterruptedException {
      HostedTablets hosted = new HostedTablets(root, tservers, limit);
      try {
        return Bounded.call("hosted-tablets", limit, () -> hosted.missing(opened));
      } catch (TimeoutException e) {
        return Optional.of(hosted.reading + " cannot be read within " + limit.toSeconds() + " s");
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        return Optional.of(hosted.reading + " cannot be read: " + e.getMessage());
      }
    }

    private Optional<String> missing(Supplier<AccumuloClient> opened)
        throws TableNotFoundException, AccumuloException, IOException, InterruptedException {
      // A read through a root tablet that is not hosted waits for it until the limit.
      if (!root.get().isHosted(tservers.get())) {
        return Optional.of("the root tablet, +r<<, is not hosted, and so no other is known to be");
      }
      try (AccumuloClient client = opened.get()) {
        TabletReader reader = new TabletReader(client, limit, TabletPart.LOCATION);
        Tablets own = reader.ofMetadata();
        Optional<String> missing = missing("tablets of the metadata table", own, own);
        if (missing.isPresent()) {
          return missing; // The metadata table could not be read to its end.
        }
        reading.set("the metadata table, " + names(own.all(), Long.MAX_VALUE, " ") + ",");
        Tablets all = reader.ofUsers();
        return missing("tablets", all, all.of(TableName.onlineIds(client)));
      }
    }

    private Optional<String> missing(String what, Tablets all, Tablets wanted)
        throws IOException, InterruptedException {
      return missing(what, all, wanted.unhosted(tservers.get()));
    }

    /** Which of the tablets that should be are not hosted, by name as far as a message goes. */
    static Optional<String> missing(String what, Tablets all, List<Tablet> without) {
      if (without.isEmpty()) {
        return Optional.empty();
      }
      String more = without.size() > MOST_NAMED ? ", …" : "";
      return Optional.of(
          "%d of %d %s are not hosted: %s%s"
              .formatted(
                  without.size(), all.all().size(), what, names(without, MOST_NAMED, ", "), more));
    }

    private static String names(List<Tablet> tablets, long most, String between) {
      return tablets.stream()
          .map(tablet -> tablet.name().text())
          .sorted()
          .limit(most)
          .collect(Collectors.joining(between));
    }
  }
}
