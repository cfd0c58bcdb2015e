// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.records.threads.StopSignal;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * The right to coordinate a run, which this process has taken: whether it may still act for the
 * run. It may if no process has taken the run over, and none can have done so unnoticed, since
 * ZooKeeper has answered within two thirds of a session. For any thread.
 */
final class CoordinationRight {
  private final Duration sure;

  /** When the last query that ZooKeeper answered was sent, in a session that has the right. */
  private volatile long askedNanos = System.nanoTime();

  private volatile boolean lost;

  /** A right that was just taken, in a session with this timeout. */
  CoordinationRight(Duration session) {
    this.sure = session.multipliedBy(2).dividedBy(3);
  }

  /** Records that ZooKeeper has answered the query of that time. */
  void answered(long itAskedNanos) {
    askedNanos = itAskedNanos;
  }

  /** Records that another process has the right, for ever. */
  void lose() {
    lost = true;
  }

  /** Whether another process has taken the run over. */
  boolean isLost() {
    return lost;
  }

  /** Whether this process may act now. */
  boolean isSure() {
    return !lost && System.nanoTime() - askedNanos < sure.toNanos();
  }

  /**
   * Does a part, and asks it to end also when this process may not act any more: by a thread that
   * does not wait.
   *
   * @param checkEach how often to check whether this process may act
   * @param doubts receives the reason when it may not
   */
  <T> T perform(
      Duration checkEach,
      StopSignal stop,
      FailableFunction<StopSignal, T, Exception> part,
      Consumer<String> doubts)
      throws Exception {
    StopSignal signal = stop.child();
    String owed = "it is no longer watched whether this process may act";
    try (EventLoop guard = new EventLoop("fleet-guard", owed, doubts)) {
      guard.repeat(checkEach, () -> endUnlessSure(signal, doubts));
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
