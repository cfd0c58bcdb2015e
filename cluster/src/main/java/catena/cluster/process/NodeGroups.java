// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Limit;
import catena.cluster.spec.NodeLimits;
import catena.harness.instance.ServerId;
import com.google.common.annotations.VisibleForTesting;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The control groups of a cluster's nodes, and of the command that runs a scenario on it.
 *
 * <p>Servers begin in the group of their node. Its processor is limited only once they are ready: a
 * start takes much more than work does, and would take minutes. In version 1 of control groups a
 * node has a group of {@code cpu} and one of {@code memory}, in version 2 one for both, whose
 * controllers are enabled in the root and stay so.
 *
 * @see <a href="https://docs.kernel.org/scheduler/sched-bwc.html">CFS bandwidth control</a>
 */
public final class NodeGroups {
  /** Of the kernel's accounting, µs: short, so that no process waits long for the next one. */
  private static final long PERIOD = 20_000;

  /** How long the kernel may take to forget processes that were killed. */
  private static final Duration EMPTY = Duration.ofSeconds(5);

  private static final String CLIENTS = "clients";

  private final NodeLimits nodes;
  private final int hosts;
  private final String prefix;
  private final Optional<Path> cpu;
  private final Optional<Path> memory;
  private final boolean unified;
  private final Path own;

  /**
   * The groups of a cluster, made or not.
   *
   * @throws ClusterException if its nodes have limits and this machine has no control groups
   */
  public static NodeGroups of(ClusterFiles files, ClusterSpec spec) throws IOException {
    return new NodeGroups(
        files.root(),
        spec,
        spec.nodes().grouped()
            ? ControlGroups.here()
            : new ControlGroups(List.of(), List.of())); // nothing is asked of other systems
  }

  /** The same on a machine with these control groups. */
  @VisibleForTesting
  NodeGroups(Path cluster, ClusterSpec spec, ControlGroups groups) throws IOException {
    this.nodes = spec.nodes();
    this.hosts = spec.hosts();
    this.prefix = "catena-" + Integer.toHexString(cluster.toString().hashCode()) + "-";
    Optional<Path> first = groups.version1("cpu");
    this.unified = first.isEmpty();
    boolean wanted = nodes.cpu() > 0 || nodes.clients() > 0;
    this.cpu = found(wanted, "cpu", groups);
    this.memory = found(nodes.memory() > 0, "memory", groups);
    this.own = cpu.map(root -> unified ? root : root.resolve(groups.own("cpu"))).orElse(cluster);
  }

  private Optional<Path> found(boolean wanted, String controller, ControlGroups groups)
      throws IOException {
    if (!wanted) {
      return Optional.empty();
    }
    Optional<Path> root = unified ? groups.version2(controller) : groups.version1(controller);
    if (root.isEmpty()) {
      throw new ClusterException(
          "limits of nodes need the control group '%s', and none is mounted; leave node.… and"
                  .formatted(controller)
              + " clients.cpu out");
    }
    return root;
  }

  /** Why this machine cannot limit the nodes of a cluster, if it cannot, found by trying it. */
  public static Optional<String> problem(ClusterSpec spec)
      throws IOException, InterruptedException {
    Optional<String> problem = NodeLimits.problem(spec);
    if (problem.isPresent() || !spec.nodes().grouped()) {
      return problem;
    }
    try {
      Path path = Path.of("try-" + UUID.randomUUID());
      NodeGroups trial = new NodeGroups(path, spec, ControlGroups.here());
      try {
        trial.make(1);
        trial.limit();
      } finally {
        trial.remove();
      }
      return trial.unified && spec.disks().tiered().isPresent()
          ? Optional.of(
              "with control groups of version 2 a server is in one group only: nodes have limits or"
                  + " disks have; leave one out")
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          "the limits of nodes cannot be set; it needs root, and in a container that control groups"
              + " can be written: "
              + e.getMessage());
    }
  }

  private List<Path> roots() {
    return Stream.of(cpu, memory).flatMap(Optional::stream).distinct().toList();
  }

  private List<Path> make(Object node) throws IOException {
    List<Path> made = new ArrayList<>();
    for (Path root : roots()) {
      if (unified) {
        enable(root);
      }
      made.add(Files.createDirectories(root.resolve(prefix + node)));
    }
    return made;
  }

  private void enable(Path root) throws IOException {
    Path enabled = root.resolve("cgroup.subtree_control");
    List<String> before = ControlGroups.words(enabled);
    for (String controller : List.of("cpu", "memory")) {
      if (!before.contains(controller)
          && ControlGroups.words(root.resolve("cgroup.controllers")).contains(controller)) {
        ControlGroups.write(enabled, "+" + controller);
      }
    }
  }

  /**
   * A server's command, so that it begins in its node's group, which has all processors from now on
   * until {@link #limit}. One that is on no node begins where nothing is limited, also if the
   * process that starts it is limited itself.
   */
  public List<String> inside(ServerId server, List<String> command) throws IOException {
    if (!nodes.grouped()) {
      return command;
    }
    OptionalInt node = NodeLimits.of(server, hosts);
    List<Path> groups = node.isPresent() ? make(node.getAsInt()) : roots();
    if (cpu.isPresent() && node.isPresent()) {
      setCpu(cpu.get().resolve(prefix + node.getAsInt()), 0);
    }
    return ControlGroups.inside(groups, command);
  }

  /** Each node that there is has its limits from now on. */
  public void limit() throws IOException {
    for (Path root : roots()) {
      for (Path group : groups(root)) {
        if (!group.getFileName().toString().equals(prefix + CLIENTS)) {
          if (cpu.filter(root::equals).isPresent()) {
            setCpu(group, nodes.cpu());
          }
          if (memory.filter(root::equals).isPresent()) {
            String file = unified ? "memory.max" : "memory.limit_in_bytes";
            ControlGroups.write(group.resolve(file), Long.toString(nodes.memory()));
          }
        }
      }
    }
  }

  private List<Path> groups(Path root) throws IOException {
    try (DirectoryStream<Path> groups = Files.newDirectoryStream(root, prefix + "*")) {
      return ImmutableList.copyOf(groups);
    }
  }

  private void setCpu(Path group, double cores) throws IOException {
    long quota = Math.round(cores * PERIOD);
    if (unified) {
      ControlGroups.write(group.resolve("cpu.max"), (quota == 0 ? "max" : quota) + " " + PERIOD);
    } else {
      ControlGroups.write(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD));
      ControlGroups.write(
          group.resolve("cpu.cfs_quota_us"), Long.toString(quota == 0 ? -1 : quota));
    }
  }

  /** This process and what it starts have the processor of clients from now on. */
  void join(long pid) throws IOException {
    if (nodes.clients() > 0) {
      make(CLIENTS);
      Path group = cpu.orElseThrow().resolve(prefix + CLIENTS);
      setCpu(group, nodes.clients());
      ControlGroups.write(group.resolve(ControlGroups.MEMBERS), Long.toString(pid));
    }
  }

  /** It is where it was before. */
  void leave(long pid) throws IOException {
    if (nodes.clients() > 0 && Files.isDirectory(own)) {
      ControlGroups.write(own.resolve(ControlGroups.MEMBERS), Long.toString(pid));
    }
  }

  /**
   * In what share of the periods in which a group had work its limit held it back.
   *
   * @return from 0 to 1, by node or {@code clients}; without those that had no work
   */
  SortedMap<String, Double> heldBack() throws IOException {
    SortedMap<String, Double> shares = new TreeMap<>();
    if (cpu.isPresent()) {
      for (Path group : groups(cpu.get())) {
        Map<String, Long> values =
            Files.readAllLines(group.resolve("cpu.stat")).stream()
                .map(line -> line.split(" ", 2))
                .collect(
                    Collectors.toMap(line -> line[0], line -> Long.parseLong(line[1].strip())));
        long periods = values.getOrDefault("nr_periods", 0L);
        if (periods > 0) {
          String name = group.getFileName().toString().substring(prefix.length());
          shares.put(name, values.getOrDefault("nr_throttled", 0L) / (double) periods);
        }
      }
    }
    return shares;
  }

  /** Removes all of them; no process is in them any more. */
  public void remove() throws IOException, InterruptedException {
    leave(ProcessHandle.current().pid());
    for (Path root : roots()) {
      for (Path group : groups(root)) {
        boolean gone = new Limit(EMPTY).await(Duration.ofMillis(50), () -> isGone(group));
        if (!gone) {
          throw new ClusterException("there are processes in " + group + " that were not ended");
        }
      }
    }
  }

  private static boolean isGone(Path group) {
    return !Files.isDirectory(group) || group.toFile().delete(); // its files are the kernel's
  }
}
