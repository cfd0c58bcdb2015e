// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import catena.records.journal.Event;
import catena.records.server.TabletName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Where each tablet was hosted, and when, put together from the events of a run. */
public final class TabletHistory {
  /** Sorts after every row, for the last tablet of a table. */
  private static final String LAST = "\uffff";

  /** By tablet and time; empty from when the tablet is gone. */
  private final Map<String, TreeMap<Long, Optional<Event.TabletHosted>>> tablets = new TreeMap<>();

  /** By table and last row, the tablet. */
  private final Map<String, TreeMap<String, String>> tables = new HashMap<>();

  /** By server, the logs it wrote. */
  private final Map<String, Logs> logs = new TreeMap<>();

  /** A log and when it was one of a server's. */
  private record Use(String log, long from, long to) {}

  /** The logs of one server; each of them once, however often a change was recorded. */
  private static final class Logs {
    private final List<Use> over = new ArrayList<>();
    private final Map<String, Long> open = new TreeMap<>();

    void all(long at, List<String> now) {
      List.copyOf(open.keySet()).stream()
          .filter(log -> !now.contains(log))
          .forEach(log -> gone(at, log));
      now.forEach(log -> added(at, log));
    }

    void added(long at, String log) {
      open.putIfAbsent(log, at);
    }

    void gone(long at, String log) {
      Long since = open.remove(log);
      if (since != null) {
        over.add(new Use(log, since, at));
      }
    }

    /** Those that were in use at any time between two times, which are included. */
    Set<String> between(long from, long to) {
      TreeSet<String> all = new TreeSet<>();
      over.stream().filter(use -> use.from <= to && use.to > from).forEach(use -> all.add(use.log));
      open.forEach(
          (log, since) -> {
            if (since <= to) {
              all.add(log);
            }
          });
      return all;
    }
  }

  /** Takes an event; one about neither a tablet nor a log changes nothing. */
  public void accept(Event event) {
    if (event instanceof Event.TabletHosted hosted) {
      add(hosted.tablet(), hosted.at(), Optional.of(hosted));
    } else if (event instanceof Event.TabletGone gone) {
      add(gone.tablet(), gone.at(), Optional.empty());
    } else if (event instanceof Event.ServerLogs used) {
      logsOf(used.server()).all(used.at(), used.logs());
    } else if (event instanceof Event.LogsChanged changed) {
      Logs own = logsOf(changed.server());
      changed.gone().forEach(log -> own.gone(changed.at(), log));
      changed.added().forEach(log -> own.added(changed.at(), log));
    }
  }

  private Logs logsOf(String server) {
    return logs.computeIfAbsent(server, any -> new Logs());
  }

  private void add(String tablet, long at, Optional<Event.TabletHosted> state) {
    TabletName.parse(tablet)
        .ifPresent(
            name -> {
              tablets.computeIfAbsent(tablet, t -> new TreeMap<>()).put(at, state);
              tables
                  .computeIfAbsent(name.tableId(), id -> new TreeMap<>())
                  .put(name.endRow().orElse(LAST), tablet);
            });
  }

  /** Whether no tablet was ever seen. */
  public boolean isEmpty() {
    return tablets.isEmpty();
  }

  /** The tablet that a row was in; of what was recorded only later, the earliest. */
  public Optional<String> tabletOf(String tableId, String row, long at) {
    TreeMap<String, String> ends = tables.get(tableId);
    if (ends == null) {
      return Optional.empty();
    }
    Map<String, String> candidates = ends.tailMap(row, true);
    for (String tablet : candidates.values()) {
      Map.Entry<Long, Optional<Event.TabletHosted>> state = tablets.get(tablet).floorEntry(at);
      if (state != null && state.getValue().isPresent()) {
        return Optional.of(tablet);
      }
    }
    return candidates.values().stream()
        .min((a, b) -> Long.compare(tablets.get(a).firstKey(), tablets.get(b).firstKey()));
  }

  /** Where a tablet was hosted during a span of time, in order. */
  public List<HostingInterval> stays(String tablet, long from, long to) {
    List<HostingInterval> stays = new ArrayList<>();
    TreeMap<Long, Optional<Event.TabletHosted>> states =
        tablets.getOrDefault(tablet, new TreeMap<>());
    states.forEach(
        (at, host) -> {
          Long next = states.higherKey(at);
          long end = next == null ? Long.MAX_VALUE : next;
          host.map(hosted -> new HostingInterval(hosted.server(), hosted.logs(), at, end))
              .filter(stay -> stay.isDuring(from, to))
              .ifPresent(stays::add);
        });
    return stays;
  }

  /** The servers that hosted any tablet of a table during a span of time. */
  public Set<String> hostsOf(String tableId, long from, long to) {
    TreeSet<String> servers = new TreeSet<>();
    for (String tablet : tables.getOrDefault(tableId, new TreeMap<>()).values()) {
      stays(tablet, from, to).forEach(stay -> stay.server().ifPresent(servers::add));
    }
    return servers;
  }

  /** The write-ahead logs that a server is known to have written during a span of time. */
  public Set<String> logsOf(String server, long from, long to) {
    Logs own = logs.get(server);
    return own == null ? Set.of() : own.between(from, Math.max(from, to));
  }

  /** How many tablets a table had, at each time at which that changed; empty for an unknown one. */
  public Series numberOf(String tableId) {
    TreeMap<Long, Integer> changes = new TreeMap<>();
    for (String tablet : tables.getOrDefault(tableId, new TreeMap<>()).values()) {
      boolean there = false;
      for (Map.Entry<Long, Optional<Event.TabletHosted>> state : tablets.get(tablet).entrySet()) {
        if (there != state.getValue().isPresent()) {
          there = !there;
          changes.merge(state.getKey(), there ? 1 : -1, Integer::sum);
        }
      }
    }
    Series number = new Series();
    int sum = 0;
    for (Map.Entry<Long, Integer> change : changes.entrySet()) {
      sum += change.getValue();
      number.add(change.getKey(), sum);
    }
    return number;
  }

  /** The tablets that had no host when the recording ended. */
  public List<String> unhosted() {
    Predicate<Event.TabletHosted> unhosted = hosted -> hosted.server().isEmpty();
    return tablets.entrySet().stream()
        .filter(each -> each.getValue().lastEntry().getValue().filter(unhosted).isPresent())
        .map(Map.Entry::getKey)
        .toList();
  }
}
