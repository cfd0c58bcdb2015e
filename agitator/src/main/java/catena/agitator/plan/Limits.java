// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.agitator.fault.Topology;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many servers of each role may be down at the same time. */
public record Limits(SortedMap<Role, Integer> most) {

  /**
   * What a policy allows in a cluster: its own limits, within what leaves a quorum and a replica
   * unless it lets those be broken; and one tserver stays in any case, since a cluster without any
   * serves nothing and shows nothing.
   */
  static Limits of(Policy policy, Topology topology) {
    SortedMap<Role, Integer> most = new TreeMap<>();
    topology
        .numbers()
        .forEach(
            (role, number) -> {
              int bound = policy.breaks().contains(role) ? number : harmless(role, topology);
              most.put(role, Math.min(bound, policy.most().getOrDefault(role, bound)));
            });
    return new Limits(most);
  }

  /** What a plan allows in a cluster: its limits, and all of a role that it does not mention. */
  public static Limits of(Plan plan, Topology topology) {
    SortedMap<Role, Integer> most = new TreeMap<>(topology.numbers());
    most.putAll(plan.most());
    return new Limits(most);
  }

  /** How many may be down so that a majority, a replica of each block, a tserver is left. */
  static int harmless(Role role, Topology topology) {
    int number = topology.number(role);
    return switch (role) {
      case KDC, ZOOKEEPER, NAMENODE -> (number - 1) / 2;
      case DATANODE -> Math.max(0, Math.min(number, topology.replication()) - 1);
      case TSERVER -> Math.max(0, number - 1);
      case MANAGER, GC, MONITOR, SSERVER, COORDINATOR, COMPACTOR, RESOURCEMANAGER, NODEMANAGER ->
          number;
    };
  }

  int most(Role role) {
    return most.getOrDefault(role, 0);
  }

  /**
   * Whether all these may be down at once.
   *
   * @param unnamed the roles of servers that are down in addition and not known by name yet
   */
  public boolean allow(Collection<ServerId> down, Collection<Role> unnamed) {
    return exceeded(down, unnamed).isEmpty();
  }

  /** The first role of which more would be down than may be, with how many; if there is one. */
  Optional<Map.Entry<Role, Integer>> exceeded(Collection<ServerId> down, Collection<Role> unnamed) {
    Map<Role, Integer> numbers = new EnumMap<>(Role.class);
    Set.copyOf(down).forEach(id -> numbers.merge(id.role(), 1, Integer::sum));
    unnamed.forEach(role -> numbers.merge(role, 1, Integer::sum));
    return numbers.entrySet().stream()
        .filter(each -> each.getValue() > most(each.getKey()))
        .findFirst();
  }
}
