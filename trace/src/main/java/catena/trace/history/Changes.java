package catena.trace.history;

import catena.harness.journal.Event;
import catena.trace.history.HostingSource.Hosting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What has changed between two looks, as events; pure. */
public final class Changes {
  private Changes() {}

  /**
   * Tablets that are new, hosted elsewhere, or gone.
   *
   * @param at the time of the events, milliseconds since 1970
   * @param client who looked
   */
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

  /**
   * The logs of servers whose logs are others than before; of a server that is gone, none.
   *
   * @param at the time of the events, milliseconds since 1970
   * @param client who looked
   */
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
