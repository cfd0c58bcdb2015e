package catena.agitator.fault;

import catena.cluster.control.ClusterControl;
import catena.cluster.control.NetworkControl;
import catena.cluster.spec.Server;
import catena.harness.client.Bounded;
import catena.harness.instance.Metadata;
import catena.harness.instance.OnlineTables;
import catena.harness.instance.Role;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.harness.instance.TabletReader;
import catena.harness.instance.TabletReader.Part;
import catena.harness.instance.Tablets;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.admin.Locations;
import org.apache.accumulo.core.data.Range;

/**
 * The cluster as faults see it: who acts on it, and the witnesses, who are asked apart from that.
 *
 * @param control starts, stops and signals servers
 * @param locks what ZooKeeper knows of the servers
 * @param clients gives Accumulo's client, always the same, which may wait for ever where a server
 *     is gone; asked only when one is needed, since servers can be healed without
 * @param table the run's
 * @param limit for one call of the client by a fault
 */
public record ClusterUnderTest(
    ClusterControl control,
    ServerLocks locks,
    Supplier<AccumuloClient> clients,
    String table,
    Duration limit) {
  private static final Duration LOOK = Duration.ofSeconds(10);

  public AccumuloClient client() {
    return clients.get();
  }

  /** Who there is to be hit. */
  public static Topology topology(ClusterControl control) throws IOException {
    List<ServerId> servers = control.list().stream().map(Server::id).toList();
    SortedMap<String, List<ServerId>> hosts = new TreeMap<>();
    Optional<NetworkControl> network = control.network();
    if (network.isPresent()) {
      network.get().hosts().forEach(host -> hosts.put(host, new ArrayList<>()));
      servers.forEach(id -> hosts.get(network.get().hostOf(id)).add(id));
    }
    return new Topology(servers, hosts, control.replication());
  }

  /**
   * How a server is now.
   *
   * @throws IOException if there is no such server
   */
  public Server server(ServerId id) throws IOException {
    return control.list().stream()
        .filter(server -> server.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IOException("there is no server " + id));
  }

  /** A server as it is before it is hit. */
  public Victim victim(ServerId id) throws IOException, InterruptedException {
    Server server = server(id);
    Optional<String> address = server.address();
    Optional<Long> pid = server.pid().stream().boxed().findAny();
    return new Victim(id.toString(), address, pid, session(id.role(), address));
  }

  private Optional<Long> session(Role role, Optional<String> address) throws InterruptedException {
    if (address.isEmpty()) {
      return Optional.empty();
    }
    try {
      return locks.read().stream()
          .filter(lock -> lock.role() == role && same(lock.address(), address.get()))
          .map(ServerLocks.Lock::session)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // ZooKeeper is hit itself: one witness less
    }
  }

  /** Whether the lock that a victim held is still there. */
  public boolean holdsLock(Victim victim) throws IOException, InterruptedException {
    return locks.read().stream().anyMatch(lock -> victim.session().get() == lock.session());
  }

  /**
   * The server that an aim means.
   *
   * @throws IOException if it cannot be found now
   */
  public ServerId find(Target target) throws Exception {
    if (target instanceof Target.One one) {
      return server(one.id()).id();
    } else if (target instanceof Target.Hosting hosting) {
      return host(hosting);
    }
    throw new IllegalArgumentException(target + " names no server");
  }

  private ServerId host(Target.Hosting hosting) throws Exception {
    String held =
        switch (hosting.what()) {
          case METADATA -> Metadata.TABLE;
          case TABLE -> table;
        };
    Tablets tablets = tablets();
    Map<String, String> ids = ask(() -> client().tableOperations().tableIdMap());
    Set<String> central =
        tablets.of(Set.of(Metadata.TABLE_ID)).addresses().collect(Collectors.toSet());
    central.add(root());
    String address =
        tablets
            .of(Set.of(String.valueOf(ids.get(held))))
            .mostAt(host -> !central.contains(host))
            .orElseThrow(() -> new IOException("no tablet of " + held + " is hosted now"));
    for (Server server : control.list()) {
      boolean there =
          server.address().filter(own -> same(HostAndPort.fromString(address), own)).isPresent();
      if (server.id().role() == Role.TSERVER && there) {
        return server.id();
      }
    }
    throw new IOException("no server is known at " + address + ", which hosts " + held);
  }

  /** The address of the root tablet's host. */
  private String root() throws Exception {
    Locations located =
        ask(() -> client().tableOperations().locate(Metadata.ROOT_TABLE, List.of(new Range())));
    return located.getTabletLocation(located.groupByTablet().keySet().iterator().next());
  }

  /** Where the tablets are; for a look within some seconds. */
  public Tablets tablets() throws Exception {
    return Bounded.call(
        "reading the metadata tables",
        LOOK,
        () -> new TabletReader(client(), LOOK, Part.LOCATION, Part.LOGS).all());
  }

  /** The ids of the tables that are online, the metadata tables among them. */
  public Set<String> onlineTables() throws Exception {
    return Bounded.call("listing the tables", LOOK, () -> OnlineTables.ids(client()));
  }

  /** Calls Accumulo's client, within the limit. */
  public <T> T ask(Callable<T> call) throws Exception {
    return Bounded.call("a call of Accumulo's client", limit, call);
  }

  private static boolean same(HostAndPort a, String text) {
    HostAndPort b = HostAndPort.fromString(text);
    return a.getPort() == b.getPort()
        && (a.getHost().equals(b.getHost()) || resolved(a.getHost()).equals(resolved(b.getHost())));
  }

  private static String resolved(String host) {
    try {
      return InetAddress.getByName(host).getHostAddress();
    } catch (UnknownHostException e) {
      return host;
    }
  }
}
