// SPDX-License-Identifier: Apache-2.0
package catena.records.threads;

import com.google.common.base.Throwables;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.function.FailableRunnable;

/** Calls what may never return, as Accumulo's client where a server is gone, within a limit. */
public final class Bounded {
  private Bounded() {}

  /**
   * The result of a call.
   *
   * @param what it is, for the message: it begins a sentence
   * @throws TimeoutException if it does not come within the limit, with where the call stands; its
   *     thread is interrupted and not waited for
   * @throws Exception what the call throws; an {@link Error} too is thrown as it is
   */
  public static <T> T call(String what, Duration limit, Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = Threads.daemons(what).newThread(task);
    thread.start();
    try {
      return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw late(what, limit, thread.getStackTrace());
    } catch (ExecutionException e) {
      Throwables.throwIfInstanceOf(e.getCause(), Exception.class);
      Throwables.throwIfInstanceOf(e.getCause(), Error.class);
      throw e;
    } finally {
      task.cancel(true);
    }
  }

  /** Names the place in the message and keeps the whole stack as the cause, for the log. */
  private static TimeoutException late(String what, Duration limit, StackTraceElement[] stack) {
    String place = place(stack).map(at -> "; it stands in " + at).orElse("");
    TimeoutException late =
        new TimeoutException(what + " did not end within " + words(limit) + place);
    Throwable stood = new Throwable("where it stood");
    stood.setStackTrace(stack);
    late.initCause(stood);
    return late;
  }

  private static String words(Duration limit) {
    return limit.toMillis() < 1000 ? limit.toMillis() + " ms" : limit.toSeconds() + " s";
  }

  /** The innermost place that is not the JDK's own, nor a bounded call within this one. */
  private static Optional<String> place(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> !frame.getClassName().equals(Bounded.class.getName()))
        .filter(frame -> !frame.getClassName().matches("(java|javax|jdk|sun)\\..*"))
        .findFirst()
        .map(Bounded::words);
  }

  private static String words(StackTraceElement frame) {
    String type = frame.getClassName();
    return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethodName();
  }

  /**
   * Does something, as {@link #call} does.
   *
   * @throws TimeoutException if it does not end within the limit
   * @throws Exception what the action throws
   */
  public static void run(String what, Duration limit, FailableRunnable<Exception> action)
      throws Exception {
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
