// SPDX-License-Identifier: Apache-2.0
package catena.cluster.network;

import catena.cluster.spec.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds out whether this machine can carry a network of hosts, by laying out the least of one. */
public final class NamespaceSupport {
  private NamespaceSupport() {}

  /** Why not, if it cannot, and what to do about it. */
  public static Optional<String> problem() throws IOException, InterruptedException {
    Object owner = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (!owner.equals(0)) {
      return Optional.of("hosts are network namespaces, which need root; call it with sudo");
    }
    Optional<IpTool> ip = IpTool.find();
    if (ip.isEmpty()) {
      return Optional.of(
          "hosts are made by 'ip', which is missing; install iproute2 (apt install iproute2)");
    }
    if (!Files.isExecutable(Path.of("/bin/bash"))) {
      return Optional.of("whether a host is reached is found out by /bin/bash, which is missing");
    }
    return attempt(ip.get());
  }

  private static Optional<String> attempt(IpTool ip) throws IOException, InterruptedException {
    String name = "catena-try-" + ProcessHandle.current().pid();
    try {
      ip.run("netns", "add", name);
      ip.batch(
          Optional.of(name),
          List.of(
              "link add one type veth peer name other",
              "rule add priority 100 from 198.18.0.1 to 198.18.0.2 blackhole"));
      return Optional.empty();
    } catch (ClusterException e) {
      return Optional.of(
          "this system makes no hosts; in a container, allow it CAP_SYS_ADMIN and CAP_NET_ADMIN: "
              + e.getMessage());
    } finally {
      if (Files.exists(Path.of("/run/netns", name))) {
        ip.run("netns", "delete", name);
      }
    }
  }
}
