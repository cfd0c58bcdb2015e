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
 * Who took the writes of a tablet, and when.
 *
 * <p>A server that was killed, halted or cut off is still seen as the tablet's host until its
 * session in ZooKeeper is over. It takes nothing in that time: what was sent to it then was taken
 * by the next one. So a stay that does not outlast the fault ends where the fault struck.
 */
public final class WriteHosts {
  /** What the recorder saw may be dated that much later than what the agitator saw. */
  private static final long BLUR_MILLIS = 2_000;

  private final TabletHistory tablets;
  private final List<Incident.Planned> faults;
  private final Map<String, List<Stay>> known = new HashMap<>();

  /**
   * How long a server took the writes of a tablet.
   *
   * @param server host and port
   * @param from wall clock in milliseconds since 1970
   * @param to the same; {@link Long#MAX_VALUE} if it still does
   */
  public record Stay(String server, long from, long to) {
    /** Whether it lasted for some moment of a span of time. */
    public boolean isDuring(long begin, long end) {
      return from <= end && to >= begin;
    }
  }

  /**
   * The hosts that a run has recorded.
   *
   * @param faults with the addresses of their targets
   */
  public WriteHosts(TabletHistory tablets, List<Incident.Planned> faults) {
    this.tablets = tablets;
    this.faults = List.copyOf(faults);
  }

  /** All stays of a tablet, in order. */
  public List<Stay> of(String tablet) {
    return known.computeIfAbsent(tablet, this::stays);
  }

  /**
   * Who took a write that was sent at a time: the host of that moment; else the next one, since a
   * client tries until it finds one; else the last that is known.
   */
  Optional<String> taking(String tablet, long sent) {
    List<Stay> stays = of(tablet);
    return stays.stream()
        .filter(stay -> stay.to >= sent)
        .findFirst()
        .or(() -> stays.stream().reduce((a, b) -> b))
        .map(Stay::server);
  }

  private List<Stay> stays(String tablet) {
    List<Stay> stays = new ArrayList<>();
    for (HostingInterval each : tablets.stays(tablet, Long.MIN_VALUE, Long.MAX_VALUE)) {
      if (each.server().isPresent()) {
        String server = each.server().get();
        int last = stays.size() - 1;
        boolean goesOn =
            last >= 0 && stays.get(last).server.equals(server) && stays.get(last).to == each.from();
        if (goesOn) {
          stays.set(last, new Stay(server, stays.get(last).from, each.to()));
        } else {
          stays.add(new Stay(server, each.from(), each.to()));
        }
      }
    }
    stays.replaceAll(this::cut);
    return List.copyOf(stays);
  }

  private Stay cut(Stay stay) {
    long struck =
        faults.stream()
            .filter(fault -> fault.told().isAbrupt() && outlasts(fault.told(), stay))
            .filter(fault -> fault.hits(stay.server))
            .mapToLong(Incident.Planned::at)
            .min()
            .orElse(stay.to);
    return new Stay(stay.server, stay.from, struck);
  }

  private static boolean outlasts(FaultRecord fault, Stay stay) {
    if (fault.startedAt() < stay.from || stay.to <= fault.startedAt()) {
      return false;
    } else if (fault.recoveredAt().isPresent()) {
      return stay.to <= fault.recoveredAt().getAsLong() + BLUR_MILLIS;
    }
    return fault.healedAt().isEmpty()
        || stay.to <= fault.healedAt().getAsLong() + ServerHistory.NOTICE_MILLIS;
  }
}
