// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import catena.records.verdict.Verdict;
import java.util.OptionalInt;

/**
 * The end of a worker's process, as the engine saw it.
 *
 * @param slot whose process
 * @param attempt the how manieth of the slot
 * @param status the exit status, if the engine knows one
 * @param words what the engine says about it, without a full stop: {@code status 137 (killed)}
 */
public record WorkerEnd(int slot, int attempt, OptionalInt status, String words) {
  /** Whether its command line or its welcome was refused, so that a successor would be, too. */
  public boolean refused() {
    return status.isPresent() && status.getAsInt() == Verdict.USAGE;
  }
}
