// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.coordinate.PhaseRun.PhaseCall;
import catena.fleet.coordinate.PhaseRun.PhaseCall.SlotShare;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Phases of a few workers. */
final class PhaseCalls {
  private static final int SLOTS = 10;

  private PhaseCalls() {}

  /** One without an end by time, in which no part reads. */
  static PhaseCall of(int index, String words, IntPredicate bounded) {
    return sharing(index, words, slot -> new SlotShare(bounded.test(slot), List.of(), List.of()));
  }

  /** One without an end by time. */
  static PhaseCall sharing(int index, String words, IntFunction<SlotShare> shares) {
    List<SlotShare> all = IntStream.range(0, SLOTS).mapToObj(shares).toList();
    return new PhaseCall(index, words, Optional.empty(), all);
  }

  /** One in which every worker ends by time. */
  static PhaseCall lasting(String words, Duration lasts) {
    PhaseCall call = of(0, words, slot -> true);
    return new PhaseCall(0, words, Optional.of(lasts), call.shares());
  }
}
