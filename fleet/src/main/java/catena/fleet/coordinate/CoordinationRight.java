// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.fleet.agree.Order;
import catena.records.threads.StopSignal;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * The right to coordinate a run, and what a process has made of it: whether it may act for the run.
 * It may if nobody has taken the run over, and nobody can have done so unnoticed, since ZooKeeper
 * has answered within two thirds of a session.
 *
 * @param order what it wants by this right; ZooKeeper has it once it is taken
 * @param present how many workers take part
 * @param sure how long it may act after an answer
 * @param askedNanos when what ZooKeeper answered last was asked, in a session that has the right
 * @param lost whether another process has taken the run over
 */
record CoordinationRight(Order order, int present, Duration sure, long askedNanos, boolean lost) {
  /** A right just taken by a session of this length. */
  static CoordinationRight taken(Order order, Duration session) {
    Duration sure = session.multipliedBy(2).dividedBy(3);
    return new CoordinationRight(order, 0, sure, System.nanoTime(), false);
  }

  /** The same after another answer. */
  CoordinationRight answered(long itAskedNanos) {
    return new CoordinationRight(order, present, sure, itAskedNanos, lost);
  }

  /** The same for ever lost. */
  CoordinationRight lose() {
    return new CoordinationRight(order, present, sure, askedNanos, true);
  }

  /** The same with another order, or other workers. */
  CoordinationRight with(Order another, int workers) {
    return new CoordinationRight(another, workers, sure, askedNanos, lost);
  }

  /** Whether this process may act now. */
  boolean isSure() {
    return !lost && System.nanoTime() - askedNanos < sure.toNanos();
  }

  /**
   * Does a part, which is asked to end, too, when this process may not act any more: by a thread
   * that waits for nobody.
   *
   * @param right as it is now
   * @param look how often that is asked for
   * @param doubts takes that it was
   */
  static <T> T perform(
      Supplier<CoordinationRight> right,
      Duration look,
      StopSignal stop,
      FailableFunction<StopSignal, T, Exception> part,
      Consumer<String> doubts)
      throws Exception {
    StopSignal signal = stop.child();
    String owed = "it is no longer watched whether this process may act";
    try (EventLoop guard = new EventLoop("fleet-guard", owed, doubts)) {
      guard.repeat(look, () -> right.get().endUnlessSure(signal, doubts));
      return part.apply(signal);
    }
  }

  private void endUnlessSure(StopSignal part, Consumer<String> doubts) {
    if (isSure() || part.asked()) {
      return;
    }
    String why =
        lost
            ? "the run was taken over"
            : "ZooKeeper has not answered for %s: another process may coordinate the run now"
                .formatted(Amounts.span(sure));
    doubts.accept("what the coordinator did itself was stopped: " + why);
    part.ask(why);
  }
}
