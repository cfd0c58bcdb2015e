// SPDX-License-Identifier: Apache-2.0
package catena.cluster.network;

import catena.cluster.control.NetworkControl;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Json;
import catena.cluster.spec.Network;
import catena.harness.instance.ServerId;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Cuts and heals by rules of the router, which drop what goes from one address to another.
 *
 * <p>The rules are all that is known of the cuts: they are there or they are not, whoever asks.
 */
public final class RoutedNetwork implements NetworkControl {
  /** Before the router's own table is looked into, after its local addresses were. */
  private static final String RULE = "rule %s priority 100 from %s to %s blackhole";

  private final Network plan;
  private final ClusterSpec spec;
  private final IpTool ip;

  /**
   * The network between the hosts of a cluster that is laid out.
   *
   * @param ip changes it
   */
  public RoutedNetwork(Network plan, ClusterSpec spec, IpTool ip) {
    this.plan = plan;
    this.spec = spec;
    this.ip = ip;
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
    if (!standing()) {
      throw new ClusterException("the network of the hosts is not there; start the cluster first");
    }
    List<Cut> wanted = pairs(from, to, oneWay);
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

  @Override
  public boolean reachable(String fromHost, String toHost)
      throws IOException, InterruptedException {
    checkKnown(Set.of(fromHost));
    checkKnown(Set.of(toHost));
    return new HostProbe(plan, ip).arrives(fromHost, toHost);
  }

  private boolean standing() {
    return Files.exists(Path.of("/run/netns", plan.router()));
  }

  private void change(String verb, List<Cut> cuts) throws IOException, InterruptedException {
    if (!cuts.isEmpty()) {
      ip.batch(Optional.of(plan.router()), rules(verb, cuts));
    }
  }

  private List<String> rules(String verb, List<Cut> cuts) {
    return cuts.stream()
        .map(cut -> RULE.formatted(verb, plan.address(cut.from()), plan.address(cut.to())))
        .toList();
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
