// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whom a fault is meant for, in a policy or in a plan; its text is what a file says. */
public sealed interface Target {
  /** The texts, of a plan's targets, among which victims are drawn. */
  List<String> candidates(Topology topology);

  /** Which servers are down while this is hit, as far as they are known by name. */
  default List<ServerId> servers(Topology topology) {
    return List.of();
  }

  /**
   * The role of a server that is known only when the time comes, so that it must be sought then;
   * empty where the target names everybody.
   */
  default Optional<Role> unnamed() {
    return Optional.empty();
  }

  /** Whether what it names is there. */
  boolean there(Topology topology);

  /** Any server of a role: {@code tserver}. */
  record AnyOf(Role role) implements Target {
    @Override
    public List<String> candidates(Topology topology) {
      return topology.of(role).stream().map(ServerId::toString).toList();
    }

    @Override
    public boolean there(Topology topology) {
      return topology.number(role) > 0;
    }

    @Override
    public String toString() {
      return role.word();
    }
  }

  /** One server by its name: {@code tserver-2}. */
  record One(ServerId id) implements Target {
    @Override
    public List<String> candidates(Topology topology) {
      return List.of(toString());
    }

    @Override
    public List<ServerId> servers(Topology topology) {
      return List.of(id);
    }

    @Override
    public boolean there(Topology topology) {
      return topology.servers().contains(id);
    }

    @Override
    public String toString() {
      return id.toString();
    }
  }

  /** The tserver that hosts something when the time comes: {@code tserver@metadata}. */
  record Hosting(Held what) implements Target {
    @Override
    public List<String> candidates(Topology topology) {
      return List.of(toString());
    }

    @Override
    public Optional<Role> unnamed() {
      return Optional.of(Role.TSERVER);
    }

    @Override
    public boolean there(Topology topology) {
      return topology.number(Role.TSERVER) > 0;
    }

    @Override
    public String toString() {
      return Role.TSERVER.word() + "@" + what.name().toLowerCase(Locale.ROOT);
    }
  }

  /** The server of a role that holds its lock when the time comes, or one that waits for it. */
  record AtLock(Role role, LockPlace place) implements Target {
    @Override
    public List<String> candidates(Topology topology) {
      return List.of(toString());
    }

    @Override
    public Optional<Role> unnamed() {
      return Optional.of(role);
    }

    @Override
    public boolean there(Topology topology) {
      return topology.number(role) > (place == LockPlace.ACTIVE ? 0 : 1);
    }

    @Override
    public String toString() {
      return role.word() + "@" + place.name().toLowerCase(Locale.ROOT);
    }
  }

  /** Every tserver and every DataNode, together: {@code site}. */
  record Site() implements Target {
    @Override
    public List<String> candidates(Topology topology) {
      return List.of(toString());
    }

    @Override
    public List<ServerId> servers(Topology topology) {
      return topology.servers().stream()
          .filter(id -> id.role() == Role.TSERVER || id.role() == Role.DATANODE)
          .toList();
    }

    @Override
    public boolean there(Topology topology) {
      return !servers(topology).isEmpty();
    }

    @Override
    public String toString() {
      return "site";
    }
  }

  /** Any host of tservers and DataNodes: {@code host}. */
  record AnyHost() implements Target {
    @Override
    public List<String> candidates(Topology topology) {
      return topology.hosts().keySet().stream().filter(host -> host.startsWith("host-")).toList();
    }

    @Override
    public boolean there(Topology topology) {
      return !candidates(topology).isEmpty();
    }

    @Override
    public String toString() {
      return "host";
    }
  }

  /** A host by its name. */
  record Host(String name) implements Target {
    @Override
    public List<String> candidates(Topology topology) {
      return List.of(name);
    }

    @Override
    public List<ServerId> servers(Topology topology) {
      return topology.hosts().getOrDefault(name, List.of());
    }

    @Override
    public boolean there(Topology topology) {
      return topology.hosts().containsKey(name);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** The run's table: {@code table}. */
  record Table() implements Target {
    @Override
    public List<String> candidates(Topology topology) {
      return List.of(toString());
    }

    @Override
    public boolean there(Topology topology) {
      return true;
    }

    @Override
    public String toString() {
      return "table";
    }
  }

  /** What a tserver may be sought for. */
  enum Held {
    /** A tablet of the metadata table. */
    METADATA,
    /** Most tablets of the run's table. */
    TABLE
  }

  /** Where a server of which one works and others stand by is in the line for the lock. */
  enum LockPlace {
    /** It holds the lock, and so does the work. */
    ACTIVE,
    /** It waits for the lock. */
    STANDBY
  }

  /** What a text means; a text that means nothing else is the name of a host. */
  static Target parse(String text) {
    Optional<Role> role = Role.of(text);
    Optional<ServerId> id = ServerId.parse(text);
    if (role.isPresent()) {
      return new AnyOf(role.get());
    } else if (id.isPresent()) {
      return new One(id.get());
    }
    return switch (text) {
      case "tserver@metadata" -> new Hosting(Held.METADATA);
      case "tserver@table" -> new Hosting(Held.TABLE);
      case "manager@active" -> new AtLock(Role.MANAGER, LockPlace.ACTIVE);
      case "manager@standby" -> new AtLock(Role.MANAGER, LockPlace.STANDBY);
      case "site" -> new Site();
      case "host" -> new AnyHost();
      case "table" -> new Table();
      default -> new Host(text);
    };
  }

  /** What is wrong with it, if it names somebody who is not there. */
  default Optional<String> problem(Topology topology) {
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
}
