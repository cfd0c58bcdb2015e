// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.control.NetworkControl;
import catena.cluster.spec.Server;
import catena.harness.instance.ServerId;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Lays servers out as a table for people. */
public final class ServerTable {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
  private static final String FORMAT = "%-18s %9s  %-8s %-20s %s%s";

  private ServerTable() {}

  /** A heading and a line for each server, with its host if there are any, and times of a zone. */
  public static List<String> lines(
      List<Server> servers, Optional<Function<ServerId, String>> hosts, ZoneId zone) {
    Function<ServerId, String> host =
        hosts
            .<Function<ServerId, String>>map(of -> id -> "%-10s ".formatted(of.apply(id)))
            .orElse(id -> "");
    List<String> lines = new ArrayList<>();
    lines.add(
        FORMAT
            .formatted(
                "server",
                "pid",
                "state",
                "since",
                hosts.isPresent() ? "host       " : "",
                "address")
            .stripTrailing());
    servers.forEach(
        server -> lines.add(line(server, host.apply(server.id()), zone).stripTrailing()));
    return lines;
  }

  private static String line(Server server, String host, ZoneId zone) {
    return FORMAT.formatted(
        server.id(),
        server.pid().isPresent() ? Long.toString(server.pid().getAsLong()) : "-",
        server.state(),
        server.since().map(since -> TIME.format(since.atZone(zone))).orElse("-"),
        host,
        address(server));
  }

  /** A line for each cut, in both directions where it is in both. */
  public static List<String> cuts(List<NetworkControl.Cut> cuts) {
    List<String> lines = new ArrayList<>();
    for (NetworkControl.Cut cut : cuts) {
      NetworkControl.Cut back = new NetworkControl.Cut(cut.to(), cut.from());
      if (!cuts.contains(back)) {
        lines.add("cut: " + cut.from() + " -> " + cut.to());
      } else if (cut.from().compareTo(cut.to()) < 0) {
        lines.add("cut: " + cut.from() + " <-> " + cut.to());
      }
    }
    return lines.isEmpty() ? List.of("no cuts") : lines;
  }

  private static String address(Server server) {
    return server.ports().isEmpty()
        ? ""
        : server.host()
            + " "
            + server.ports().entrySet().stream()
                .map(port -> port.getKey() + ":" + port.getValue())
                .collect(Collectors.joining(" "));
  }
}
