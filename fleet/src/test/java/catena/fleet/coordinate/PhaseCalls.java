// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.coordinate.PhaseRun.PhaseCall;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Phases without an end by time, in which no part reads. */
final class PhaseCalls {
  private PhaseCalls() {}

  static PhaseCall of(int index, String words, IntPredicate bounded) {
    return new PhaseCall(
        index, words, bounded, Optional.empty(), slot -> List.of(), slot -> List.of());
  }
}
