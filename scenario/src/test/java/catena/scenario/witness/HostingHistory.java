// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import catena.scenario.witness.Sightings.Hosting;
import catena.scenario.witness.Sightings.LockChange;
import catena.scenario.witness.Sightings.ProcessChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Who served which tablet when, by what the managers logged, and when nobody did: from the death of
 * its host, the loss of its host's lock or its unloading, whichever came first, until it was
 * loaded.
 */
final class HostingHistory {
  /** A tablet was at a server from a time until another. */
  private record Stay(Extent extent, String address, long from, long to) {}

  private final List<Stay> stays = new ArrayList<>();
  private final List<Spans.Span> unhosted = new ArrayList<>();

  HostingHistory(Sightings seen) {
    Map<Extent, Stay> now = new HashMap<>();
    Map<Extent, Long> nowhere = new HashMap<>();
    for (Event event : events(seen)) {
      if (event.hosting() == null) {
        now.values().stream()
            .filter(stay -> stay.address().endsWith(event.lost()))
            .toList()
            .forEach(stay -> leave(now, nowhere, stay, event.at()));
      } else {
        Extent extent = Extent.parse(event.hosting().tablet());
        now.values().stream()
            .filter(stay -> stay.extent().overlaps(extent) && event.hosting().ends(stay.address()))
            .toList()
            .forEach(stay -> leave(now, nowhere, stay, event.at()));
        if (event.hosting().loaded()) {
          nowhere.keySet().stream()
              .filter(extent::overlaps)
              .toList()
              .forEach(other -> unhosted.add(new Spans.Span(nowhere.remove(other), event.at())));
          now.put(extent, new Stay(extent, event.hosting().address(), event.at(), Long.MAX_VALUE));
        }
      }
    }
    stays.addAll(now.values());
    nowhere.forEach((extent, from) -> unhosted.add(new Spans.Span(from, Long.MAX_VALUE)));
  }

  private void leave(Map<Extent, Stay> now, Map<Extent, Long> nowhere, Stay stay, long at) {
    now.remove(stay.extent());
    nowhere.put(stay.extent(), at);
    stays.add(new Stay(stay.extent(), stay.address(), stay.from(), at));
  }

  /**
   * Something about tablets.
   *
   * @param lost the end of the address of a server that serves no more; else a tablet's hosting
   */
  private record Event(long at, String lost, Hosting hosting) {}

  private static List<Event> events(Sightings seen) {
    List<Event> events = new ArrayList<>();
    seen.hostings().forEach(hosting -> events.add(new Event(hosting.at(), null, hosting)));
    for (LockChange lock : seen.locks()) {
      if (lock.role().equals("tserver") && !lock.held()) {
        events.add(new Event(lock.at(), lock.address(), null));
      }
    }
    Map<Long, Integer> ports = new TreeMap<>();
    for (ProcessChange process : seen.processes()) {
      int port = ports.merge(process.pid(), process.port(), Math::max);
      if (process.server().startsWith("tserver") && process.ended() && port != 0) {
        events.add(new Event(process.at(), ":" + port, null));
      }
    }
    events.sort(Comparator.comparingLong(Event::at));
    return events;
  }

  /** The address of the server that had the tablet of a row at a time. */
  Optional<String> host(String tableId, String row, long at) {
    return stays.stream()
        .filter(stay -> stay.extent().table().equals(tableId) && stay.extent().holds(row))
        .filter(stay -> stay.from() <= at && at < stay.to())
        .map(Stay::address)
        .findFirst();
  }

  /** When the tablet of a row was loaded the first time after a time. */
  OptionalLong loaded(String tableId, String row, long after) {
    return stays.stream()
        .filter(stay -> stay.extent().table().equals(tableId) && stay.extent().holds(row))
        .mapToLong(Stay::from)
        .filter(from -> from > after)
        .min();
  }

  /** When any tablet of any table was without a host; each tablet's times by themselves. */
  List<Spans.Span> unhosted() {
    return List.copyOf(unhosted);
  }
}
