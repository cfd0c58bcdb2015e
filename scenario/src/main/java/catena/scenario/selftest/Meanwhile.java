package catena.scenario.selftest;

import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Something that is done beside a check, once the check has come so far. */
final class Meanwhile implements Closeable {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final StopSignal over = new StopSignal();
  private final AtomicReference<String> failure = new AtomicReference<>();
  private final Thread thread;

  private Meanwhile(Condition condition, Action action) {
    this.thread =
        Threads.daemon(
            "selftest-meanwhile",
            "nothing was done beside the check",
            () -> {
              while (!condition.holds()) {
                if (over.await(PAUSE)) {
                  return;
                }
              }
              action.run();
            },
            failure::set);
  }

  /** What is waited for. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  /** What is done then. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  /** Begins to wait. */
  static Meanwhile start(Condition condition, Action action) {
    Meanwhile meanwhile = new Meanwhile(condition, action);
    meanwhile.thread.start();
    return meanwhile;
  }

  /** Why it could not be done, if it could not. */
  Optional<String> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Waits no longer; what has begun is done to its end. */
  @Override
  public void close() throws IOException {
    over.ask("the check is over");
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
