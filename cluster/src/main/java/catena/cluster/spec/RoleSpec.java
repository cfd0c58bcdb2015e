// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.records.server.Role;
import java.util.List;

/**
 * How the servers of a role are on a local cluster, and where they listen elsewhere.
 *
 * @param usual how many there are unless asked otherwise
 * @param most how many there may be on one machine: 1 where a second would need another set-up
 * @param heapMegabytes heap, MiB: small, so that the default cluster takes about 3 GB
 * @param ports the names of the ports that such a server listens on; by the first one it is found
 * @param wellKnown whether others find the server by ports in their configuration, so that it has
 *     the same ones for the cluster's whole life; the others get fresh ones at each start, which
 *     they register
 * @param usualPort the first of its ports on a cluster that leaves its software's default
 */
public record RoleSpec(
    int usual, int most, int heapMegabytes, List<String> ports, boolean wellKnown, int usualPort) {
  private static final List<String> CLIENT = List.of("client");

  /** The servers of a role. */
  public static RoleSpec of(Role role) {
    return switch (role) {
      case KDC -> new RoleSpec(0, 1, 64, CLIENT, true, 88);
      case NAMENODE -> new RoleSpec(1, 1, 256, List.of("rpc", "http"), true, 8020);
      case DATANODE -> new RoleSpec(1, 64, 256, List.of("data", "http", "ipc"), false, 9866);
      case ZOOKEEPER -> new RoleSpec(1, 1, 192, CLIENT, true, 2181);
      case MANAGER -> new RoleSpec(1, 8, 256, CLIENT, false, 9999);
      case TSERVER -> new RoleSpec(2, 64, 768, CLIENT, false, 9997);
      case GC -> new RoleSpec(1, 1, 128, CLIENT, false, 9998);
      case MONITOR -> new RoleSpec(1, 1, 192, List.of("http"), true, 9995);
      case SSERVER -> new RoleSpec(0, 64, 384, CLIENT, false, 9996);
      case COORDINATOR -> new RoleSpec(0, 1, 128, CLIENT, false, 9132);
      case COMPACTOR -> new RoleSpec(0, 64, 256, CLIENT, false, 9133);
      case RESOURCEMANAGER ->
          new RoleSpec(
              0, 1, 256, List.of("client", "scheduler", "tracker", "admin", "http"), true, 8032);
      case NODEMANAGER ->
          new RoleSpec(0, 16, 256, List.of("container", "localizer", "http"), false, 8042);
    };
  }
}
