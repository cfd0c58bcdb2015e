package catena.trace.history;

import catena.harness.history.Span;
import catena.harness.journal.Event;
import catena.trace.history.HostingSource.Hosting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What has changed between two looks, as events; pure. A look takes a while: that something is
 * there is dated by its end, that it is not by its begin.
 */
public final class Changes {
  private Changes() {}

  /** Tablets that have come, gone, or have another host or none. */
  public static List<Event> ofTablets(
      Span look, String client, Map<String, Hosting> before, Map<String, Hosting> now) {
    List<Event> events = new ArrayList<>();
    now.forEach(
        (tablet, hosting) -> {
          if (!hosting.equals(before.get(tablet))) {
            long at = hosting.server().isPresent() ? look.to() : look.from();
            events.add(
                new Event.TabletHosted(at, client, tablet, hosting.server(), hosting.logs()));
          }
        });
    before.keySet().stream()
        .filter(tablet -> !now.containsKey(tablet))
        .forEach(tablet -> events.add(new Event.TabletGone(look.from(), client, tablet)));
    return events;
  }

  /** Tservers that write other write-ahead logs, or none. */
  public static List<Event> ofLogs(
      Span look, String client, Map<String, List<String>> before, Map<String, List<String>> now) {
    List<Event> events = new ArrayList<>();
    now.forEach(
        (server, logs) -> {
          if (!logs.equals(before.get(server))) {
            events.add(new Event.ServerLogs(look.to(), client, server, logs));
          }
        });
    before.keySet().stream()
        .filter(server -> !now.containsKey(server))
        .forEach(
            server -> events.add(new Event.ServerLogs(look.from(), client, server, List.of())));
    return events;
  }
}
