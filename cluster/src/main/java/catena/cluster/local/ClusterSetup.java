// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.config.AccumuloHome;
import catena.cluster.config.KerberosSite;
import catena.cluster.config.Ports;
import catena.cluster.config.ServerJars;
import catena.cluster.disk.DiskSupport;
import catena.cluster.network.HostNetwork;
import catena.cluster.process.NodeGroups;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.Json;
import catena.cluster.spec.Network;
import catena.cluster.spec.RoleSpec;
import catena.cluster.spec.Security;
import catena.cluster.spec.Volume;
import catena.harness.instance.ServerId;
import catena.records.placement.PlacedBy;
import catena.records.server.Role;
import catena.records.words.Amounts;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Lays out a cluster's directory and settles what the cluster is. */
public final class ClusterSetup {
  /** Such a character in a path ends it in one of Hadoop's lists or on a class path. */
  private static final Pattern UNFIT = Pattern.compile("[\\s,:;*%$]");

  private ClusterSetup() {}

  /**
   * Why this machine cannot carry such a cluster in a directory, if it cannot: a path that servers
   * cannot work in, own hosts or disks, an Accumulo that is not there, too little room on the disk
   * for one that does not run yet.
   */
  public static Optional<String> whyNot(Path directory, ClusterSpec spec)
      throws IOException, InterruptedException {
    Path root = directory.toAbsolutePath().normalize();
    if (UNFIT.matcher(root.toString()).find()) {
      return Optional.of(
          "the servers cannot work in '"
              + root
              + "'; choose a path without blanks and , : ; * % $");
    }
    Optional<String> problem = spec.hosts() > 0 ? HostNetwork.problem() : Optional.empty();
    if (problem.isEmpty() && spec.disks().own()) {
      problem = DiskSpace.tooSmall(spec);
      problem = problem.isEmpty() ? DiskSupport.problem(spec.disks()) : problem;
    }
    Optional<AccumuloHome> home = spec.ownAccumulo().map(AccumuloHome::new);
    if (problem.isEmpty() && spec.instrument()) {
      problem = whyNoAgent(home);
    }
    if (problem.isEmpty() && spec.security() == Security.KERBEROS) {
      problem = KerberosSite.problem();
    }
    if (problem.isEmpty()) {
      problem = NodeGroups.problem(spec);
    }
    if (problem.isEmpty() && home.isPresent()) {
      problem = home.get().problem();
      boolean volumes =
          spec.disks().tiered().filter(tiers -> tiers.by() == PlacedBy.VOLUMES).isPresent();
      problem = problem.isEmpty() && volumes ? home.get().whyNoVolumes() : problem;
    }
    return problem.isPresent() || isRunning(directory)
        ? problem
        : DiskSpace.problem(directory, spec);
  }

  private static Optional<String> whyNoAgent(Optional<AccumuloHome> home) throws IOException {
    try {
      ServerJars jars = ServerJars.find(home);
      return jars.agent().isPresent()
          ? Optional.empty()
          : Optional.of(
              jars.accumulo() + " has no jar instrument-*.jar; build the distribution first");
    } catch (ClusterException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static boolean isRunning(Path directory) throws IOException {
    return LocalCluster.exists(directory)
        && LocalCluster.open(directory).list().stream().anyMatch(server -> server.state().alive());
  }

  /**
   * Makes the directories.
   *
   * @throws IllegalArgumentException if this directory is not one for a cluster
   */
  public static void lay(ClusterFiles files) throws IOException {
    Path root = files.root();
    if (!LocalCluster.exists(root) && !vacant(root)) {
      throw new IllegalArgumentException(
          root + " holds something else than a cluster; choose another directory");
    }
    files.createDirectories();
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
  }

  /** Whether a cluster may be laid there: nothing, or what a start left that was cut short. */
  private static boolean vacant(Path root) throws IOException {
    if (!Files.exists(root)) {
      return true;
    }
    try (Stream<Path> entries = Files.list(root)) {
      return entries
          .map(each -> each.getFileName().toString())
          .allMatch(name -> name.matches("conf|logs|run|data|tmp|\\.nfs.*"));
    }
  }

  /** Reads or creates the cluster's record and brings it up to the spec. */
  public static ClusterRecord settle(ClusterFiles files, ClusterSpec spec)
      throws IOException, InterruptedException {
    RandomGenerator random = new SecureRandom(); // Makes ports and passwords, nothing of a run.
    ClusterRecord before =
        LocalCluster.exists(files.root())
            ? Json.read(files.cluster(), ClusterRecord.class)
            : new ClusterRecord("catena", hex(random), hex(random), spec, Map.of(), null);
    checkGrowth(before.spec(), spec);
    if (!before.spec().nodes().equals(spec.nodes()) && isRunning(files.root())) {
      throw new IllegalArgumentException(
          "servers run on nodes with other limits (node.…, clients.cpu); stop the cluster first");
    }
    ClusterRecord after =
        before.with(
            spec, ports(before, spec, new Ports(random)), network(files, before, spec, random));
    Json.write(files.cluster(), after);
    return after;
  }

  /** What an existing cluster can become: larger, on the same volume. */
  public static void checkGrowth(ClusterSpec before, ClusterSpec after) {
    if (before.volume() != after.volume()) {
      throw new IllegalArgumentException(
          "the cluster's data is on " + before.volume().word() + "; stop it with --clean first");
    }
    if (before.hosts() != after.hosts()) {
      throw new IllegalArgumentException(
          "the cluster has %d hosts and cannot have %d; stop it with --clean first"
              .formatted(before.hosts(), after.hosts()));
    }
    if (before.disks().megabytes() != after.disks().megabytes()) {
      throw new IllegalArgumentException(
          "the cluster was made with %s, and cannot have %s; stop it with --clean first"
              .formatted(inWords(before.disks()), inWords(after.disks())));
    }
    if (!before.disks().tiered().equals(after.disks().tiered())) {
      throw new IllegalArgumentException(
          "the cluster was made with other fast and slow disks (slow.…, placement.…,"
              + " zookeeper.disk), on which its data is; stop it with --clean first");
    }
    if (before.security() != after.security()) {
      throw new IllegalArgumentException(
          "the cluster was made with security %s; stop it with --clean first"
              .formatted(before.security().word()));
    }
    for (Role role : Role.values()) {
      if (after.number(role) < before.number(role)) {
        throw new IllegalArgumentException(
            "the cluster has %d of %s and cannot shrink to %d; stop it with --clean first"
                .formatted(before.number(role), role.word(), after.number(role)));
      }
    }
  }

  private static String inWords(Disks disks) {
    return disks.own() ? "disks of " + disks.megabytes() + " MiB" : "no separate disks";
  }

  /** The plan of the hosts, which stays once a server keeps data that may hold its addresses. */
  private static Network network(
      ClusterFiles files, ClusterRecord before, ClusterSpec spec, RandomGenerator random)
      throws IOException, InterruptedException {
    boolean used = Files.exists(files.data(new ServerId(Role.ZOOKEEPER, 1)));
    if (spec.hosts() == 0 || (before.plan().isPresent() && used)) {
      return before.network();
    }
    Optional<HostNetwork> unused = HostNetwork.of(before);
    if (unused.isPresent()) {
      unused.get().remove();
    }
    return HostNetwork.draw(spec, random);
  }

  private static Map<String, Map<String, Integer>> ports(
      ClusterRecord before, ClusterSpec spec, Ports free) throws IOException {
    Map<String, Map<String, Integer>> ports = new TreeMap<>(before.ports());
    for (ServerId id : spec.ids()) {
      if (RoleSpec.of(id.role()).wellKnown() && !ports.containsKey(id.toString())) {
        ports.put(id.toString(), free.forRole(id.role()));
      }
    }
    return ports;
  }

  private static String hex(RandomGenerator random) {
    byte[] bytes = new byte[12];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * Whether there is room for a cluster to start: on a full disk the NameNode goes into safe mode
   * and DataNodes take no block, and everything else only waits.
   */
  static final class DiskSpace {
    private static final long MEBI = 1L << 20;

    /** For logs, native maps, snapshots of ZooKeeper, and small files of Accumulo. */
    private static final long BASE = 128 * MEBI;

    /** {@code dfs.namenode.resource.du.reserved}: with less the NameNode goes into safe mode. */
    private static final long NAMENODE = 100 * MEBI;

    /** {@code tserver.wal.max.size}, as {@code accumulo.ftl} has it. */
    private static final long LOG = 256 * MEBI;

    private DiskSpace() {}

    /**
     * A tserver's write-ahead log is one block of 1.1 times {@code tserver.wal.max.size}. A
     * DataNode takes one only if it and all that are being written would fit at their full length:
     * with 1.3 GiB free, a tserver was seen to get none. Four for each is a guess on the safe side.
     */
    private static long logs(ClusterSpec spec) {
      return 4L
          * spec.number(Role.TSERVER)
          * spec.replication()
          * (spec.bytes("tserver.wal.max.size", LOG) * 11 / 10);
    }

    /** What a cluster needs to start and to take its first writes, bytes. */
    static long needed(ClusterSpec spec) {
      return spec.volume() == Volume.HDFS ? BASE + NAMENODE + logs(spec) : BASE;
    }

    /** Why the disks that DataNodes have to themselves hold too little, if they do. */
    static Optional<String> tooSmall(ClusterSpec spec) {
      long needed = BASE + logs(spec) / Math.max(1, spec.number(Role.DATANODE));
      long each = (long) spec.disks().megabytes() << 20;
      return each >= needed
          ? Optional.empty()
          : Optional.of(
              "a disk of %s is too small for the logs of %d tservers; each needs %s at least"
                  .formatted(
                      Amounts.bytes(each), spec.number(Role.TSERVER), Amounts.bytes(needed)));
    }

    /** Why a cluster cannot be started in a directory that may not be there yet, if it cannot. */
    static Optional<String> problem(Path directory, ClusterSpec spec) throws IOException {
      Path there = directory.toAbsolutePath().normalize();
      while (!Files.exists(there)) {
        there = there.getParent();
      }
      FileStore store = Files.getFileStore(there);
      // Some virtual file systems know no sizes.
      return store.getTotalSpace() == 0
          ? Optional.empty()
          : problem(directory, store.getUsableSpace(), spec);
    }

    static Optional<String> problem(Path directory, long free, ClusterSpec spec) {
      long needed = needed(spec);
      return free >= needed
          ? Optional.empty()
          : Optional.of(
              "a cluster in %s needs %s of disk space to start, and %s are free; make room, or choose another directory"
                  .formatted(
                      directory.toAbsolutePath().normalize(),
                      Amounts.bytes(needed),
                      Amounts.bytes(free)));
    }
  }
}
