package catena.stats.cluster;

import catena.records.journal.Event;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/** Compares the servers of one sample with those of the last one that had any. */
final class ServerDiff {
  private final String client;
  private final Map<String, SortedSet<String>> last = new HashMap<>();

  /**
   * A census that has seen nothing; what it sees first is no news.
   *
   * @param client in whose name it speaks
   */
  ServerDiff(String client) {
    this.client = client;
  }

  /** Who has gone, then who has come, role by role. */
  List<Event> take(long at, SortedMap<String, SortedSet<String>> servers) {
    List<Event> news = new ArrayList<>();
    servers.forEach(
        (role, now) -> {
          SortedSet<String> before = last.put(role, now);
          if (before != null) {
            Sets.difference(before, now)
                .forEach(s -> news.add(new Event.ServerLost(at, client, role, s)));
            Sets.difference(now, before)
                .forEach(s -> news.add(new Event.ServerBack(at, client, role, s)));
          }
        });
    return news;
  }
}
