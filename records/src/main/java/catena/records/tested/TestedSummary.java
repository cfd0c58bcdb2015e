// SPDX-License-Identifier: Apache-2.0
package catena.records.tested;

import catena.records.server.Role;
import catena.records.tested.Tested.Server;
import catena.records.tested.Tested.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What was under test, in one line for a person. */
public final class TestedSummary {
  private TestedSummary() {}

  /** {@code Accumulo 2.1.4 with 3 tservers, Hadoop 3.3.6, ZooKeeper 3.9.3}. */
  public static String of(Snapshot snapshot) {
    return accumulo(snapshot) + " " + surroundings(snapshot);
  }

  /** {@code Accumulo 2.1.4}. */
  public static String accumulo(Snapshot snapshot) {
    return "Accumulo " + versions(snapshot, Role.Stack.ACCUMULO);
  }

  /** {@code with 3 tservers, Hadoop 3.3.6, ZooKeeper 3.9.3}. */
  public static String surroundings(Snapshot snapshot) {
    List<String> words = new ArrayList<>();
    int tservers = snapshot.of(Role.TSERVER).size();
    words.add("with " + tservers + (tservers == 1 ? " tserver" : " tservers"));
    if (snapshot.servers().stream().anyMatch(each -> isOf(each, Role.Stack.HADOOP))) {
      words.add("Hadoop " + versions(snapshot, Role.Stack.HADOOP));
    }
    words.add("ZooKeeper " + versions(snapshot, Role.Stack.ZOOKEEPER));
    return String.join(", ", words);
  }

  /** The versions of the servers of a stack: those that are known, each once. */
  private static String versions(Snapshot snapshot, Role.Stack stack) {
    String known =
        snapshot.servers().stream()
            .filter(each -> isOf(each, stack))
            .flatMap(each -> each.version().stream())
            .distinct()
            .sorted()
            .collect(Collectors.joining(" and "));
    return known.isEmpty() ? "of unknown version" : known;
  }

  private static boolean isOf(Server server, Role.Stack stack) {
    return Role.of(server.role()).filter(role -> role.stack() == stack).isPresent();
  }
}
