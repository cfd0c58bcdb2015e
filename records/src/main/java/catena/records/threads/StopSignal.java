// SPDX-License-Identifier: Apache-2.0
package catena.records.threads;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.lang3.function.FailableBiConsumer;

/** Says once, to all threads that check or wait, that the work is to end, and why. */
public final class StopSignal {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final List<Runnable> listeners = new ArrayList<>();
  private final FailableBiConsumer<CountDownLatch, Duration, InterruptedException> waiting;
  private String reason;

  /** A signal that has not been asked for yet. */
  public StopSignal() {
    this(
        (asked, limit) -> {
          boolean unused = asked.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        });
  }

  /**
   * The same where time passes in another way: in a simulation it is a number.
   *
   * @param waiting lets time pass for a waiting thread: it returns when the limit is over, or
   *     earlier if the latch is open
   */
  public StopSignal(FailableBiConsumer<CountDownLatch, Duration, InterruptedException> waiting) {
    this.waiting = waiting;
  }

  /** A signal that is also given when this one is, and not the other way round. */
  public StopSignal child() {
    StopSignal child = new StopSignal(waiting);
    onAsked(() -> child.ask(reason().orElse("stopped")));
    return child;
  }

  /** Asks for the end; the first reason is kept. */
  public void ask(String why) {
    List<Runnable> actions;
    synchronized (this) {
      if (reason != null) {
        return;
      }
      reason = why;
      actions = List.copyOf(listeners);
      asked.countDown();
    }
    actions.forEach(Runnable::run);
  }

  /** Runs an action when the end is asked for, at once if it was; it must be short. */
  public void onAsked(Runnable action) {
    synchronized (this) {
      if (reason == null) {
        listeners.add(action);
        return;
      }
    }
    action.run();
  }

  /**
   * Does something that waits in its own ways, and interrupts its thread if the end is asked for
   * before it is done. That interrupt hits nothing that comes behind the work, even if the work did
   * not heed it.
   *
   * @throws InterruptedException if it was, and the work heeds it
   * @throws Exception what the work throws
   */
  public <T> T interrupting(Callable<T> work) throws Exception {
    Thread worker = Thread.currentThread();
    AtomicBoolean done = new AtomicBoolean();
    AtomicBoolean sent = new AtomicBoolean();
    Runnable interrupt =
        () -> {
          synchronized (done) {
            if (!done.get()) {
              worker.interrupt();
              sent.set(true);
            }
          }
        };
    onAsked(interrupt);
    try {
      return work.call();
    } finally {
      synchronized (done) {
        done.set(true);
      }
      synchronized (this) {
        listeners.remove(interrupt);
      }
      boolean unused = sent.get() && Thread.interrupted();
    }
  }

  /**
   * The result of a call that may never return, nor heed an interrupt: it goes on in a thread that
   * nothing waits for if the end is asked for, or the limit is over, first.
   *
   * @param what it is, for its thread's name and the message: it begins a sentence
   * @throws InterruptedException if the end was asked for before there was a result
   * @throws TimeoutException if there is no result within the limit
   * @throws Exception what the call throws
   */
  public <T> T unlessAsked(String what, Duration limit, Callable<T> call) throws Exception {
    return interrupting(() -> Bounded.call(what, limit, call));
  }

  /** Whether the end was asked for. */
  public boolean asked() {
    return asked.getCount() == 0;
  }

  /** Why; empty as long as it was not asked for. */
  public synchronized Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /**
   * Waits; every wait of a client is this one, so that a stop cuts it short.
   *
   * @return whether the end was asked for
   */
  public boolean await(Duration limit) throws InterruptedException {
    waiting.accept(asked, limit);
    return asked();
  }

  /** Waits for the whole limit, even if the end is asked for: for what must be done anyway. */
  public void waitOut(Duration limit) throws InterruptedException {
    waiting.accept(new CountDownLatch(1), limit);
  }
}
