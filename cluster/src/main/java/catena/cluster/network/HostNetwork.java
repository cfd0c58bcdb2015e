// SPDX-License-Identifier: Apache-2.0
package catena.cluster.network;

import catena.cluster.control.NetworkControl;
import catena.cluster.process.ShortCommand;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Json;
import catena.cluster.spec.Limit;
import catena.cluster.spec.Network;
import catena.cluster.spec.Volume;
import catena.harness.instance.ServerId;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Lays a cluster's network out, cuts and heals it, and takes it away again.
 *
 * <p>What is laid is known from the plan alone, so that what an interrupted start has left is found
 * and removed by the next start or stop. A cut is a rule of the router, which drops what goes from
 * one address to another. The rules are all that is known of the cuts: every process sees the same.
 *
 * @param spec of the cluster, whose servers are on the hosts
 * @param ip changes it
 */
public record HostNetwork(Network plan, ClusterSpec spec, IpTool ip) implements NetworkControl {
  private static final Path NAMESPACES = Path.of("/run/netns");

  /** Checked before the router's own table and after its local addresses. */
  private static final String RULE = "rule %s priority 100 from %s to %s blackhole";

  private static final int DATAGRAMS = 3;
  private static final Duration LIMIT = Duration.ofMillis(300);
  private static final Duration POLL = Duration.ofMillis(20);

  /** Sends to the port of "discard"; that it is refused in answer is no failure. */
  private static final String SEND =
      "for i in $(seq %d); do echo x > /dev/udp/%s/9; done 2> /dev/null; true";

  /** The network of a cluster, if it has hosts. */
  public static Optional<HostNetwork> of(ClusterRecord cluster) throws ClusterException {
    return cluster.plan().isPresent()
        ? Optional.of(new HostNetwork(cluster.network(), cluster.spec(), IpTool.require()))
        : Optional.empty();
  }

  /**
   * Why this machine cannot carry a network of hosts, if it cannot, and how to remedy that: found
   * by laying out the least of one.
   */
  public static Optional<String> problem() throws IOException, InterruptedException {
    Object owner = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (!owner.equals(0)) {
      return Optional.of("hosts are network namespaces, which need root; call it with sudo");
    }
    Optional<IpTool> ip = IpTool.find();
    if (ip.isEmpty()) {
      return Optional.of(
          "hosts are made by 'ip', which is missing; install iproute2 (apt install iproute2)");
    }
    if (!Files.isExecutable(Path.of("/bin/bash"))) {
      return Optional.of("whether a host is reached is found out by /bin/bash, which is missing");
    }
    return attempt(ip.get());
  }

  private static Optional<String> attempt(IpTool ip) throws IOException, InterruptedException {
    String name = "catena-try-" + ProcessHandle.current().pid();
    try {
      ip.run("netns", "add", name);
      ip.batch(
          Optional.of(name),
          List.of(
              "link add one type veth peer name other",
              "rule add priority 100 from 198.18.0.1 to 198.18.0.2 blackhole"));
      return Optional.empty();
    } catch (ClusterException e) {
      return Optional.of(
          "this system makes no hosts; in a container, allow it CAP_SYS_ADMIN and CAP_NET_ADMIN: "
              + e.getMessage());
    } finally {
      if (Files.exists(NAMESPACES.resolve(name))) {
        ip.run("netns", "delete", name);
      }
    }
  }

  /** Draws a name and addresses that are not in use on this machine now. */
  public static Network draw(ClusterSpec spec, RandomGenerator random)
      throws IOException, InterruptedException {
    IpTool ip = IpTool.require();
    String taken = ip.run("-4", "route", "show", "table", "all") + ip.run("-4", "address", "show");
    int subnet =
        Network.unused(random.nextInt(Network.SUBNETS), taken)
            .orElseThrow(
                () -> new ClusterException("all of 198.18.0.0/15 is in use on this machine"));
    String name = "catena-%06x".formatted(random.nextInt(1 << 24));
    return new Network(name, subnet, spec.hosts(), spec.volume() == Volume.HDFS);
  }

  /** Whether all of it is there. */
  public boolean laid() throws IOException, InterruptedException {
    return Files.exists(Path.of("/sys/class/net", plan.baseLink()))
        && namespaces().stream().allMatch(name -> Files.exists(NAMESPACES.resolve(name)))
        && ip.run("route", "show", plan.range()).contains(plan.baseLink());
  }

  /**
   * Lays it out again, without cuts. The route into it is the last thing that is made, and the one
   * that can be there only once for the same addresses.
   *
   * @throws ClusterException if another network has the addresses
   */
  public void lay() throws IOException, InterruptedException {
    remove();
    if (!ip.run("route", "show", "to", "root", plan.range()).isEmpty()) {
      throw new ClusterException(
          "the addresses %s are in use by another network of this machine; stop that one first"
              .formatted(plan.range()));
    }
    List<String> spaces = new ArrayList<>();
    namespaces().forEach(name -> spaces.add("netns add " + name));
    ip.batch(Optional.empty(), spaces);
    ip.run("-n", plan.router(), "link", "set", "lo", "up");
    String forward = "echo 1 > /proc/sys/net/ipv4/ip_forward";
    ShortCommand.output(ip.inside(plan.router(), List.of("/bin/sh", "-c", forward)), "");
    for (String host : plan.walled()) {
      join(host);
    }
    join(Network.BASE);
    long net = spec.nodes().net();
    if (net > 0) {
      for (int n = 1; n <= plan.workers(); n++) {
        String host = plan.worker(n);
        shape(plan.namespaceOf(host).orElseThrow(), "eth0", net);
        shape(plan.router(), host, net);
      }
    }
  }

  /** A bucket of 20 ms fills at the rate; what would wait longer than 100 ms is dropped. */
  private void shape(String space, String link, long net) throws IOException, InterruptedException {
    String words =
        "tc qdisc replace dev %s root tbf rate %dbps burst %db latency 100ms"
            .formatted(link, net, Math.max(64L << 10, net / 50));
    ShortCommand.output(ip.inside(space, List.of(words.split(" "))), "");
  }

  /** A host sees the router only: its own address stands alone, all others are beyond. */
  private void join(String host) throws IOException, InterruptedException {
    Optional<String> space = plan.namespaceOf(host);
    String link = space.isPresent() ? "eth0" : plan.baseLink();
    String pair = "link add %s type veth peer name %s netns %s";
    ip.batch(space, List.of(pair.formatted(link, host, plan.router())));
    ip.batch(
        Optional.of(plan.router()),
        List.of(
            "address add " + plan.gateway() + "/32 dev " + host,
            "link set " + host + " up",
            "route add " + plan.address(host) + "/32 dev " + host));
    String source = plan.address(host);
    List<String> commands = new ArrayList<>();
    space.ifPresent(any -> commands.add("link set lo up"));
    commands.add("address add " + source + "/32 dev " + link);
    commands.add("link set " + link + " up");
    commands.add(
        "route add %s via %s dev %s onlink src %s"
            .formatted(plan.range(), plan.gateway(), link, source));
    ip.batch(space, commands);
  }

  /** Removes what there is of it; its links go with its namespaces. */
  public void remove() throws IOException, InterruptedException {
    if (Files.exists(Path.of("/sys/class/net", plan.baseLink()))) {
      ip.run("link", "delete", plan.baseLink());
    }
    for (String name : namespaces()) {
      if (Files.exists(NAMESPACES.resolve(name))) {
        ip.run("netns", "delete", name);
      }
    }
  }

  private Set<String> namespaces() {
    Set<String> names = new LinkedHashSet<>(List.of(plan.router()));
    plan.walled().forEach(host -> plan.namespaceOf(host).ifPresent(names::add));
    return names;
  }

  @Override
  public List<String> hosts() {
    return plan.hosts();
  }

  @Override
  public String hostOf(ServerId server) {
    if (!spec.ids().contains(server)) {
      throw new IllegalArgumentException("there is no " + server + " in this cluster");
    }
    return plan.hostOf(server);
  }

  @Override
  public void cut(Set<String> from, Set<String> to, boolean oneWay)
      throws IOException, InterruptedException {
    List<Cut> wanted = pairs(from, to, oneWay);
    if (!standing()) {
      throw new ClusterException("the network of the hosts is not there; start the cluster first");
    }
    wanted.removeAll(cuts());
    change("add", wanted);
  }

  @Override
  public void heal(Set<String> from, Set<String> to) throws IOException, InterruptedException {
    List<Cut> there = new ArrayList<>(cuts());
    there.retainAll(pairs(from, to, false));
    change("delete", there);
  }

  @Override
  public void healAll() throws IOException, InterruptedException {
    change("delete", cuts());
  }

  @Override
  public List<Cut> cuts() throws IOException, InterruptedException {
    return standing()
        ? cuts(ip.run("-n", plan.router(), "-json", "rule", "show"), plan::hostAt)
        : List.of();
  }

  /**
   * Sends datagrams and reads from the other host's counters whether they arrived.
   *
   * <p>No process listens on the port they go to, and no server of a cluster speaks UDP: the kernel
   * counts them as for a port without a listener. That needs no answer, and so distinguishes one
   * direction from the other, and no listener, and so takes milliseconds.
   */
  @Override
  public boolean reachable(String fromHost, String toHost)
      throws IOException, InterruptedException {
    checkKnown(Set.of(fromHost));
    checkKnown(Set.of(toHost));
    long before = withoutPort(toHost);
    in(fromHost, "/bin/bash", "-c", SEND.formatted(DATAGRAMS, plan.address(toHost)));
    return new Limit(LIMIT).await(POLL, () -> withoutPort(toHost) >= before + DATAGRAMS);
  }

  private long withoutPort(String host) throws IOException, InterruptedException {
    return counter(in(host, "/bin/cat", "/proc/net/snmp"), "Udp:", "NoPorts");
  }

  private String in(String host, String... command) throws IOException, InterruptedException {
    Optional<String> space = plan.namespaceOf(host);
    List<String> line = List.of(command);
    return ShortCommand.output(space.map(name -> ip.inside(name, line)).orElse(line), "");
  }

  /** A counter of {@code /proc/net/snmp}, where a line of names is followed by one of numbers. */
  public static long counter(String snmp, String protocol, String name) throws IOException {
    List<String> lines = snmp.lines().filter(line -> line.startsWith(protocol + " ")).toList();
    if (lines.size() == 2) {
      int place = List.of(lines.get(0).split(" ", -1)).indexOf(name);
      if (place > 0) {
        return Long.parseLong(lines.get(1).split(" ", -1)[place]);
      }
    }
    throw new ClusterException("the kernel shows no counter " + name + " of " + protocol);
  }

  private boolean standing() {
    return Files.exists(NAMESPACES.resolve(plan.router()));
  }

  private void change(String verb, List<Cut> cuts) throws IOException, InterruptedException {
    List<String> rules =
        cuts.stream()
            .map(cut -> RULE.formatted(verb, plan.address(cut.from()), plan.address(cut.to())))
            .toList();
    if (!rules.isEmpty()) {
      ip.batch(Optional.of(plan.router()), rules);
    }
  }

  /** Every direction between two groups. */
  public List<Cut> pairs(Set<String> from, Set<String> to, boolean oneWay) {
    checkKnown(from);
    checkKnown(to);
    Set<Cut> pairs = new LinkedHashSet<>();
    for (String one : from) {
      for (String other : to) {
        if (!one.equals(other)) {
          pairs.add(new Cut(one, other));
          if (!oneWay) {
            pairs.add(new Cut(other, one));
          }
        }
      }
    }
    return new ArrayList<>(pairs);
  }

  private void checkKnown(Set<String> hosts) {
    for (String host : hosts) {
      if (!plan.hosts().contains(host)) {
        throw new IllegalArgumentException(
            "there is no host '" + host + "'; there are " + String.join(", ", plan.hosts()));
      }
    }
  }

  /** Reads the router's rules. */
  public static List<Cut> cuts(String rules, Function<String, Optional<String>> hostAt)
      throws IOException {
    List<Cut> cuts = new ArrayList<>();
    for (JsonNode rule : Json.MAPPER.readTree(rules)) {
      Optional<String> from = hostAt.apply(rule.path("src").asText());
      Optional<String> to = hostAt.apply(rule.path("dst").asText());
      if (rule.path("action").asText().equals("blackhole") && from.isPresent() && to.isPresent()) {
        cuts.add(new Cut(from.get(), to.get()));
      }
    }
    return cuts;
  }
}
