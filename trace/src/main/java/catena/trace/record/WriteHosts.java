// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.records.history.FaultRecord;
import catena.records.history.HostingInterval;
import catena.records.history.TabletHistory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which servers took the writes of a tablet, and when.
 *
 * <p>A server that was killed, halted or cut off is still seen as the tablet's host until its
 * session in ZooKeeper is over. It takes nothing in that time: what was sent to it then was taken
 * by the next one. So a stay that does not outlast the fault ends where the fault struck.
 */
public final class WriteHosts {
  /** How much earlier or later the recorder may date a change than the agitator does. */
  public static final long BLUR_MILLIS = 2_000;

  private final TabletHistory tablets;
  private final List<Incident> faults;
  private final Map<String, List<HostingInterval>> known = new HashMap<>();

  /**
   * The hosts that a run has recorded.
   *
   * @param faults with the addresses of their targets
   */
  public WriteHosts(TabletHistory tablets, List<Incident> faults) {
    this.tablets = tablets;
    this.faults = List.copyOf(faults);
  }

  /** The stays of a tablet in which a server took its writes, in order. */
  public List<HostingInterval> of(String tablet) {
    return known.computeIfAbsent(tablet, this::stays);
  }

  /**
   * The server that took a write that was sent at a time: the host of that moment; else the next
   * one, since a client tries until it finds one; else the last that is known.
   */
  Optional<String> taking(String tablet, long sent) {
    List<HostingInterval> stays = of(tablet);
    return stays.stream()
        .filter(stay -> stay.to() >= sent)
        .findFirst()
        .or(() -> stays.stream().reduce((a, b) -> b))
        .flatMap(HostingInterval::server);
  }

  private List<HostingInterval> stays(String tablet) {
    List<HostingInterval> stays = new ArrayList<>();
    for (HostingInterval each : tablets.stays(tablet, Long.MIN_VALUE, Long.MAX_VALUE)) {
      if (each.server().isPresent()) {
        HostingInterval last = stays.isEmpty() ? null : stays.get(stays.size() - 1);
        if (last != null && last.server().equals(each.server()) && last.to() == each.from()) {
          stays.set(stays.size() - 1, until(last, each.to()));
        } else {
          stays.add(each);
        }
      }
    }
    stays.replaceAll(this::cut);
    return List.copyOf(stays);
  }

  private static HostingInterval until(HostingInterval stay, long end) {
    return new HostingInterval(stay.server(), stay.logs(), stay.from(), end);
  }

  private HostingInterval cut(HostingInterval stay) {
    return until(
        stay,
        faults.stream()
            .filter(fault -> outlasts(fault.planned().orElseThrow(), stay))
            .filter(fault -> fault.hits(stay.server().orElseThrow()))
            .mapToLong(Incident::at)
            .min()
            .orElse(stay.to()));
  }

  private static boolean outlasts(FaultRecord fault, HostingInterval stay) {
    boolean goesOn = !fault.isAbrupt() || fault.kind().equals("jvm"); // and takes writes
    if (goesOn || fault.startedAt() < stay.from() || stay.to() <= fault.startedAt()) {
      return false;
    } else if (fault.recoveredAt().isPresent()) {
      return stay.to() <= fault.recoveredAt().getAsLong() + BLUR_MILLIS;
    }
    return fault.healedAt().isEmpty()
        || stay.to() <= fault.healedAt().getAsLong() + ServerHistory.NOTICE_MILLIS;
  }
}
