// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Network;
import catena.records.server.Role;
import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParameterDescription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.Strings;

/**
 * The options of a start, a delegate for JCommander: what a cluster is to be, and null where an
 * option was not given.
 */
@SuppressWarnings("UnusedVariable") // most options are read by their names
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
  private Boolean yarn;

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
  private Boolean instrument;

  @Parameter(names = "-o", description = "Accumulo site property, key=value; repeatable")
  private List<String> site = new ArrayList<>();

  /** No option is given yet. */
  public ClusterRequest() {}

  /** The options that were given. */
  List<String> given() {
    return List.copyOf(values().keySet());
  }

  private Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    for (ParameterDescription option : new JCommander(this).getParameters()) {
      Object value = option.getParameterized().get(this);
      if (value != null && !value.equals(List.of())) {
        values.put(option.getLongestName(), value);
      }
    }
    return values;
  }

  /**
   * The spec with what was asked for instead of what it has.
   *
   * @throws IllegalArgumentException if something cannot be as asked, with all problems
   */
  public ClusterSpec applyTo(ClusterSpec before) {
    if (hosts != null && hosts < 1) {
      throw new IllegalArgumentException(
          "--hosts takes 1 to %d, not %d; without it all is on the loopback address"
              .formatted(Network.MOST_WORKERS, hosts));
    }
    Map<String, String> words = new LinkedHashMap<>();
    Map<String, String> typed = new HashMap<>();
    values()
        .forEach(
            (option, value) -> {
              switch (option) {
                case "-o" -> site.forEach(each -> addProperty(each, words));
                case "--yarn" -> {
                  words.put(Role.RESOURCEMANAGER.word(), "1");
                  int most = Math.max(1, before.number(Role.NODEMANAGER));
                  words.put(Role.NODEMANAGER.word(), Integer.toString(most));
                }
                case "--zookeeper-timeout" -> words.put("zookeeper.timeout", value + "s");
                case "--accumulo-home" -> words.put("accumulo", accumuloHome);
                default -> {
                  words.put(word(option), value.toString());
                  typed.put(word(option), option + " " + value + ": ");
                }
              }
            });
    if (compactors != null && compactors > 0) {
      words.put(Role.COORDINATOR.word(), "1");
    }
    return before.with(words, (word, problem) -> typed.getOrDefault(word, "") + problem);
  }

  /** The word that scenarios have for an option: {@code slow.write}, {@code tserver}. */
  private static String word(String option) {
    String word = option.substring(2).replace('-', '.');
    String one = Strings.CS.removeEnd(word, "s");
    return Role.of(one).isPresent() ? one : word;
  }

  private static void addProperty(String text, Map<String, String> words) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(
          "-o takes key=value, not '" + text + "'; write for example -o gc.cycle.delay=30s");
    }
    words.put("site." + text.substring(0, equals).strip(), text.substring(equals + 1).strip());
  }
}
