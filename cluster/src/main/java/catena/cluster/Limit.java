package catena.cluster;

import java.io.IOException;
import java.time.Duration;

/** Waits for a condition, never longer than a limit. */
final class Limit {
  private final Duration length;
  private final long end;

  private Limit(Duration length) {
    this.length = length;
    this.end = System.nanoTime() + length.toNanos();
  }

  /** A limit that begins to run now. */
  static Limit of(Duration length) {
    return new Limit(length);
  }

  boolean over() {
    return System.nanoTime() - end >= 0;
  }

  /** What is left, not negative. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  /** The whole of it, for messages. */
  Duration length() {
    return length;
  }

  /** Asks again and again; false if the limit came first. */
  boolean await(Duration pause, Condition condition) throws IOException, InterruptedException {
    while (!condition.holds()) {
      if (over()) {
        return false;
      }
      Thread.sleep(pause.toMillis());
    }
    return true;
  }

  /** Something to wait for. */
  interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }
}
