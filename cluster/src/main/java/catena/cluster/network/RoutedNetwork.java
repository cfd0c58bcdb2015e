// SPDX-License-Identifier: Apache-2.0
package catena.cluster.network;

import catena.cluster.control.NetworkControl;
import catena.cluster.process.ShortCommand;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Json;
import catena.cluster.spec.Limit;
import catena.cluster.spec.Network;
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

/**
 * Cuts and heals by rules of the router, which drop what goes from one address to another.
 *
 * <p>The rules are all that is known of the cuts: every process sees the same.
 *
 * @param plan of the network, which is laid out
 * @param ip changes it
 */
public record RoutedNetwork(Network plan, ClusterSpec spec, IpTool ip) implements NetworkControl {
  /** Checked before the router's own table and after its local addresses. */
  private static final String RULE = "rule %s priority 100 from %s to %s blackhole";

  private static final int DATAGRAMS = 3;
  private static final Duration LIMIT = Duration.ofMillis(300);
  private static final Duration POLL = Duration.ofMillis(20);

  /** Sends to the port of "discard"; that it is refused in answer is no failure. */
  private static final String SEND =
      "for i in $(seq %d); do echo x > /dev/udp/%s/9; done 2> /dev/null; true";

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
    return Files.exists(Path.of("/run/netns", plan.router()));
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
