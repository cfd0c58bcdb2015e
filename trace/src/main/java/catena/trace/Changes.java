// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import catena.records.history.Span;
import catena.records.journal.Event;
import catena.trace.HostingSource.Hosting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What has changed between two looks, as events; pure. A look takes a while: that something is
 * there is dated by its end, that it is not by its begin.
 */
public final class Changes {
  private Changes() {}

  /**
   * Tablets that are new, hosted elsewhere, or gone.
   *
   * @param look its begin, which dates what is gone, and its end, which dates what is there
   * @param client who looked
   */
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

  /**
   * The logs of servers whose logs are others than before: of a new server all, of a known one what
   * came and what is gone, of one that is gone that it has none.
   *
   * @param look its begin, which dates what is gone, and its end, which dates what is there
   * @param client who looked
   */
  public static List<Event> ofLogs(
      Span look, String client, Map<String, List<String>> before, Map<String, List<String>> now) {
    List<Event> events = new ArrayList<>();
    now.forEach(
        (server, logs) -> {
          List<String> known = before.get(server);
          if (known == null) {
            events.add(new Event.ServerLogs(look.to(), client, server, logs));
          } else if (!logs.equals(known)) {
            events.add(
                new Event.LogsChanged(
                    look.to(), client, server, without(logs, known), without(known, logs)));
          }
        });
    before.keySet().stream()
        .filter(server -> !now.containsKey(server))
        .forEach(
            server -> events.add(new Event.ServerLogs(look.from(), client, server, List.of())));
    return events;
  }

  private static List<String> without(List<String> some, List<String> others) {
    Set<String> out = Set.copyOf(others);
    return some.stream().filter(log -> !out.contains(log)).toList();
  }
}
