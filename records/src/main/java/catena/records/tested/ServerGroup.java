// SPDX-License-Identifier: Apache-2.0
package catena.records.tested;

import catena.records.server.Role;
import catena.records.tested.Tested.Server;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The servers of one role together.
 *
 * @param role the word of the {@link Role}
 * @param number how many there are, those on standby among them
 * @param standby how many of them wait for a lock
 * @param hosts how many hosts they are on
 * @param versions each version once with how many servers have it; {@link #UNKNOWN} for those that
 *     no source reports
 * @param builds the same for the commits that they were built from
 * @param jvms the same for their JVMs
 */
public record ServerGroup(
    String role,
    int number,
    long standby,
    long hosts,
    Map<String, Integer> versions,
    Map<String, Integer> builds,
    Map<String, Integer> jvms) {
  /** Stands for what no source reports. */
  public static final String UNKNOWN = "unknown";

  /** The groups of some servers: Accumulo's first, then what it stands on. */
  public static List<ServerGroup> of(List<Server> servers) {
    List<ServerGroup> groups = new ArrayList<>();
    for (Role.Stack stack : List.of(Role.Stack.ACCUMULO, Role.Stack.HADOOP, Role.Stack.ZOOKEEPER)) {
      for (Role role : Role.values()) {
        List<Server> own =
            servers.stream().filter(each -> each.role().equals(role.word())).toList();
        if (role.stack() == stack && !own.isEmpty()) {
          groups.add(group(role, own));
        }
      }
    }
    return groups;
  }

  private static ServerGroup group(Role role, List<Server> own) {
    return new ServerGroup(
        role.word(),
        own.size(),
        own.stream().filter(Server::standby).count(),
        own.stream().map(Server::host).distinct().count(),
        counts(own, Server::version),
        counts(own, Server::build),
        counts(own, Server::jvm));
  }

  private static Map<String, Integer> counts(
      List<Server> servers, Function<Server, Optional<String>> what) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    servers.forEach(each -> counts.merge(what.apply(each).orElse(UNKNOWN), 1, Integer::sum));
    return counts;
  }

  /** {@code 2.1.4}, or {@code 2.1.4 (3), unknown (1)} where not all are alike. */
  public static String inWords(Map<String, Integer> counts) {
    if (counts.size() == 1) {
      return counts.keySet().iterator().next();
    }
    List<String> words = new ArrayList<>();
    counts.forEach((what, n) -> words.add(what + " (" + n + ")"));
    return String.join(", ", words);
  }
}
