package catena.cluster;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lays servers out as a table for people. */
final class ServerTable {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
  private static final String FORMAT = "%-18s %9s  %-8s %-20s %s";

  private ServerTable() {}

  /** A heading and a line for each server, with times of a zone. */
  static List<String> lines(List<Server> servers, ZoneId zone) {
    List<String> lines = new ArrayList<>();
    lines.add(FORMAT.formatted("server", "pid", "state", "since", "address").stripTrailing());
    servers.forEach(server -> lines.add(line(server, zone).stripTrailing()));
    return lines;
  }

  private static String line(Server server, ZoneId zone) {
    return FORMAT.formatted(
        server.id(),
        server.pid().isPresent() ? Long.toString(server.pid().getAsLong()) : "-",
        server.state(),
        server.since().map(since -> time(since, zone)).orElse("-"),
        address(server));
  }

  private static String time(Instant since, ZoneId zone) {
    return TIME.format(since.atZone(zone));
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
