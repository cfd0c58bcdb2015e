// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.Network;
import catena.cluster.spec.NodeLimits;
import catena.cluster.spec.Security;
import catena.cluster.spec.Tiers;
import catena.cluster.spec.Volume;
import catena.records.server.Role;
import catena.records.settings.Texts;
import com.beust.jcommander.Parameter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.apache.accumulo.core.conf.Property;
import org.apache.accumulo.core.conf.PropertyType;
import org.apache.commons.lang3.builder.EqualsBuilder;

/**
 * The options of a start, a delegate for JCommander: what a cluster is to be, and null where an
 * option was not given.
 */
public final class ClusterRequest {
  @Parameter(names = "--datanodes", description = "DataNodes (1 in a new cluster)")
  private Integer datanodes;

  @Parameter(names = "--managers", description = "managers, those after the first stand by (1)")
  private Integer managers;

  @Parameter(names = "--tservers", description = "tablet servers (2)")
  private Integer tservers;

  @Parameter(names = "--sservers", description = "scan servers (0)")
  private Integer sservers;

  @Parameter(names = "--compactors", description = "external compactors and a coordinator (0)")
  private Integer compactors;

  @Parameter(
      names = "--hosts",
      description =
          "spread the servers over N hosts, each with its own address (network namespaces of this"
              + " machine); needs root (0: all on loopback)")
  private Integer hosts;

  @Parameter(names = "--yarn", description = "with a ResourceManager and a NodeManager")
  private boolean yarn;

  @Parameter(
      names = "--volume",
      description = "Accumulo's files are on hdfs, local-raw or local-checksummed (hdfs)")
  private String volume;

  @Parameter(
      names = "--zookeeper-timeout",
      description =
          "seconds after which ZooKeeper ends the session of a silent server, 4 to 40 (10)")
  private Integer zookeeperTimeout;

  @Parameter(
      names = "--accumulo-home",
      description =
          "start: Accumulo's servers are those of this unpacked tarball, or directory of jars, of"
              + " Accumulo 2.1.x (Catena's own)")
  private String accumuloHome;

  @Parameter(
      names = "--security",
      description = "start: how clients and servers talk: none, tls or kerberos (none)")
  private String security;

  @Parameter(
      names = "--disks",
      description =
          "start: each DataNode has a disk of this size to itself (ext4 on a loop device), whose"
              + " power can be cut, such as 6G; needs root (none)")
  private String disks;

  @Parameter(
      names = "--sync-on-close",
      arity = 1,
      description = "start: whether DataNodes sync a block to its disk when it is closed (true)")
  private Boolean syncOnClose;

  @Parameter(
      names = "--slow-write",
      description =
          "start: each DataNode has two disks of --disks, and what can be written to the slow one"
              + " in a second, such as 20M (no limit)")
  private String slowWrite;

  @Parameter(
      names = "--slow-read",
      description = "start: the same, what can be read from it in a second (no limit)")
  private String slowRead;

  @Parameter(
      names = "--slow-iops",
      description = "start: the same, how many reads, and as many writes, in a second (no limit)")
  private String slowIops;

  @Parameter(
      names = "--zookeeper-disk",
      description = "start: the same, where ZooKeeper keeps its log: fast or slow (slow)")
  private String zookeeperDisk;

  @Parameter(
      names = "--placement-wal",
      description = "start: the same, where write-ahead logs are: fast or slow (slow)")
  private String placementWal;

  @Parameter(
      names = "--placement-metadata",
      description = "start: the same, where root and metadata tables are: fast or slow (slow)")
  private String placementMetadata;

  @Parameter(
      names = "--placement-tables",
      description = "start: the same, where all other tables are: fast or slow (slow)")
  private String placementTables;

  @Parameter(
      names = "--placement-by",
      description =
          "start: the same, what places files: storage policies of HDFS, or volumes of Accumulo"
              + " and its volume chooser (policies)")
  private String placementBy;

  @Parameter(
      names = "--node-cpu",
      description =
          "start: cores that each node has, which is a tserver with the DataNode, scan server and"
              + " compactor of its number, such as 0.2; needs root (all)")
  private String nodeCpu;

  @Parameter(
      names = "--node-memory",
      description = "start: the same, memory with cached pages of files, such as 1G (all)")
  private String nodeMemory;

  @Parameter(
      names = "--node-net",
      description =
          "start: what each of --hosts takes in a second, and as much that it sends, such as 12M"
              + " (no limit)")
  private String nodeNet;

  @Parameter(
      names = "--clients-cpu",
      description = "start: cores of a command that runs a scenario on it, such as 0.5 (all)")
  private String clientsCpu;

  @Parameter(
      names = "--instrument",
      description = "start: Accumulo's servers have the agent that faults of their JVM need")
  private boolean instrument;

  @Parameter(names = "-o", description = "Accumulo site property, key=value; repeatable")
  private List<String> site = new ArrayList<>();

  /** No option is given yet. */
  public ClusterRequest() {}

  /** Whether anything was asked for. */
  public boolean any() {
    return !EqualsBuilder.reflectionEquals(this, new ClusterRequest());
  }

  /**
   * The spec with what was asked for instead of what it has.
   *
   * @throws IllegalArgumentException if something cannot be as asked, with all problems of a kind
   */
  public ClusterSpec applyTo(ClusterSpec before) {
    ClusterSpec spec = security == null ? before : before.withSecurity(Security.of(security));
    spec = spread(volume == null ? spec : spec.withVolume(Volume.of(volume)));
    Map<String, String> properties = new LinkedHashMap<>();
    site.forEach(each -> addProperty(each, properties));
    Duration timeout =
        zookeeperTimeout == null ? spec.zookeeperTimeout() : Duration.ofSeconds(zookeeperTimeout);
    spec = spec.with(numbers(), properties, timeout, disks(spec.disks()));
    spec = accumuloHome == null ? spec : spec.withAccumulo(Path.of(accumuloHome));
    spec = spec.withNodes(nodes(spec.nodes()));
    spec = instrument ? spec.withInstrument(true) : spec;
    return yarn ? spec.withYarn() : spec;
  }

  /** The options of two disks for each DataNode, by the words that scenarios have for them. */
  private Map<String, String> tiers() {
    return said(
        Tiers.WORDS,
        slowWrite,
        slowRead,
        slowIops,
        zookeeperDisk,
        placementWal,
        placementMetadata,
        placementTables,
        placementBy);
  }

  /** The options of nodes, by the words that scenarios have for them. */
  private Map<String, String> nodes() {
    return said(NodeLimits.WORDS, nodeCpu, nodeMemory, nodeNet, clientsCpu);
  }

  /** The values that were given, each by its word. */
  private static Map<String, String> said(List<String> words, String... values) {
    Map<String, String> said = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        said.put(words.get(i), values[i]);
      }
    }
    return said;
  }

  private NodeLimits nodes(NodeLimits before) {
    NodeLimits asked = before;
    for (Map.Entry<String, String> each : nodes().entrySet()) {
      asked = refused(each.getKey(), each.getValue(), asked::with);
    }
    return asked;
  }

  private Disks disks(Disks before) {
    Disks asked = disks == null ? before : before.sized(Texts.parseSize(disks));
    asked = syncOnClose == null ? asked : asked.syncing(syncOnClose);
    Map<String, String> tiers = tiers();
    if (before.tiered().isEmpty()) {
      Tiers.problem(tiers)
          .ifPresent(
              problem -> {
                throw new IllegalArgumentException("--placement-by volumes: " + problem);
              });
    }
    for (Map.Entry<String, String> each : tiers.entrySet()) {
      asked = refused(each.getKey(), each.getValue(), asked::tiered);
    }
    return asked;
  }

  private static <T> T refused(String word, String value, BiFunction<String, String, T> taken) {
    try {
      return taken.apply(word, value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--" + word.replace('.', '-') + " " + value + ": " + e.getMessage(), e);
    }
  }

  /** A cluster that is spread already keeps its numbers of servers. */
  private ClusterSpec spread(ClusterSpec spec) {
    if (hosts != null && hosts < 1) {
      throw new IllegalArgumentException(
          "--hosts takes 1 to %d, not %d; without it all is on the loopback address"
              .formatted(Network.MOST_WORKERS, hosts));
    }
    return hosts == null || hosts == spec.hosts() ? spec : spec.withHosts(hosts);
  }

  private Map<Role, Integer> numbers() {
    Map<Role, Integer> numbers = new LinkedHashMap<>();
    numbers.put(Role.DATANODE, datanodes);
    numbers.put(Role.MANAGER, managers);
    numbers.put(Role.TSERVER, tservers);
    numbers.put(Role.SSERVER, sservers);
    numbers.put(Role.COMPACTOR, compactors);
    numbers.put(Role.COORDINATOR, compactors == null || compactors == 0 ? null : 1);
    numbers.values().removeIf(Objects::isNull);
    return numbers;
  }

  private static void addProperty(String text, Map<String, String> properties) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(
          "-o takes key=value, not '" + text + "'; write for example -o gc.cycle.delay=30s");
    }
    String key = text.substring(0, equals).strip();
    String value = text.substring(equals + 1).strip();
    check(key, value);
    properties.put(key, value);
  }

  /**
   * Finds out whether Accumulo would start with a site property.
   *
   * @throws IllegalArgumentException if it has no such property, or that cannot be its value
   */
  public static void check(String key, String value) {
    if (!known(key)) {
      throw new IllegalArgumentException(
          "Accumulo knows no property '" + key + "'; look its name up in Accumulo's documentation");
    }
    if (!Property.isValidProperty(key, value)) {
      throw new IllegalArgumentException(
          "'" + value + "' is no value for " + key + ", which Accumulo would refuse to start with");
    }
  }

  /**
   * Whether Accumulo has a property of this name, or leaves names below a prefix to its users; its
   * own check lets every name pass that begins as some property does.
   */
  private static boolean known(String key) {
    return Property.getPropertyByKey(key) != null
        || Arrays.stream(Property.values())
            .filter(each -> each.getType() == PropertyType.PREFIX)
            .map(Property::getKey)
            .filter(prefix -> prefix.indexOf('.') < prefix.length() - 1)
            .anyMatch(prefix -> key.startsWith(prefix) && key.length() > prefix.length());
  }
}
