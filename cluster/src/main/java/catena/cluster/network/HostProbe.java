// SPDX-License-Identifier: Apache-2.0
package catena.cluster.network;

import catena.cluster.process.ShortCommand;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Limit;
import catena.cluster.spec.Network;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Sends datagrams from one host to another and looks into the other's counters whether they came.
 *
 * <p>Nobody listens on the port they go to, and no server of a cluster speaks UDP: the kernel
 * counts them as addressed to nobody. That needs no answer, and so tells one direction from the
 * other, and no listener, and so takes milliseconds.
 */
public final class HostProbe {
  private static final int DATAGRAMS = 3;
  private static final Duration LIMIT = Duration.ofMillis(300);
  private static final Duration LOOK = Duration.ofMillis(20);

  /** Sends to the port of "discard"; that it is refused in answer is no failure. */
  private static final String SEND =
      "for i in $(seq %d); do echo x > /dev/udp/%s/9; done 2> /dev/null; true";

  private final Network plan;
  private final IpTool ip;

  HostProbe(Network plan, IpTool ip) {
    this.plan = plan;
    this.ip = ip;
  }

  boolean arrives(String from, String to) throws IOException, InterruptedException {
    long before = addressedToNobody(to);
    in(from, "/bin/bash", "-c", SEND.formatted(DATAGRAMS, plan.address(to)));
    return Limit.of(LIMIT).await(LOOK, () -> addressedToNobody(to) >= before + DATAGRAMS);
  }

  private long addressedToNobody(String host) throws IOException, InterruptedException {
    return counter(in(host, "/bin/cat", "/proc/net/snmp"), "Udp:", "NoPorts");
  }

  private String in(String host, String... command) throws IOException, InterruptedException {
    Optional<String> space = plan.namespaceOf(host);
    List<String> line = List.of(command);
    return ShortCommand.output(space.map(name -> ip.inside(name, line)).orElse(line), "");
  }

  /** A counter of {@code /proc/net/snmp}, where a line of names is followed by one of numbers. */
  public static long counter(String snmp, String protocol, String name) throws IOException {
    List<String> lines = snmp.lines().filter(line -> line.startsWith(protocol + " ")).toList();
    if (lines.size() == 2) {
      int place = List.of(lines.get(0).split(" ", -1)).indexOf(name);
      if (place > 0) {
        return Long.parseLong(lines.get(1).split(" ", -1)[place]);
      }
    }
    throw new ClusterException("the kernel shows no counter " + name + " of " + protocol);
  }
}
