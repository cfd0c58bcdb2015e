package catena.report.history;

import catena.records.history.RateBins;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What writers handed to their batch writers, second by second, whether it was acknowledged or not:
 * a stall within a window shows in it, and in the acknowledgements it does not.
 */
final class HandedOver {
  private final SortedMap<String, RateBins> groups = new TreeMap<>();
  private final Map<String, RateBins> byClient = new HashMap<>();

  /** Takes an event; one that is not of a writer's intervals changes nothing. */
  void accept(Event event) {
    if (event instanceof Event.Throughput told && told.writes()) {
      List<Long> counts = told.counts();
      RateBins group =
          byClient.computeIfAbsent(
              told.client(),
              client -> groups.computeIfAbsent(ClientName.group(client), name -> new RateBins()));
      for (int i = 0; i < counts.size(); i++) {
        long from = Math.min(told.at(), told.beganAt() + i * 1000L);
        group.add(from, Math.min(told.at(), from + 1000), counts.get(i));
      }
    }
  }

  /** By the group of the writers; those of which nothing is known are left out. */
  SortedMap<String, RateBins> groups() {
    SortedMap<String, RateBins> known = new TreeMap<>(groups);
    known.values().removeIf(bins -> bins.total() == 0);
    return known;
  }
}
