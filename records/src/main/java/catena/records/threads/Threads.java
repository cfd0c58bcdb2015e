// SPDX-License-Identifier: Apache-2.0
package catena.records.threads;

import com.google.common.base.Throwables;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;

/**
 * Makes the threads that work concurrently with those that wait: daemons that never end unseen.
 *
 * <p>The caller that starts one says what is missing without it, and receives that sentence if the
 * thread dies, by an {@link Error} too. It is then a doubt.
 */
public final class Threads {
  private static final Logger LOG = LogManager.getLogger(Threads.class);

  private Threads() {}

  /**
   * A thread that is not started yet.
   *
   * @param owed what is missing once it has died: it follows "so that", as in {@code nothing checks
   *     whether the cluster is whole}
   * @param work what it does; to be interrupted is an ordinary end
   * @param doubts takes the sentence, once, if the work throws
   */
  public static Thread daemon(
      String name, String owed, FailableRunnable<Exception> work, Consumer<String> doubts) {
    return daemon(
        name,
        () -> {
          try {
            work.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // a thread is ended by an interrupt
          } catch (Throwable e) { // an Error ends a thread as silently as an exception
            died(name, owed, e, doubts);
          }
        });
  }

  /**
   * A task for an executor that is not asked for its result, such as a repeated one: reported as
   * {@link #daemon(String, String, FailableRunnable, Consumer)} does; what it throws ends the
   * repetition.
   */
  public static Runnable repeated(
      String name, String owed, Runnable task, Consumer<String> doubts) {
    return () -> {
      try {
        task.run();
      } catch (Throwable e) { // which the executor would keep to itself
        died(name, owed, e, doubts);
        throw e;
      }
    };
  }

  private static void died(String name, String owed, Throwable e, Consumer<String> doubts) {
    doubts.accept("the thread " + name + " died, so that " + owed + ": " + e);
    LOG.error("the thread {} died", name, e);
  }

  /** Makes daemons of one name; what their tasks throw goes to the reader of their results. */
  public static ThreadFactory daemons(String name) {
    return task -> daemon(name, task);
  }

  /**
   * The result of a task.
   *
   * @throws IOException if the task threw it, or this thread is interrupted; anything else that the
   *     task threw is thrown too
   */
  public static <T> T result(Future<T> task) throws IOException {
    try {
      return awaited(task);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while another thread was at work");
    }
  }

  /**
   * The result of a task.
   *
   * @throws IOException if the task threw it; anything else that it threw is thrown too
   * @throws InterruptedException if this thread is interrupted before
   */
  public static <T> T awaited(Future<T> task) throws IOException, InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      Throwables.throwIfInstanceOf(e.getCause(), IOException.class);
      Throwables.throwIfUnchecked(e.getCause());
      throw new IllegalStateException(e.getCause());
    }
  }

  /**
   * Takes a step that may fail.
   *
   * @return what it threw, an Error too, if it threw
   * @throws InterruptedException if it threw that: an interrupt is no failure of the step
   */
  public static Optional<Throwable> attempt(FailableRunnable<Throwable> step)
      throws InterruptedException {
    try {
      step.run();
      return Optional.empty();
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) {
      return Optional.of(e);
    }
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
