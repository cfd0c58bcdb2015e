// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import catena.harness.instance.ServerId;
import catena.records.server.ServerName;
import com.google.common.net.HostAndPort;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * One server of a cluster, as it was when the cluster was asked.
 *
 * @param id its name
 * @param state what has become of it
 * @param pid its process, if there is one
 * @param host the address it listens on
 * @param ports the ports it listens on, by name, sorted; empty when there is no process
 * @param since when its process was started, if there is one
 * @param log its own log
 */
public record Server(
    ServerId id,
    ServerState state,
    OptionalLong pid,
    String host,
    Map<String, Integer> ports,
    Optional<Instant> since,
    Path log) {
  private static final List<String> ADDRESSED =
      List.of("client", "rpc", "data", "http", "container");

  /** The address that names it, host and port: where its clients go; empty without a process. */
  public Optional<String> address() {
    return ADDRESSED.stream()
        .flatMap(port -> Stream.ofNullable(ports.get(port)))
        .findFirst()
        .map(port -> HostAndPort.fromParts(host, port).toString());
  }

  /** Its name and its address. */
  public ServerName name() {
    return new ServerName(id.toString(), address());
  }
}
