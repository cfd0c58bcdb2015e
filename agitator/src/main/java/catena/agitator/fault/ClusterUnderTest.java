// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import catena.cluster.control.ClusterControl;
import catena.cluster.control.DiskControl;
import catena.cluster.control.Instrument;
import catena.cluster.control.NetworkControl;
import catena.cluster.spec.Server;
import catena.harness.accumulo.TableName;
import catena.harness.instance.BlockingSupplier;
import catena.harness.instance.Metadata;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.TabletPart;
import catena.harness.instance.Tablets;
import catena.records.server.Role;
import catena.records.threads.Bounded;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.Locations;
import org.apache.accumulo.core.data.Range;

/**
 * The cluster as faults see it: what acts on it, and the witnesses, which are read apart from that.
 *
 * @param control starts, stops and signals servers
 * @param locks what ZooKeeper knows of the servers
 * @param clients gives Accumulo's client, always the same, which may wait forever where a server is
 *     gone; called only when one is needed, since servers can be healed without
 * @param table the run's
 * @param limit for one call of the client by a fault
 */
public record ClusterUnderTest(
    ClusterControl control,
    BlockingSupplier<List<ServerLocks.Lock>> locks,
    Supplier<AccumuloClient> clients,
    String table,
    Duration limit) {
  private static final Duration READ_LIMIT = Duration.ofSeconds(10);

  /** The same with another table for the run's. */
  public ClusterUnderTest withTable(String other) {
    return new ClusterUnderTest(control, locks, clients, other, limit);
  }

  /** Accumulo's client. */
  public AccumuloClient client() {
    return clients.get();
  }

  /** The servers and hosts that can be hit. */
  public static Topology topology(ClusterControl control) throws IOException {
    List<ServerId> servers = control.list().stream().map(Server::id).toList();
    SortedMap<String, List<ServerId>> hosts = new TreeMap<>();
    Optional<NetworkControl> network = control.network();
    if (network.isPresent()) {
      network.get().hosts().forEach(host -> hosts.put(host, new ArrayList<>()));
      servers.forEach(id -> hosts.get(network.get().hostOf(id)).add(id));
    }
    Optional<DiskControl> disks = control.disks();
    Optional<Instrument> agent = control.instrument();
    return new Topology(
        servers,
        hosts,
        disks.map(DiskControl::servers).orElse(List.of()),
        control.replication(),
        agent.isPresent() ? Optional.of(absentPoints(agent.get(), servers)) : Optional.empty());
  }

  /** Tservers stand for all servers, which have the same class path. */
  private static SortedMap<String, String> absentPoints(Instrument agent, List<ServerId> servers)
      throws IOException {
    SortedMap<String, String> absent = new TreeMap<>();
    for (String point : JvmFault.POINTS) {
      for (ServerId id : servers) {
        if (id.role() == Role.TSERVER) {
          agent.whyNot(id, point).ifPresent(why -> absent.put(point, why));
        }
      }
    }
    return absent;
  }

  /** How a server is now. */
  public Server server(ServerId id) throws IOException {
    return control.server(id);
  }

  private Server server(Predicate<Server> which, String none) throws IOException {
    return control.list().stream()
        .filter(which)
        .findFirst()
        .orElseThrow(() -> new IOException(none));
  }

  /** A server as it is before it is hit. */
  public Victim victim(ServerId id) throws IOException, InterruptedException {
    Server server = server(id);
    Optional<String> address = server.address();
    Optional<Long> pid = server.pid().stream().boxed().findAny();
    Optional<ServerLocks.Lock> lock = lock(server);
    return new Victim(
        id.toString(),
        address,
        pid,
        lock.map(ServerLocks.Lock::session),
        lock.filter(any -> !any.held()).isPresent());
  }

  /** The lock that a server holds, else one that it waits for. */
  private Optional<ServerLocks.Lock> lock(Server server) throws InterruptedException {
    return locks.attempt().stream() // where ZooKeeper is hit itself there is one witness less
        .flatMap(List::stream)
        .filter(lock -> isOf(lock, server))
        .min(Comparator.comparing(lock -> !lock.held()));
  }

  /** Whether a lock is held or waited for at a server's address, by any process. */
  public static boolean isOf(ServerLocks.Lock lock, Server server) {
    return lock.role() == server.id().role()
        && server.address().filter(own -> same(lock.address(), own)).isPresent();
  }

  /** Whether the session in which a victim held its lock, or waited for it, still does. */
  public boolean isAtLock(Victim victim) throws IOException, InterruptedException {
    return locks.get().stream().anyMatch(lock -> victim.session().get() == lock.session());
  }

  /** Whether a victim's process of before is still there, as far as that can be determined. */
  public boolean lives(Victim victim) {
    return victim.pid().flatMap(control::lives).orElse(false);
  }

  /**
   * The servers whose loss a fault is about: its victims; where those are hosts, the tservers on
   * them, as they are now.
   */
  public List<Victim> affected(InjectedFault injected) throws IOException, InterruptedException {
    List<Victim> affected = new ArrayList<>();
    Optional<NetworkControl> network = control.network();
    for (Victim victim : injected.victims()) {
      if (victim.server().isPresent()) {
        affected.add(victim);
      } else if (network.isPresent()) {
        for (Server server : control.list()) {
          boolean on = network.get().hostOf(server.id()).equals(victim.name());
          if (on && server.id().role() == Role.TSERVER) {
            affected.add(victim(server.id()));
          }
        }
      }
    }
    return affected;
  }

  /**
   * The sessions of those among some victims whose process of before runs no more; ZooKeeper may
   * keep such a session until it times out.
   */
  public Map<Long, ServerId> endedSessions(Collection<Victim> victims) throws IOException {
    Map<Long, ServerId> ended = new TreeMap<>();
    for (Victim victim : victims) {
      if (victim.server().isPresent()
          && victim.pid().isPresent()
          && victim.session().isPresent()
          && !isPid(server(victim.server().get()), victim.pid().get())) {
        ended.put(victim.session().get(), victim.server().get());
      }
    }
    return ended;
  }

  /** Whether a server runs, and has this pid. */
  public static boolean isPid(Server server, long pid) {
    return server.state().alive() && server.pid().orElse(-1) == pid;
  }

  /**
   * The server that an aim means.
   *
   * @throws IOException if it cannot be found now
   */
  public ServerId find(Target target) throws Exception {
    return switch (target.aim()) {
      case ONE -> server(target.id().get()).id();
      case HOSTING_METADATA -> host(Metadata.TABLE);
      case HOSTING_TABLE -> host(table);
      case AT_LOCK_ACTIVE -> atLock(target.role().get(), true);
      case AT_LOCK_STANDBY -> atLock(target.role().get(), false);
      case ANY_OF, SITE, ANY_HOST, HOST, TABLE ->
          throw new IllegalArgumentException(target + " names no server");
    };
  }

  private ServerId atLock(Role role, boolean held) throws IOException, InterruptedException {
    List<ServerLocks.Lock> all =
        locks.get().stream().filter(lock -> lock.role() == role && lock.held() == held).toList();
    String verb = held ? "holds" : "waits for";
    return server(
            server -> all.stream().anyMatch(lock -> isOf(lock, server)),
            "no %s is known that %s the lock now".formatted(role.word(), verb))
        .id();
  }

  /** The tserver with most tablets of a table, except those that host root or metadata tablets. */
  private ServerId host(String held) throws Exception {
    Tablets tablets = tablets();
    Map<String, String> ids = ask(() -> client().tableOperations().tableIdMap());
    Set<String> central =
        tablets.of(Set.of(Metadata.TABLE_ID)).addresses().collect(Collectors.toSet());
    Locations root =
        ask(() -> client().tableOperations().locate(Metadata.ROOT_TABLE, List.of(new Range())));
    central.add(root.getTabletLocation(root.groupByTablet().keySet().iterator().next()));
    String address =
        tablets
            .of(Set.of(String.valueOf(ids.get(held))))
            .mostAt(host -> !central.contains(host))
            .orElseThrow(() -> new IOException("no tablet of " + held + " is hosted now"));
    HostAndPort at = HostAndPort.fromString(address);
    return server(
            server ->
                server.id().role() == Role.TSERVER
                    && server.address().filter(own -> same(at, own)).isPresent(),
            "no server is known at " + address + ", which hosts " + held)
        .id();
  }

  /** Where the tablets are; for a check within some seconds. */
  public Tablets tablets() throws Exception {
    return Bounded.call(
        "reading the metadata tables",
        READ_LIMIT,
        () -> new TabletReader(client(), READ_LIMIT, TabletPart.LOCATION, TabletPart.LOGS).all());
  }

  /** The ids of the tables that are online, the metadata tables among them. */
  public Set<String> onlineTables() throws Exception {
    return Bounded.call("listing the tables", READ_LIMIT, () -> TableName.onlineIds(client()));
  }

  /** Calls Accumulo's client, within the limit. */
  public <T> T ask(Callable<T> call) throws Exception {
    return Bounded.call("a call of Accumulo's client", limit, call);
  }

  private static boolean same(HostAndPort a, String text) {
    HostAndPort b = HostAndPort.fromString(text);
    return a.equals(b) || (a.getPort() == b.getPort() && resolved(a).equals(resolved(b)));
  }

  private static InetSocketAddress resolved(HostAndPort at) {
    return new InetSocketAddress(at.getHost(), at.getPort());
  }
}
