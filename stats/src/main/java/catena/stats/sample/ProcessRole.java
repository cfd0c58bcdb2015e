// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.server.Role;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells what a process is from its command line, as a person would: by its main class. */
public final class ProcessRole {
  /** Our own processes. */
  static final String CLIENT = "client";

  private static final String ACCUMULO = "org.apache.accumulo.start.Main";
  private static final String CATENA = "catena.scenario.Main";
  private static final String YARN = "yarn";
  private static final String NAMENODE = Role.NAMENODE.word();

  /** Main classes that belong to a server of some role, or to YARN, without being that server's. */
  private static final Map<String, String> HELPERS =
      Map.ofEntries(
          Map.entry("org.apache.hadoop.hdfs.server.namenode.SecondaryNameNode", NAMENODE),
          Map.entry("org.apache.hadoop.hdfs.tools.DFSZKFailoverController", NAMENODE),
          Map.entry("org.apache.hadoop.hdfs.qjournal.server.JournalNode", NAMENODE),
          Map.entry("org.apache.zookeeper.server.ZooKeeperServerMain", Role.ZOOKEEPER.word()),
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
        // Other words of its starter are short-lived tools.
        return Role.ofProgram(Role.Stack.ACCUMULO, next).map(Role::word);
      } else if (word.equals(CATENA)) {
        return Optional.of(CLIENT).filter(any -> !next.equals("cluster"));
      }
      Optional<String> group = byMainClass(word);
      if (group.isPresent()) {
        return group;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> byMainClass(String word) {
    return Role.ofProgram(Role.Stack.HADOOP, word)
        .or(() -> Role.ofProgram(Role.Stack.ZOOKEEPER, word))
        .or(() -> Role.ofProgram(Role.Stack.KERBEROS, word))
        .map(ProcessRole::group)
        .or(() -> Optional.ofNullable(HELPERS.get(word)));
  }

  /** YARN's servers and its children are one group. */
  private static String group(Role role) {
    return switch (role) {
      case RESOURCEMANAGER, NODEMANAGER -> YARN;
      default -> role.word();
    };
  }
}
