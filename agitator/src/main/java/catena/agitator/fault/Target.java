// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The servers or hosts that a fault is to hit, in a policy or a plan.
 *
 * @param text as a file has it
 * @param role of the servers to hit, where only a role is given
 * @param id of the server that is named
 */
public record Target(Aim aim, String text, Optional<Role> role, Optional<ServerId> id) {
  /** How it selects its victims. */
  public enum Aim {
    /** Any server of a role: {@code tserver}. */
    ANY_OF,
    /** One server by its name: {@code tserver-2}. */
    ONE,
    /** The tserver that hosts a tablet of the metadata table when the time comes. */
    HOSTING_METADATA,
    /** The tserver that hosts most tablets of the run's table when the time comes. */
    HOSTING_TABLE,
    /** The server of a role that holds the lock when the time comes, and so does the work. */
    AT_LOCK_ACTIVE,
    /** A server of a role that waits for the lock when the time comes. */
    AT_LOCK_STANDBY,
    /** Every tserver and every DataNode, together: {@code site}. */
    SITE,
    /** Any host of tservers and DataNodes: {@code host}. */
    ANY_HOST,
    /** A host by its name. */
    HOST,
    /** The run's table: {@code table}. */
    TABLE
  }

  /** What a text means; a text that means nothing else is the name of a host. */
  public static Target parse(String text) {
    Optional<Role> role = Role.of(text);
    Optional<ServerId> id = ServerId.parse(text);
    if (role.isPresent()) {
      return new Target(Aim.ANY_OF, role.get().word(), role, Optional.empty());
    } else if (id.isPresent()) {
      return new Target(Aim.ONE, id.get().toString(), Optional.empty(), id);
    }
    return switch (text) {
      case "tserver@metadata" -> of(Aim.HOSTING_METADATA, text, Role.TSERVER);
      case "tserver@table" -> of(Aim.HOSTING_TABLE, text, Role.TSERVER);
      case "manager@active" -> of(Aim.AT_LOCK_ACTIVE, text, Role.MANAGER);
      case "manager@standby" -> of(Aim.AT_LOCK_STANDBY, text, Role.MANAGER);
      case "site" -> of(Aim.SITE, text, null);
      case "host" -> of(Aim.ANY_HOST, text, null);
      case "table" -> of(Aim.TABLE, text, null);
      default -> of(Aim.HOST, text, null);
    };
  }

  private static Target of(Aim aim, String text, Role role) {
    return new Target(aim, text, Optional.ofNullable(role), Optional.empty());
  }

  /** The texts, of a plan's targets, among which victims are drawn. */
  public List<String> candidates(Topology topology) {
    return switch (aim) {
      case ANY_OF -> topology.of(role.get()).stream().map(ServerId::toString).toList();
      case ANY_HOST ->
          topology.hosts().keySet().stream().filter(host -> host.startsWith("host-")).toList();
      default -> List.of(text); // its victims are found when the time comes, or it names them
    };
  }

  /** Which servers are down while this is hit, as far as they are known by name. */
  public List<ServerId> servers(Topology topology) {
    return switch (aim) {
      case ONE -> List.of(id.get());
      case SITE ->
          topology.servers().stream()
              .filter(each -> each.role() == Role.TSERVER || each.role() == Role.DATANODE)
              .toList();
      case HOST -> topology.hosts().getOrDefault(text, List.of());
      default -> List.of();
    };
  }

  /** The same for several, as a file has them: each server once. */
  public static List<ServerId> servers(Collection<String> targets, Topology topology) {
    return targets.stream()
        .flatMap(text -> parse(text).servers(topology).stream())
        .distinct()
        .toList();
  }

  /** The roles of those servers of several targets that are not known by name. */
  public static List<Role> unnamed(Collection<String> targets) {
    return targets.stream().flatMap(text -> parse(text).unnamed().stream()).toList();
  }

  /**
   * The role of a server that is known only when the time comes, so that it must be sought then;
   * empty where a plan names the servers.
   */
  public Optional<Role> unnamed() {
    return aim == Aim.ANY_OF ? Optional.empty() : role;
  }

  /** Whether it is one server of a role, or any. */
  boolean isOf(Role wanted) {
    return id.map(ServerId::role)
        .or(() -> aim == Aim.ANY_OF ? role : Optional.empty())
        .filter(wanted::equals)
        .isPresent();
  }

  /** Whether it is one server, by whatever it is known. */
  boolean isServer() {
    return role.isPresent() || id.isPresent();
  }

  /** Whether what it names is there. */
  private boolean there(Topology topology) {
    return switch (aim) {
      case ANY_OF, HOSTING_METADATA, HOSTING_TABLE, AT_LOCK_ACTIVE ->
          topology.number(role.get()) > 0;
      case AT_LOCK_STANDBY -> topology.number(role.get()) > 1;
      case ONE -> topology.servers().contains(id.get());
      case SITE -> !servers(topology).isEmpty();
      case ANY_HOST -> !candidates(topology).isEmpty();
      case HOST -> topology.hosts().containsKey(text);
      case TABLE -> true;
    };
  }

  /** What is wrong with it, if it names a server or host that is not there. */
  public Optional<String> problem(Topology topology) {
    return there(topology)
        ? Optional.empty()
        : Optional.of(
            "there is no "
                + this
                + " here; there are "
                + topology.servers().stream().map(ServerId::toString).toList()
                + (topology.hosts().isEmpty()
                    ? ", and no hosts whose network can be cut"
                    : " and the hosts " + topology.hosts().keySet()));
  }

  @Override
  public String toString() {
    return text;
  }
}
