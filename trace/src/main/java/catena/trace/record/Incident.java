// SPDX-License-Identifier: Apache-2.0
package catena.trace.record;

import catena.records.history.FaultRecord;
import java.util.List;

/** What befell servers of a run, or its table. */
public sealed interface Incident {
  /** When, wall clock in milliseconds since 1970. */
  long at();

  /** What it hit, with the addresses that they had then, where the journal tells them. */
  List<FaultTarget> targets();

  /** Whether it struck, or had an effect, in a span of time. */
  boolean isDuring(long from, long to);

  /** A fault of the plan. */
  record Planned(FaultRecord told, List<FaultTarget> targets) implements Incident {
    /** Copies the targets. */
    public Planned {
      targets = List.copyOf(targets);
    }

    @Override
    public long at() {
      return told.startedAt();
    }

    @Override
    public boolean isDuring(long from, long to) {
      return told.isDuring(from, to);
    }

    /** Whether it hit the tserver at an address. */
    public boolean hits(String server) {
      return targets.stream().anyMatch(target -> target.hits(server));
    }
  }

  /**
   * A server that was seen to be gone although no fault was aimed at it.
   *
   * @param at when that was noticed
   */
  record Unplanned(long at, FaultTarget server) implements Incident {
    @Override
    public List<FaultTarget> targets() {
      return List.of(server);
    }

    @Override
    public boolean isDuring(long from, long to) {
      return from <= at && at <= to;
    }
  }
}
