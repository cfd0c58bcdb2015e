package catena.trace.record;

import catena.records.history.FaultRecord;
import java.util.List;

/**
 * A fault of the run and the servers, hosts or tables that it was aimed at.
 *
 * @param targets with the addresses that they had then, where the journal tells them
 */
public record AimedFault(FaultRecord told, List<Target> targets) {
  /** Copies the targets. */
  public AimedFault {
    targets = List.copyOf(targets);
  }
}
