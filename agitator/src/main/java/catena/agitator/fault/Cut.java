// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import catena.cluster.control.NetworkControl;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Cuts hosts off from others, so that packets between them vanish; heals the network.
 *
 * <p>Options: {@code from}, hosts separated by commas, {@code everyone} (the default) or {@code
 * others} (the hosts of tservers and DataNodes that are not hit, so that two groups are cut apart);
 * {@code direction}, {@code both} (the default), {@code out} (nothing leaves the victims) or {@code
 * in} (nothing reaches them).
 */
public final class Cut extends Fault {
  private static final String FROM = "from";
  private static final String EVERYONE = "everyone";
  private static final String DIRECTION = "direction";

  private enum Direction {
    BOTH,
    OUT,
    IN
  }

  Cut() {
    super("cut", FROM, DIRECTION);
  }

  @Override
  public boolean appliesTo(Target target) {
    return target.aim() == Target.Aim.ANY_HOST || target.aim() == Target.Aim.HOST;
  }

  /**
   * The cluster's network.
   *
   * @throws IllegalStateException if it cannot be cut
   */
  private static NetworkControl network(ClusterUnderTest field) throws IOException {
    return field
        .control()
        .network()
        .orElseThrow(() -> new IllegalStateException("this cluster's network cannot be cut"));
  }

  @Override
  public InjectedFault resolve(ClusterUnderTest field, TimedFault planned) throws Exception {
    NetworkControl network = network(field);
    Set<String> victims = new LinkedHashSet<>(planned.targets());
    String from = planned.options().getOrDefault(FROM, EVERYONE);
    Set<String> others = others(network, victims, from);
    var addresses = // which servers fall with a host; cut off in part, they go on taking writes
        field.control().list().stream()
            .filter(server -> from.equals(EVERYONE))
            .collect(Collectors.toMap(s -> network.hostOf(s.id()), s -> s.host(), (a, b) -> a));
    InjectedFault injected =
        InjectedFault.of(
            planned, victims.stream().map(host -> Victim.host(host, addresses)).toList());
    Direction direction = direction(injected); // an invalid word is reported before anything is cut
    return injected
        .remember(FROM, String.join(",", others))
        .remember(DIRECTION, direction.name().toLowerCase(Locale.ROOT));
  }

  private static Set<String> others(NetworkControl network, Set<String> victims, String from) {
    Set<String> others =
        switch (from) {
          case EVERYONE -> new LinkedHashSet<>(network.hosts());
          case "others" ->
              network.hosts().stream()
                  .filter(host -> host.startsWith("host-"))
                  .collect(Collectors.toCollection(LinkedHashSet::new));
          default -> new LinkedHashSet<>(Arrays.asList(from.split("\\s*,\\s*", -1)));
        };
    others.removeAll(victims);
    if (others.isEmpty() || !network.hosts().containsAll(others)) {
      throw new IllegalArgumentException(
          "cut: from=" + from + " names no other hosts; there are " + network.hosts());
    }
    return others;
  }

  private static Direction direction(InjectedFault injected) {
    String word = injected.options().getOrDefault(DIRECTION, "both");
    return Direction.valueOf(word.toUpperCase(Locale.ROOT));
  }

  @Override
  public void act(ClusterUnderTest field, InjectedFault injected, Consumer<Victim> hit)
      throws IOException, InterruptedException {
    NetworkControl network = network(field);
    Set<String> victims = new LinkedHashSet<>(injected.names());
    switch (direction(injected)) {
      case BOTH -> network.cut(victims, remembered(injected), false);
      case OUT -> network.cut(victims, remembered(injected), true);
      case IN -> network.cut(remembered(injected), victims, true);
    }
    injected.victims().forEach(hit);
  }

  private static Set<String> remembered(InjectedFault injected) {
    return new LinkedHashSet<>(Arrays.asList(injected.memo().get(FROM).split(",", -1)));
  }

  /** Something is sent over each cut, and does not arrive. */
  @Override
  public Evidence proof(ClusterUnderTest field, InjectedFault injected)
      throws IOException, InterruptedException {
    NetworkControl network = network(field);
    Direction direction = direction(injected);
    int pairs = 0;
    for (String victim : injected.names()) {
      for (String other : remembered(injected)) {
        if (direction != Direction.IN && network.reachable(victim, other)) {
          return Evidence.against(victim + " reaches " + other);
        }
        if (direction != Direction.OUT && network.reachable(other, victim)) {
          return Evidence.against(other + " reaches " + victim);
        }
        pairs++;
      }
    }
    return Evidence.of(
        "nothing passes (%s) between %s and %s, %d pairs of hosts"
            .formatted(
                injected.memo().get(DIRECTION), injected.names(), remembered(injected), pairs));
  }

  @Override
  public String heal(ClusterUnderTest field, InjectedFault injected)
      throws IOException, InterruptedException {
    network(field).heal(new LinkedHashSet<>(injected.names()), remembered(injected));
    return "the network of " + String.join(", ", injected.names()) + " is whole";
  }
}
