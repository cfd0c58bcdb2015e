// SPDX-License-Identifier: Apache-2.0
package catena.records.tested;

import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;

/**
 * What {@code tested.json} holds: what was under test when the run began, and again each time that
 * it was carried on with something else; what an older or damaged file does not say is empty.
 *
 * @param snapshots in the order in which they were taken
 */
public record Tested(List<Snapshot> snapshots) {
  /** Nothing is known. */
  public static final Tested NOTHING = new Tested(List.of());

  /** Copies the list. */
  public Tested {
    snapshots = List.copyOf(snapshots);
  }

  /**
   * What was under test at one time.
   *
   * @param at when it was taken, ISO 8601 in UTC
   * @param by the command or the run that took it
   * @param instance the name of the instance
   * @param instanceId its id
   * @param servers one for each server that is known of
   * @param differences the properties that differ from Accumulo's defaults, secrets masked
   * @param unknown what could not be found out and why, one sentence each
   */
  public record Snapshot(
      String at,
      String by,
      String instance,
      String instanceId,
      List<Server> servers,
      List<Difference> differences,
      List<String> unknown) {
    /** Copies the lists. */
    public Snapshot {
      servers = List.copyOf(servers);
      differences = List.copyOf(differences);
      unknown = List.copyOf(unknown);
    }

    /** Whether nothing differs but the time and the process that took it. */
    boolean sameAs(Snapshot other) {
      return new Snapshot(
              at,
              by,
              other.instance,
              other.instanceId,
              other.servers,
              other.differences,
              other.unknown)
          .equals(this);
    }

    /** The same with these differences, and with more that is not known. */
    public Snapshot with(List<Difference> properties, List<String> more) {
      List<String> all = new ArrayList<>(unknown);
      more.stream().filter(sentence -> !all.contains(sentence)).forEach(all::add);
      return new Snapshot(at, by, instance, instanceId, servers, properties, all);
    }

    /** The servers of a role. */
    public List<Server> of(Role role) {
      return servers.stream().filter(each -> each.role().equals(role.word())).toList();
    }

    /** {@code Accumulo 2.1.4 with 3 tservers, Hadoop 3.3.6, ZooKeeper 3.9.3}. */
    public String summary() {
      return accumulo() + " " + surroundings();
    }

    /** {@code Accumulo 2.1.4}. */
    public String accumulo() {
      return "Accumulo " + versions(Role.Stack.ACCUMULO);
    }

    /** {@code with 3 tservers, Hadoop 3.3.6, ZooKeeper 3.9.3}. */
    public String surroundings() {
      List<String> words = new ArrayList<>();
      int tservers = of(Role.TSERVER).size();
      words.add("with " + tservers + (tservers == 1 ? " tserver" : " tservers"));
      if (servers.stream().anyMatch(each -> each.isOf(Role.Stack.HADOOP))) {
        words.add("Hadoop " + versions(Role.Stack.HADOOP));
      }
      words.add("ZooKeeper " + versions(Role.Stack.ZOOKEEPER));
      return String.join(", ", words);
    }

    /** The versions of the servers of a stack: those that are known, each once. */
    private String versions(Role.Stack stack) {
      String known =
          servers.stream()
              .filter(each -> each.isOf(stack))
              .flatMap(each -> each.version().stream())
              .distinct()
              .sorted()
              .collect(Collectors.joining(" and "));
      return known.isEmpty() ? "of unknown version" : known;
    }
  }

  /**
   * One server.
   *
   * @param role the word of its {@link Role}
   * @param address host and port
   * @param standby whether it waits for the lock that another one holds
   * @param version of its software; empty if it is not known
   * @param build the commit that the software was built from; empty if it is not known
   * @param jvm that it runs on; empty if it is not known
   */
  public record Server(
      String role,
      String address,
      boolean standby,
      Optional<String> version,
      Optional<String> build,
      Optional<String> jvm) {
    /** A server with nothing known but its address. */
    public static Server at(Role role, String address, boolean standby) {
      Optional<String> unknown = Optional.empty();
      return new Server(role.word(), address, standby, unknown, unknown, unknown);
    }

    private boolean isOf(Role.Stack stack) {
      return Role.of(role).filter(each -> each.stack() == stack).isPresent();
    }

    /** The host's name or address, without the port. */
    public String host() {
      return StringUtils.substringBeforeLast(address, ":");
    }

    /** The same with whatever was not known and is known now. */
    public Server or(
        Optional<String> itsVersion, Optional<String> itsBuild, Optional<String> itsJvm) {
      return new Server(
          role,
          address,
          standby,
          version.or(() -> itsVersion),
          build.or(() -> itsBuild),
          jvm.or(() -> itsJvm));
    }
  }

  /**
   * A property that differs from Accumulo's default.
   *
   * @param scope {@code system}, or the name of the table
   * @param byDefault the default; empty if Accumulo has none for it
   */
  public record Difference(String scope, String key, Optional<String> byDefault, String value) {}

  /** What was taken last. */
  public Optional<Snapshot> last() {
    return snapshots.isEmpty()
        ? Optional.empty()
        : Optional.of(snapshots.get(snapshots.size() - 1));
  }

  /** The same with one more snapshot, unless that is equal to the last one. */
  public Tested and(Snapshot next) {
    if (last().filter(next::sameAs).isPresent()) {
      return this;
    }
    List<Snapshot> all = new ArrayList<>(snapshots);
    all.add(next);
    return new Tested(all);
  }

  /** Replaces {@code tested.json} of a run directory, for the owner's eyes only. */
  public void writeTo(RunDirectory run) throws IOException {
    run.writePrivately(run.tested(), Json.PRETTY.writeValueAsBytes(this), "what is under test");
  }
}
