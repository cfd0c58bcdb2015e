package catena.harness.history;

import catena.harness.instance.TabletName;
import catena.harness.journal.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Where each tablet was hosted, and when, put together from the events of a run. */
public final class TabletHistory {
  /** Sorts after every row, for the last tablet of a table. */
  private static final String LAST = "\uffff";

  private record Look(Optional<String> server, List<String> logs, boolean gone) {}

  /** By tablet and time. */
  private final Map<String, TreeMap<Long, Look>> tablets = new TreeMap<>();

  /** By table and last row, the tablet. */
  private final Map<String, TreeMap<String, String>> tables = new HashMap<>();

  /** By server and time, the logs it wrote. */
  private final Map<String, TreeMap<Long, List<String>>> logs = new TreeMap<>();

  /** Takes an event; one that tells of no tablet and no log changes nothing. */
  public void accept(Event event) {
    if (event instanceof Event.TabletHosted hosted) {
      add(hosted.tablet(), hosted.at(), new Look(hosted.server(), hosted.logs(), false));
    } else if (event instanceof Event.TabletGone gone) {
      add(gone.tablet(), gone.at(), new Look(Optional.empty(), List.of(), true));
    } else if (event instanceof Event.ServerLogs used) {
      logs.computeIfAbsent(used.server(), s -> new TreeMap<>()).put(used.at(), used.logs());
    }
  }

  private void add(String tablet, long at, Look look) {
    TabletName.parse(tablet)
        .ifPresent(
            name -> {
              tablets.computeIfAbsent(tablet, t -> new TreeMap<>()).put(at, look);
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
      Map.Entry<Long, Look> look = tablets.get(tablet).floorEntry(at);
      if (look != null && !look.getValue().gone) {
        return Optional.of(tablet);
      }
    }
    return candidates.values().stream()
        .min((a, b) -> Long.compare(tablets.get(a).firstKey(), tablets.get(b).firstKey()));
  }

  /** With whom a tablet was during a span of time, in order. */
  public List<HostingInterval> stays(String tablet, long from, long to) {
    List<HostingInterval> stays = new ArrayList<>();
    TreeMap<Long, Look> looks = tablets.getOrDefault(tablet, new TreeMap<>());
    for (Map.Entry<Long, Look> each : looks.entrySet()) {
      Long next = looks.higherKey(each.getKey());
      Look look = each.getValue();
      HostingInterval stay =
          new HostingInterval(
              look.server, look.logs, each.getKey(), next == null ? Long.MAX_VALUE : next);
      if (!look.gone && stay.isDuring(from, to)) {
        stays.add(stay);
      }
    }
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
    TreeMap<Long, List<String>> used = logs.getOrDefault(server, new TreeMap<>());
    Long first = used.floorKey(from);
    TreeSet<String> all = new TreeSet<>();
    used.subMap(first == null ? from : first, true, Math.max(from, to), true)
        .values()
        .forEach(all::addAll);
    return all;
  }

  /** The tablets that had no host when the recording ended. */
  public List<String> unhosted() {
    return tablets.entrySet().stream()
        .filter(each -> isUnhosted(each.getValue().lastEntry().getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isUnhosted(Look look) {
    return !look.gone && look.server.isEmpty();
  }
}
