// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.records.threads.StopSignal;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * The right to coordinate a run, as a process has it since it took it: whether it may act for the
 * run. It may if no process has taken the run over, and none can have done so unnoticed, since
 * ZooKeeper has answered within two thirds of a session. For any thread.
 */
final class CoordinationRight {
  private final Duration sure;

  /** When what ZooKeeper answered last was asked, in a session that has the right. */
  private volatile long askedNanos = System.nanoTime();

  private volatile boolean lost;

  /** A right just taken by a session of this length. */
  CoordinationRight(Duration session) {
    this.sure = session.multipliedBy(2).dividedBy(3);
  }

  /** ZooKeeper has answered what was asked then. */
  void answered(long itAskedNanos) {
    askedNanos = itAskedNanos;
  }

  /** It is another process's, for ever. */
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
   * Does a part, which is asked to end, too, when this process may not act any more: by a thread
   * that does not wait.
   *
   * @param look how often it is asked whether it may
   * @param doubts takes that it may not
   */
  <T> T perform(
      Duration look,
      StopSignal stop,
      FailableFunction<StopSignal, T, Exception> part,
      Consumer<String> doubts)
      throws Exception {
    StopSignal signal = stop.child();
    String owed = "it is no longer watched whether this process may act";
    try (EventLoop guard = new EventLoop("fleet-guard", owed, doubts)) {
      guard.repeat(look, () -> endUnlessSure(signal, doubts));
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
