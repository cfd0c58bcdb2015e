// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.settings.Texts;
import catena.records.words.Problems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a local cluster is to consist of.
 *
 * @param servers how many of each role; a role that is absent has none
 * @param volume where Accumulo keeps its files
 * @param zookeeperTimeout after which silence Accumulo gives a server up; 4 s to 40 s, the bounds
 *     of ZooKeeper's usual tick
 * @param site Accumulo's site properties that differ from the cluster's own choice
 * @param hosts how many separate hosts the tservers and DataNodes are spread over, each a network
 *     namespace with an address; 0 for none, everything on the loopback address
 * @param accumuloHome absolute path of the Accumulo that its servers are started from, its unpacked
 *     tarball or a directory of jars; empty for Catena's own
 * @param security how clients and servers talk
 * @param disks what DataNodes keep their blocks on
 * @param instrument whether Accumulo's servers have the agent by which faults happen within them
 * @param nodes what each node has to itself
 */
public record ClusterSpec(
    Map<Role, Integer> servers,
    Volume volume,
    Duration zookeeperTimeout,
    Map<String, String> site,
    int hosts,
    String accumuloHome,
    Security security,
    Disks disks,
    boolean instrument,
    NodeLimits nodes) {
  private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(4);
  private static final Duration MOST_TIMEOUT = Duration.ofSeconds(40);

  /**
   * Checks everything.
   *
   * @throws IllegalArgumentException with all the problems, a line each
   */
  public ClusterSpec {
    Map<Role, Integer> sorted = new EnumMap<>(Role.class);
    sorted.putAll(servers);
    servers = Collections.unmodifiableMap(sorted);
    site = Collections.unmodifiableMap(new TreeMap<>(site));
    // Clusters of before these were there.
    accumuloHome = accumuloHome == null ? "" : accumuloHome;
    security = security == null ? Security.NONE : security;
    disks = disks == null ? Disks.NONE : disks;
    nodes = nodes == null ? NodeLimits.UNLIMITED : nodes;
    Problems problems = new Problems();
    checkServers(servers, volume, problems);
    checkHadoop(servers, volume, problems);
    problems.unless(
        zookeeperTimeout.compareTo(LEAST_TIMEOUT) >= 0
            && zookeeperTimeout.compareTo(MOST_TIMEOUT) <= 0,
        "the ZooKeeper time-out must be 4 s to 40 s, not " + zookeeperTimeout);
    problems.unless(
        hosts >= 0 && hosts <= Network.MOST_WORKERS,
        "there may be 1 to " + Network.MOST_WORKERS + " hosts, not " + hosts);
    checkKerberos(security, servers, hosts, problems);
    checkDisks(disks, volume, hosts, problems);
    checkTiers(disks, volume, security, problems);
    if (!problems.found().isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems.found()));
    }
  }

  /** One of each server that is needed, and two tservers. */
  public static ClusterSpec usual() {
    Map<Role, Integer> servers = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      servers.put(role, RoleSpec.of(role).usual());
    }
    return new ClusterSpec(
        servers,
        Volume.HDFS,
        Duration.ofSeconds(10),
        Map.of(),
        0,
        "",
        Security.NONE,
        Disks.NONE,
        false,
        NodeLimits.UNLIMITED);
  }

  private ClusterSpec changed(Consumer<ClusterDraft> change) {
    ClusterDraft draft = new ClusterDraft(this);
    change.accept(draft);
    return draft.spec();
  }

  /** The same with another number of servers of a role. */
  public ClusterSpec with(Role role, int number) {
    return changed(draft -> draft.servers.put(role, number));
  }

  /**
   * The same with what words say of it: numbers of servers by role, over how many {@code hosts}
   * they are spread, on which {@code volume}, after what {@code zookeeper.timeout} a server is
   * given up, from which {@code accumulo} its servers are started, with what {@code security} they
   * talk, which separate {@code disks} DataNodes have, whether these {@code sync.on.close}, whether
   * servers have the agent ({@code instrument}), what is on a fast or a slow one of two, and by
   * what ({@link Tiers}), what each node has to itself ({@link NodeLimits}); and behind {@code
   * site.} Accumulo's own properties. Their order does not matter.
   *
   * @param message what is said of a problem with a word; of one with no single word, with an empty
   *     one
   * @throws IllegalArgumentException with all the problems, a line each
   */
  public ClusterSpec with(Map<String, String> words, BinaryOperator<String> message) {
    ClusterDraft draft = new ClusterDraft(this);
    List<String> problems = new ArrayList<>();
    draft.take(words, (word, problem) -> problems.add(message.apply(word, problem)));
    try {
      ClusterSpec changed = draft.spec();
      if (problems.isEmpty()) {
        return changed;
      }
    } catch (IllegalArgumentException e) {
      e.getMessage().lines().forEach(problem -> problems.add(message.apply("", problem)));
    }
    throw new IllegalArgumentException(String.join("\n", problems));
  }

  /** The same of one word. */
  public ClusterSpec with(String word, Object value) {
    return with(Map.of(word, value.toString()), (any, problem) -> problem);
  }

  /** The same with one ResourceManager and one NodeManager. */
  public ClusterSpec withYarn() {
    return changed(
        draft -> {
          draft.servers.put(Role.RESOURCEMANAGER, 1);
          draft.atLeast(Role.NODEMANAGER, 1);
        });
  }

  /** The same with nodes that have this to themselves. */
  public ClusterSpec withNodes(NodeLimits other) {
    return changed(draft -> draft.nodes = other);
  }

  /** The same with DataNodes on other disks. */
  public ClusterSpec withDisks(Disks other) {
    return changed(draft -> draft.disks = other);
  }

  /** Where Accumulo's servers are started from; empty for Catena's own. */
  public Optional<Path> ownAccumulo() {
    return accumuloHome.isEmpty() ? Optional.empty() : Optional.of(Path.of(accumuloHome));
  }

  /** How many servers of a role there are to be. */
  public int number(Role role) {
    return servers.getOrDefault(role, 0);
  }

  /** Whether there is a YARN. */
  public boolean yarn() {
    return number(Role.RESOURCEMANAGER) > 0;
  }

  /** The servers of each host, the base with them; empty where there are no hosts. */
  public SortedMap<String, List<ServerId>> hosted() {
    SortedMap<String, List<ServerId>> hosted = new TreeMap<>();
    if (hosts > 0) {
      Network network = new Network("", 0, hosts, number(Role.NAMENODE) > 0);
      network.hosts().forEach(host -> hosted.put(host, new ArrayList<>()));
      ids().forEach(id -> hosted.get(network.hostOf(id)).add(id));
    }
    return hosted;
  }

  /** How many DataNodes hold each block. */
  public int replication() {
    return Math.min(2, number(Role.DATANODE));
  }

  /**
   * The bytes of a tserver's property.
   *
   * @param usual of the cluster's own choice, where the site has no other
   */
  public long bytes(String property, long usual) {
    String text = site.getOrDefault(property, Long.toString(usual));
    return text.endsWith("%")
        ? ((long) RoleSpec.of(Role.TSERVER).heapMegabytes() << 20)
            * Long.parseLong(text.substring(0, text.length() - 1))
            / 100
        : Texts.parseSize(text);
  }

  /** Every server, in the order of start. */
  public List<ServerId> ids() {
    return Stream.of(Role.values()).flatMap(role -> ids(role).stream()).toList();
  }

  /** Every server of a role. */
  public List<ServerId> ids(Role role) {
    return IntStream.rangeClosed(1, number(role)).mapToObj(n -> new ServerId(role, n)).toList();
  }

  private static void checkServers(Map<Role, Integer> servers, Volume volume, Problems problems) {
    servers.forEach(
        (role, number) -> {
          boolean hdfs = role == Role.NAMENODE || role == Role.DATANODE;
          int most = hdfs && volume != Volume.HDFS ? 0 : RoleSpec.of(role).most();
          problems.unless(
              number >= 0 && number <= most,
              "there may be 0 to " + most + " of " + role.word() + ", not " + number);
        });
    for (Role role : List.of(Role.ZOOKEEPER, Role.MANAGER, Role.TSERVER)) {
      problems.unless(has(servers, role), "a cluster needs at least one " + role.word());
    }
    problems.unless(
        !has(servers, Role.COMPACTOR) || has(servers, Role.COORDINATOR),
        "compactors need a coordinator");
  }

  private static boolean has(Map<Role, Integer> servers, Role role) {
    return servers.getOrDefault(role, 0) > 0;
  }

  private static void checkHadoop(Map<Role, Integer> servers, Volume volume, Problems problems) {
    boolean yarn = has(servers, Role.RESOURCEMANAGER);
    problems.unless(
        volume != Volume.HDFS || (has(servers, Role.NAMENODE) && has(servers, Role.DATANODE)),
        "HDFS needs a namenode and at least one datanode");
    problems.unless(
        yarn == has(servers, Role.NODEMANAGER),
        "YARN needs a resourcemanager and at least one nodemanager");
    problems.unless(
        !yarn || volume == Volume.HDFS,
        "YARN needs HDFS; leave one of --yarn and the local volume out");
  }

  private static void checkKerberos(
      Security security, Map<Role, Integer> servers, int hosts, Problems problems) {
    boolean kerberos = security == Security.KERBEROS;
    problems.unless(
        kerberos == has(servers, Role.KDC), "a kdc goes with security kerberos, and only with it");
    problems.unless(
        !kerberos || hosts <= 0,
        "with security kerberos all is on the loopback address; leave hosts out");
  }

  private static void checkDisks(Disks disks, Volume volume, int hosts, Problems problems) {
    problems.unless(
        !disks.own() || volume == Volume.HDFS,
        "disks are those of DataNodes, and a local volume has none; leave one out");
    // The namespaces of hosts keep separate mounts, which a start could not renew.
    problems.unless(
        !disks.own() || hosts <= 0, "a cluster has disks or hosts, not both; leave one out");
  }

  private static void checkTiers(Disks disks, Volume volume, Security security, Problems problems) {
    if (disks.tiered().isEmpty()) {
      return;
    }
    problems.unless(
        volume == Volume.HDFS,
        "slow.…, placement.… and zookeeper.disk are of HDFS's DataNodes and directories, and with"
            + " volume "
            + volume.word()
            + " there is no HDFS; leave the volume out, or these");
    problems.unless(
        volume != Volume.HDFS || disks.own(),
        "slow.…, placement.… and zookeeper.disk are of two disks for each DataNode; give their"
            + " size, too, such as disks: 4G (--disks 4G)");
    problems.unless(
        security != Security.KERBEROS,
        "storage policies are set without a ticket; leave security kerberos out");
  }
}
