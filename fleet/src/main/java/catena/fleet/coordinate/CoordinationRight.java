// SPDX-License-Identifier: Apache-2.0
package catena.fleet.coordinate;

import catena.records.threads.StopSignal;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * Whether this process may act for the run: nobody has taken it over, and nobody can have done so
 * unnoticed, since ZooKeeper has answered within two thirds of a session. For any thread.
 */
final class CoordinationRight {
  private final Duration sure;
  private final Duration look;

  /** When what ZooKeeper answered last was asked. */
  private volatile long answeredNanos = System.nanoTime();

  private volatile boolean lost;

  /**
   * A right just taken by a session of this length.
   *
   * @param look how often it is looked at for those who act by it
   */
  CoordinationRight(Duration session, Duration look) {
    this.sure = session.multipliedBy(2).dividedBy(3);
    this.look = look;
  }

  /** Whether it may act. */
  boolean isSure() {
    return !lost && System.nanoTime() - answeredNanos < sure.toNanos();
  }

  /**
   * ZooKeeper has answered in a session that has the right to coordinate.
   *
   * @return whether that was not sure before
   */
  boolean answered(long askedNanos) {
    boolean unsure = !lost && !isSure();
    answeredNanos = askedNanos;
    return unsure;
  }

  /** Another process has taken the run over; whether that is new. */
  boolean lose() {
    boolean isNew = !lost;
    lost = true;
    return isNew;
  }

  boolean isLost() {
    return lost;
  }

  /**
   * Does a part, which is asked to end, too, when this process may not act any more: by a thread
   * that waits for nobody.
   *
   * @param doubts takes that it was
   */
  <T> T perform(
      StopSignal stop, FailableFunction<StopSignal, T, Exception> part, Consumer<String> doubts)
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
