// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The content of {@code cluster.json}: all that a cluster is, apart from what runs.
 *
 * @param instance Accumulo's instance name
 * @param password of Accumulo's root user
 * @param secret what Accumulo's servers know one another by
 * @param spec the servers
 * @param ports the well-known ports, by server and name
 * @param network the plan of the hosts, null when everything listens on the loopback address
 */
public record ClusterRecord(
    String instance,
    String password,
    String secret,
    ClusterSpec spec,
    Map<String, Map<String, Integer>> ports,
    Network network) {
  /** The address on which a server without a separate host listens. */
  public static final String LOOPBACK = "127.0.0.1";

  /** Copies the ports. */
  public ClusterRecord {
    ports = new TreeMap<>(ports);
  }

  /** A well-known port of the first server of a role. */
  public int port(Role role, String name) {
    return ports.get(new ServerId(role, 1).toString()).get(name);
  }

  /** A well-known address of the first server of a role. */
  public String address(Role role, String name) {
    return host(new ServerId(role, 1)) + ":" + port(role, name);
  }

  /** The address that a server listens on. */
  public String host(ServerId id) {
    return namespace(id).map(space -> network.address(network.hostOf(id))).orElse(LOOPBACK);
  }

  /** The namespace that a server runs in, if it has one. */
  public Optional<String> namespace(ServerId id) {
    return plan().flatMap(plan -> plan.namespaceOf(plan.hostOf(id)));
  }

  /** The plan of the hosts, if there are any. */
  public Optional<Network> plan() {
    return Optional.ofNullable(network);
  }

  /** The same with another spec, more ports and the plan of the hosts. */
  public ClusterRecord with(
      ClusterSpec other, Map<String, Map<String, Integer>> otherPorts, Network otherNetwork) {
    return new ClusterRecord(instance, password, secret, other, otherPorts, otherNetwork);
  }
}
