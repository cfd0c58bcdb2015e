package catena.harness.client;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls what may never return, as Accumulo's client where a server is gone, within a limit. */
public final class Bounded {
  private Bounded() {}

  /**
   * The result of a call.
   *
   * @param what it is, for the message: it begins a sentence
   * @throws TimeoutException if it does not come within the limit; its thread is interrupted and
   *     nobody waits for it
   * @throws Exception what the call throws
   */
  public static <T> T call(String what, Duration limit, Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task, what);
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new TimeoutException(what + " did not end within " + limit.toSeconds() + " s");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    } finally {
      task.cancel(true);
    }
  }

  /** What is called for what it does. */
  @FunctionalInterface
  public interface Action {
    /** Does it. */
    void run() throws Exception;
  }

  /**
   * Does something, as {@link #call} does.
   *
   * @throws TimeoutException if it does not end within the limit
   * @throws Exception what the action throws
   */
  public static void run(String what, Duration limit, Action action) throws Exception {
    Object unused =
        call(
            what,
            limit,
            () -> {
              action.run();
              return null;
            });
  }
}
