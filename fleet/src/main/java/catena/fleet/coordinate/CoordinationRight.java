package catena.fleet.coordinate;

import catena.records.threads.StopSignal;
import catena.records.words.Amounts;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Whether this process may act for the run: nobody has taken it over, and nobody can have done so
 * unnoticed, since ZooKeeper has answered within two thirds of a session. For any thread; one that
 * waits for nobody ends what this process does itself when that is so no more.
 */
final class CoordinationRight {
  private final Duration sure;

  /** The ends of what this process does itself now. */
  private final Set<StopSignal> own = ConcurrentHashMap.newKeySet();

  /** When what ZooKeeper answered last was asked. */
  private volatile long answeredNanos = System.nanoTime();

  private volatile boolean lost;

  /** A right just taken by a session of this length. */
  CoordinationRight(Duration session) {
    this.sure = session.multipliedBy(2).dividedBy(3);
  }

  /**
   * Ends what this process does itself, if it may not act any more; to be asked again and again.
   *
   * @param doubts takes what was ended
   */
  void look(Consumer<String> doubts) {
    if (isSure()) {
      return;
    }
    String why =
        lost
            ? "the run was taken over"
            : "ZooKeeper has not answered for %s: another process may coordinate the run now"
                .formatted(Amounts.span(sure));
    for (StopSignal signal : own) {
      if (!signal.asked()) {
        doubts.accept("what the coordinator did itself was stopped: " + why);
        signal.ask(why);
      }
    }
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

  /** Does a part, which is asked to end, too, when this process may not act any more. */
  <T> T perform(StopSignal stop, Coordinator.Own<T> part) throws Exception {
    StopSignal signal = stop.child();
    own.add(signal);
    try {
      return part.perform(signal);
    } finally {
      own.remove(signal);
    }
  }
}
