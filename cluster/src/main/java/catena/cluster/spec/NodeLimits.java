// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.settings.Texts;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.StringJoiner;

/**
 * What each node of a cluster has to itself, so that each added server brings its own resources
 * though all are on one machine. A node is what carries the tserver, DataNode, scan server and
 * compactor of one number; where there are hosts, it is a host of them. ZooKeeper, the NameNode and
 * the managers are on no node.
 *
 * @param cpu cores of a node; 0 for no limit
 * @param memory bytes of a node, of heaps, other memory of its servers and cached pages of files
 *     that they read and write; 0 for no limit
 * @param net bytes in a second that a host takes, and as many that it sends; 0 for no limit
 * @param clients cores of the command that runs a scenario; 0 for no limit
 */
public record NodeLimits(double cpu, long memory, long net, double clients) {
  /** As much as there is. */
  public static final NodeLimits UNLIMITED = new NodeLimits(0, 0, 0, 0);

  /** The keys of a scenario for them, below {@code cluster:}. */
  public static final List<String> WORDS =
      List.of("node.cpu", "node.memory", "node.net", "clients.cpu");

  private static final Set<Role> ROLES =
      Set.of(Role.TSERVER, Role.DATANODE, Role.SSERVER, Role.COMPACTOR);

  /** Of the kernel: 1 ms in a period; with less nothing would ever answer in time. */
  private static final double LEAST_CPU = 0.05;

  /** Less than a packet of 64 KiB in a tenth of a second. */
  private static final long LEAST_NET = 640L << 10;

  /** The least that Java takes in addition to a heap for code, threads and buffers, bytes. */
  private static final long OUTSIDE_HEAP = 128L << 20;

  /** A tserver's native maps, as {@code accumulo.ftl} sizes them, bytes. */
  private static final long NATIVE_MAPS = 256L << 20;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is too small for servers to work
   */
  public NodeLimits {
    for (double each : new double[] {cpu, clients}) {
      if (each != 0 && !(each >= LEAST_CPU && each <= Short.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "a number of cores is 0.05 or more, not %s; leave it out for no limit".formatted(each));
      }
    }
    if (net != 0 && net < LEAST_NET) {
      throw new IllegalArgumentException(
          "a host takes 640K in a second or more; leave it out for no limit");
    }
  }

  /**
   * The same with one limit.
   *
   * @param word one of {@link #WORDS}
   * @throws IllegalArgumentException if the value is none for it
   */
  public NodeLimits with(String word, String value) {
    return switch (word) {
      case "node.cpu" -> new NodeLimits(cores(value), memory, net, clients);
      case "node.memory" -> new NodeLimits(cpu, Texts.parseSize(value), net, clients);
      case "node.net" -> new NodeLimits(cpu, memory, Texts.parseSize(value), clients);
      case "clients.cpu" -> new NodeLimits(cpu, memory, net, cores(value));
      default -> throw new IllegalArgumentException(word);
    };
  }

  private static double cores(String value) {
    try {
      return Double.parseDouble(value.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'%s' is no number of cores; write for example 0.2".formatted(value), e);
    }
  }

  /** Whether control groups are needed. */
  public boolean grouped() {
    return cpu > 0 || memory > 0 || clients > 0;
  }

  /**
   * The node of a server.
   *
   * @param hosts how many hosts the servers are spread over; 0 for none
   */
  public static OptionalInt of(ServerId server, int hosts) {
    int number = server.number();
    return ROLES.contains(server.role())
        ? OptionalInt.of(hosts > 0 ? (number - 1) % hosts + 1 : number)
        : OptionalInt.empty();
  }

  /** What of a spec does not go with its nodes. */
  public static Optional<String> problem(ClusterSpec spec) {
    NodeLimits nodes = spec.nodes();
    if (nodes.net > 0 && spec.hosts() == 0) {
      return Optional.of(
          "node.net is a limit of hosts, and there are none; give their number, too, such as"
              + " hosts: 3 (--hosts 3)");
    }
    long heaviest =
        spec.ids().stream()
            .map(id -> of(id, spec.hosts()))
            .flatMapToInt(OptionalInt::stream)
            .distinct()
            .mapToLong(node -> needed(spec, node))
            .max()
            .orElse(0);
    return nodes.memory == 0 || nodes.memory >= heaviest
        ? Optional.empty()
        : Optional.of(
            "the heaps of a node's servers, native maps and what Java takes in addition are %d MiB, and"
                    .formatted(heaviest >> 20)
                + " node.memory is less: the kernel would kill them");
  }

  private static long needed(ClusterSpec spec, int node) {
    long maps = spec.bytes("tserver.memory.maps.max", NATIVE_MAPS);
    return spec.ids().stream()
        .filter(id -> of(id, spec.hosts()).equals(OptionalInt.of(node)))
        .mapToLong(
            id ->
                ((long) RoleSpec.of(id.role()).heapMegabytes() << 20)
                    + (id.role() == Role.TSERVER ? OUTSIDE_HEAP + maps : OUTSIDE_HEAP))
        .sum();
  }

  /** What the reader of figures needs to know of them, such as "0.2 cores each". */
  @Override
  public String toString() {
    StringJoiner words = new StringJoiner(", ");
    if (cpu > 0) {
      words.add("%s cores each".formatted(cpu));
    }
    if (memory > 0) {
      words.add("%d MiB each".formatted(memory >> 20));
    }
    if (net > 0) {
      words.add("%d KiB/s each way".formatted(net >> 10));
    }
    if (clients > 0) {
      words.add("clients %s cores in all".formatted(clients));
    }
    return words.toString();
  }
}
