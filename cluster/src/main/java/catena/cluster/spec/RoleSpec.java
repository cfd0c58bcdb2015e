// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.records.server.Role;
import java.util.List;

/**
 * How the servers of a role are on a local cluster.
 *
 * @param usual how many there are unless asked otherwise
 * @param most how many there may be on one machine: 1 where a second would need another set-up
 * @param heapMegabytes heap unless asked otherwise, MiB: small, so that the default cluster takes
 *     about 3 GB
 * @param ports the names of the ports that such a server listens on
 * @param wellKnown whether others find the server by ports in their configuration, so that it has
 *     the same ones for the cluster's whole life; the others get fresh ones at each start, which
 *     they register
 */
public record RoleSpec(
    int usual, int most, int heapMegabytes, List<String> ports, boolean wellKnown) {
  private static final List<String> CLIENT = List.of("client");

  /** The servers of a role. */
  public static RoleSpec of(Role role) {
    return switch (role) {
      case KDC -> new RoleSpec(0, 1, 64, CLIENT, true);
      case NAMENODE -> new RoleSpec(1, 1, 256, List.of("rpc", "http"), true);
      case DATANODE -> new RoleSpec(1, 64, 256, List.of("data", "http", "ipc"), false);
      case ZOOKEEPER -> new RoleSpec(1, 1, 192, CLIENT, true);
      case MANAGER -> new RoleSpec(1, 8, 256, CLIENT, false);
      case TSERVER -> new RoleSpec(2, 64, 768, CLIENT, false);
      case GC -> new RoleSpec(1, 1, 128, CLIENT, false);
      case MONITOR -> new RoleSpec(1, 1, 192, List.of("http"), true);
      case SSERVER -> new RoleSpec(0, 64, 384, CLIENT, false);
      case COORDINATOR -> new RoleSpec(0, 1, 128, CLIENT, false);
      case COMPACTOR -> new RoleSpec(0, 64, 256, CLIENT, false);
      case RESOURCEMANAGER ->
          new RoleSpec(0, 1, 256, List.of("client", "scheduler", "tracker", "admin", "http"), true);
      case NODEMANAGER ->
          new RoleSpec(0, 16, 256, List.of("container", "localizer", "http"), false);
    };
  }
}
