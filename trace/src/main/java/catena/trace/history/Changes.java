package catena.trace.history;

import catena.harness.journal.Event;
import catena.trace.history.HostingSource.Hosting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What has changed between two looks, as events; pure. */
public final class Changes {
  private Changes() {}

  public static List<Event> ofTablets(
      long at, String client, Map<String, Hosting> before, Map<String, Hosting> now) {
    List<Event> events = new ArrayList<>();
    now.forEach(
        (tablet, hosting) -> {
          if (!hosting.equals(before.get(tablet))) {
            events.add(
                new Event.TabletHosted(at, client, tablet, hosting.server(), hosting.logs()));
          }
        });
    before.keySet().stream()
        .filter(tablet -> !now.containsKey(tablet))
        .forEach(tablet -> events.add(new Event.TabletGone(at, client, tablet)));
    return events;
  }

  public static List<Event> ofLogs(
      long at, String client, Map<String, List<String>> before, Map<String, List<String>> now) {
    List<Event> events = new ArrayList<>();
    now.forEach(
        (server, logs) -> {
          if (!logs.equals(before.get(server))) {
            events.add(new Event.ServerLogs(at, client, server, logs));
          }
        });
    before.keySet().stream()
        .filter(server -> !now.containsKey(server))
        .forEach(server -> events.add(new Event.ServerLogs(at, client, server, List.of())));
    return events;
  }
}
