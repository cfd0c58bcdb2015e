// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.control.NetworkControl;
import catena.records.words.UsageException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What {@code catena cluster cut} and {@code heal} were told: two groups of hosts, or nothing. */
public record CutArguments(Set<String> from, Set<String> to) {
  /** Whoever the first group is not. */
  static final String OTHERS = "others";

  /**
   * Reads groups such as {@code host-1,host-2} and {@code others}.
   *
   * @throws UsageException if there are not two, or no such host
   */
  public static CutArguments of(List<String> words, List<String> hosts) {
    if (words.size() != 2) {
      throw new UsageException(
          "a cut is between two groups of hosts, such as: cut host-1 zookeeper,namenode");
    }
    Set<String> from = group(words.get(0), hosts);
    if (!words.get(1).equals(OTHERS)) {
      return new CutArguments(from, group(words.get(1), hosts));
    }
    Set<String> others = new LinkedHashSet<>(hosts);
    others.removeAll(from);
    return new CutArguments(from, others);
  }

  private static Set<String> group(String word, List<String> hosts) {
    Set<String> group = new LinkedHashSet<>(List.of(word.split(",", -1)));
    for (String host : group) {
      if (!hosts.contains(host)) {
        throw new UsageException(
            "there is no host '" + host + "'; there are " + String.join(", ", hosts));
      }
    }
    return group;
  }

  /** Cuts, or heals what the words name; without words everything. */
  static void perform(
      ClusterAction action, NetworkControl network, List<String> words, boolean oneWay)
      throws IOException, InterruptedException {
    if (action == ClusterAction.HEAL && words.isEmpty()) {
      network.healAll();
      return;
    }
    CutArguments groups = of(words, network.hosts());
    if (action == ClusterAction.CUT) {
      network.cut(groups.from(), groups.to(), oneWay);
    } else {
      network.heal(groups.from(), groups.to());
    }
  }
}
