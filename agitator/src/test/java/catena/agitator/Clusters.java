// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import catena.agitator.fault.Topology;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Topologies for tests. */
public final class Clusters {
  private Clusters() {}

  static List<ServerId> servers(Role role, int number) {
    return IntStream.rangeClosed(1, number).mapToObj(n -> new ServerId(role, n)).toList();
  }

  /** Servers on hosts that cannot be cut off, and without separate disks. */
  public static Topology of(List<ServerId> servers, int replication) {
    return new Topology(servers, new TreeMap<>(), List.of(), replication, Optional.empty());
  }

  static Topology of(Map<Role, Integer> numbers) {
    List<ServerId> servers = new ArrayList<>();
    numbers.forEach((role, number) -> servers.addAll(servers(role, number)));
    return of(servers, 2);
  }

  /** Five tservers, four DataNodes, three of ZooKeeper, two managers, one of the rest. */
  public static Topology middling() {
    return of(
        Map.of(
            Role.TSERVER, 5,
            Role.DATANODE, 4,
            Role.ZOOKEEPER, 3,
            Role.MANAGER, 2,
            Role.NAMENODE, 1,
            Role.GC, 1,
            Role.MONITOR, 1));
  }

  /** What a scenario starts: two tservers, two DataNodes, one of the rest. */
  public static Topology small() {
    return of(
        Map.of(
            Role.TSERVER, 2,
            Role.DATANODE, 2,
            Role.ZOOKEEPER, 1,
            Role.MANAGER, 1,
            Role.NAMENODE, 1,
            Role.GC, 1,
            Role.MONITOR, 1));
  }

  /** Three hosts, a tserver and a DataNode on each. */
  public static Topology hosted() {
    Map<String, List<ServerId>> hosts = new TreeMap<>();
    List<ServerId> all = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      List<ServerId> on = List.of(new ServerId(Role.TSERVER, i), new ServerId(Role.DATANODE, i));
      hosts.put("host-" + i, on);
      all.addAll(on);
    }
    hosts.put("base", List.of());
    return new Topology(all, new TreeMap<>(hosts), List.of(), 2, Optional.empty());
  }
}
