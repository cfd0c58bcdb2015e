// SPDX-License-Identifier: Apache-2.0
package catena.cluster.network;

import catena.cluster.process.ShortCommand;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Network;
import catena.cluster.spec.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Lays a cluster's network out and takes it away again.
 *
 * <p>What is laid is known from the plan alone, so that what an interrupted start has left is found
 * and removed by the next start or stop.
 *
 * @param ip changes it
 */
public record HostNetwork(Network plan, IpTool ip) {
  private static final Path NAMESPACES = Path.of("/run/netns");

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
   * @param net bytes in a second that each host takes, and as many that it sends; 0 for no limit
   * @throws ClusterException if another network has the addresses
   */
  public void lay(long net) throws IOException, InterruptedException {
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
}
