package catena.cluster;

import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code cluster.json} says: all that a cluster is, apart from what runs.
 *
 * @param instance Accumulo's instance name
 * @param password of Accumulo's root user
 * @param secret what Accumulo's servers know one another by
 * @param spec the servers
 * @param ports the well-known ports, by server and name
 */
record ClusterRecord(
    String instance,
    String password,
    String secret,
    ClusterSpec spec,
    Map<String, Map<String, Integer>> ports) {
  /** Where every server listens. */
  static final String HOST = "127.0.0.1";

  ClusterRecord {
    ports = new TreeMap<>(ports);
  }

  /** A well-known port of the first server of a role. */
  int port(Role role, String name) {
    return ports.get(new ServerId(role, 1).toString()).get(name);
  }

  /** A well-known address of the first server of a role. */
  String address(Role role, String name) {
    return HOST + ":" + port(role, name);
  }

  /** The same with another spec and more ports. */
  ClusterRecord with(ClusterSpec other, Map<String, Map<String, Integer>> otherPorts) {
    return new ClusterRecord(instance, password, secret, other, otherPorts);
  }
}
