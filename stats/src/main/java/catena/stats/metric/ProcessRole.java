package catena.stats.metric;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells what a process is from its command line, as a person would: by its main class. */
public final class ProcessRole {
  /** Our own processes. */
  static final String CLIENT = "client";

  private static final String ACCUMULO = "org.apache.accumulo.start.Main";
  private static final String CATENA = "catena.scenario.Main";
  private static final String COORDINATOR = "compaction-coordinator";
  private static final String YARN = "yarn";

  /** Words of Accumulo's starter; other ones are short-lived tools. */
  private static final List<String> SERVERS =
      List.of("tserver", "manager", "gc", "monitor", "sserver", "compactor", COORDINATOR);

  private static final Map<String, String> CLASSES =
      Map.ofEntries(
          Map.entry("org.apache.hadoop.hdfs.server.namenode.NameNode", "namenode"),
          Map.entry("org.apache.hadoop.hdfs.server.namenode.SecondaryNameNode", "namenode"),
          Map.entry("org.apache.hadoop.hdfs.tools.DFSZKFailoverController", "namenode"),
          Map.entry("org.apache.hadoop.hdfs.qjournal.server.JournalNode", "namenode"),
          Map.entry("org.apache.hadoop.hdfs.server.datanode.DataNode", "datanode"),
          Map.entry("org.apache.zookeeper.server.quorum.QuorumPeerMain", "zookeeper"),
          Map.entry("org.apache.zookeeper.server.ZooKeeperServerMain", "zookeeper"),
          Map.entry("org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", YARN),
          Map.entry("org.apache.hadoop.yarn.server.nodemanager.NodeManager", YARN),
          Map.entry("org.apache.hadoop.mapreduce.v2.app.MRAppMaster", YARN),
          Map.entry("org.apache.hadoop.mapred.YarnChild", YARN));

  private ProcessRole() {}

  /**
   * The group of a process; empty for one that is not ours to watch.
   *
   * @param words its command line
   * @param match text that the command line of a server must contain; empty for any
   */
  public static Optional<String> of(List<String> words, String match) {
    Optional<String> role = of(words);
    boolean theirs = role.isPresent() && !role.get().equals(CLIENT);
    return theirs && !String.join(" ", words).contains(match) ? Optional.empty() : role;
  }

  private static Optional<String> of(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      String next = i + 1 < words.size() ? words.get(i + 1) : "";
      if (word.equals(ACCUMULO)) {
        return Optional.of(next.equals(COORDINATOR) ? "coordinator" : next)
            .filter(any -> SERVERS.contains(next));
      } else if (word.equals(CATENA)) {
        return Optional.of(CLIENT).filter(any -> !next.equals("cluster"));
      } else if (CLASSES.containsKey(word)) {
        return Optional.of(CLASSES.get(word));
      }
    }
    return Optional.empty();
  }
}
