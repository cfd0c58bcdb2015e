// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The servers and hosts that can be hit.
 *
 * @param servers all of them
 * @param hosts the servers of each host that can be cut off; empty where no network can be cut
 * @param disks the servers that have a disk to themselves, whose power can be cut
 * @param replication how many DataNodes hold each block
 * @param absentPoints why a point of the agent in Accumulo's servers is not there, of those that
 *     are not; empty where the servers have no agent
 */
public record Topology(
    List<ServerId> servers,
    SortedMap<String, List<ServerId>> hosts,
    List<ServerId> disks,
    int replication,
    Optional<SortedMap<String, String>> absentPoints) {
  /** Sorts the servers. */
  public Topology {
    servers = servers.stream().sorted().toList();
    disks = List.copyOf(disks);
    hosts = Collections.unmodifiableSortedMap(new TreeMap<>(hosts));
  }

  /** The servers of a role. */
  public List<ServerId> of(Role role) {
    return servers.stream().filter(id -> id.role() == role).toList();
  }

  /** How many servers of a role there are. */
  public int number(Role role) {
    return of(role).size();
  }

  /** How many there are of each role that there is. */
  public Map<Role, Integer> numbers() {
    Map<Role, Integer> numbers = new EnumMap<>(Role.class);
    servers.forEach(id -> numbers.merge(id.role(), 1, Integer::sum));
    return numbers;
  }
}
