package catena.trace.cause;

import catena.trace.record.AimedFault;
import catena.trace.record.UnplannedLoss;
import java.util.Optional;

/**
 * A fault, or a server that fell by itself, that may have taken a write.
 *
 * @param what which one
 * @param host host and port of the tablet's host that it hit, where that is another than the one
 *     that is thought to have taken the write
 * @param weight greater for the more suspect; see {@link FaultRelation}
 */
public record SuspectedFault(What what, FaultRelation bond, Optional<String> host, int weight) {
  /** What happened. */
  sealed interface What {
    /** When, wall clock in milliseconds. */
    long at();
  }

  /** A fault of the plan. */
  public record Planned(AimedFault fault) implements What {
    @Override
    public long at() {
      return fault.told().startedAt();
    }
  }

  /** A server that was gone although no fault was aimed at it. */
  record Unplanned(UnplannedLoss death) implements What {
    @Override
    public long at() {
      return death.at();
    }
  }
}
