// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.records.history.FaultRecord;
import java.util.List;
import java.util.Optional;

/**
 * What happened to servers of a run, or its table: a fault of the plan, or a server that was seen
 * to be gone although no fault was aimed at it.
 *
 * @param at when the fault began or the loss was noticed, wall clock in milliseconds since 1970
 * @param planned the fault, if it was one
 * @param targets what it hit, with the addresses that they had then, where the journal has them; a
 *     server that fell is the only one
 */
public record Incident(long at, Optional<FaultRecord> planned, List<FaultTarget> targets) {
  /** Copies the targets. */
  public Incident {
    targets = List.copyOf(targets);
  }

  /** The server that fell, in words, where that was no fault's. */
  public String fallen() {
    return targets.get(0).text();
  }

  /** Whether it struck, or had an effect, in a span of time. */
  public boolean isDuring(long from, long to) {
    return planned.map(fault -> fault.isDuring(from, to)).orElse(from <= at && at <= to);
  }

  /** Whether it hit the tserver at an address. */
  public boolean hits(String server) {
    return targets.stream().anyMatch(target -> target.hits(server));
  }
}
