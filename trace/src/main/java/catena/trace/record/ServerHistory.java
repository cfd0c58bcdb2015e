// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.records.history.FaultHistory;
import catena.records.history.FaultRecord;
import catena.records.journal.Event;
import catena.records.server.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What happened to the servers of a run: faults aimed at them, and other failures of servers. */
public final class ServerHistory {
  /** A server may be noticed as gone this long after the fault that took it was over. */
  static final long NOTICE_MILLIS = 30_000;

  private final FaultHistory faults = new FaultHistory();
  private final List<Incident> lost = new ArrayList<>();

  /** All faults, put together when they are first asked for. */
  private Optional<List<Incident>> aimed = Optional.empty();

  /** By server name, the addresses it was seen at, by time. */
  private final Map<String, TreeMap<Long, String>> addresses = new HashMap<>();

  void accept(Event event) {
    aimed = Optional.empty();
    if (event instanceof Event.FaultStarted started) {
      started.targets().forEach(target -> seen(started.at(), FaultTarget.parse(target)));
    } else if (event instanceof Event.ServerBack back) {
      seen(back.at(), FaultTarget.parse(back.server()));
    } else if (event instanceof Event.ServerAdded added) {
      seen(added.at(), FaultTarget.parse(added.server()));
    } else if (event instanceof Event.ServerLost gone && Role.of(gone.role()).isPresent()) {
      lost.add(new Incident(gone.at(), Optional.empty(), List.of(server(gone))));
    }
    boolean unused = faults.accept(event);
  }

  private static FaultTarget server(Event.ServerLost gone) {
    FaultTarget named = FaultTarget.parse(gone.server());
    return named.role().isPresent()
        ? named
        : new FaultTarget(named.text(), Role.of(gone.role()), named.name(), named.address());
  }

  private void seen(long at, FaultTarget target) {
    if (target.name().isPresent() && target.address().isPresent()) {
      addresses
          .computeIfAbsent(target.name().get(), name -> new TreeMap<>())
          .put(at, target.address().get());
    }
  }

  /** Whether the begin of each fault is known of which anything is. */
  boolean isWhole() {
    return faults.headless() == 0;
  }

  /** The faults, by the time at which they began, their targets with the addresses they had. */
  public List<Incident> faults() {
    if (aimed.isEmpty()) {
      aimed = Optional.of(faults.faults().stream().map(this::planned).toList());
    }
    return aimed.get();
  }

  private Incident planned(FaultRecord fault) {
    return new Incident(
        fault.startedAt(),
        Optional.of(fault),
        fault.targets().stream()
            .map(FaultTarget::parse)
            .map(target -> addressed(target, fault.startedAt()))
            .toList());
  }

  private FaultTarget addressed(FaultTarget target, long at) {
    if (target.address().isPresent() || target.name().isEmpty()) {
      return target;
    }
    TreeMap<Long, String> known = addresses.get(target.name().get());
    Map.Entry<Long, String> last = known == null ? null : known.floorEntry(at);
    return last == null ? target : target.at(last.getValue());
  }

  /** The servers that were lost while no fault was aimed at them. */
  public List<Incident> deaths() {
    List<Incident> planned = faults();
    return lost.stream()
        .map(this::addressed)
        .filter(death -> planned.stream().noneMatch(fault -> explains(fault, death)))
        .toList();
  }

  private Incident addressed(Incident death) {
    FaultTarget server = addressed(death.targets().get(0), death.at());
    return new Incident(death.at(), Optional.empty(), List.of(server));
  }

  private static boolean explains(Incident fault, Incident death) {
    OptionalLong ended = fault.planned().orElseThrow().endedAt();
    return fault.at() <= death.at()
        && (ended.isEmpty() || death.at() <= ended.getAsLong() + NOTICE_MILLIS)
        && fault.targets().stream().anyMatch(target -> isSame(target, death.targets().get(0)));
  }

  private static boolean isSame(FaultTarget target, FaultTarget server) {
    boolean named = target.name().isPresent() && target.name().equals(server.name());
    boolean addressed = target.address().isPresent() && target.address().equals(server.address());
    return named || addressed || server.address().map(target::isHostOf).orElse(false);
  }

  /** The name of the server that had an address, if the journal ever says it. */
  public Optional<String> nameOf(String address) {
    return addresses.entrySet().stream()
        .filter(each -> each.getValue().containsValue(address))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
