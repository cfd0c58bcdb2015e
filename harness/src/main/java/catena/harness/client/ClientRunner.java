// SPDX-License-Identifier: Apache-2.0
package catena.harness.client;

import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs clients, one thread each, until all have finished, a time is up, one fails or a stop is
 * asked for; then closes them in reverse.
 */
public final class ClientRunner {
  /** Why clients end when their time is over, as they are meant to. */
  public static final String TIME_IS_UP = "the time is up";

  private final StopSignal stop;
  private final Duration grace;
  private final List<Throwable> failures = new ArrayList<>();

  /**
   * A runner for one call of {@link #run}.
   *
   * @param stop the clients' own signal; a failure or the end of the time is signalled through it
   * @param grace how long a client may take to end its step, and again after an interrupt
   */
  public ClientRunner(StopSignal stop, Duration grace) {
    this.stop = stop;
    this.grace = grace;
  }

  /**
   * Runs the clients.
   *
   * @param limit after which they are stopped; empty for none
   * @throws Exception the first failure, to which later ones are suppressed
   */
  public void run(List<? extends Client> clients, Optional<Duration> limit) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    stop.onAsked(over::countDown);
    AtomicInteger running = new AtomicInteger(clients.size());
    List<Thread> threads = new ArrayList<>();
    try {
      for (Client client : clients) {
        Runnable work =
            () -> {
              work(client);
              if (running.decrementAndGet() == 0) {
                over.countDown();
              }
            };
        Thread thread = Threads.daemons(client.name()).newThread(work);
        thread.start();
        threads.add(thread);
      }
      long nanos = limit.map(Duration::toNanos).orElse(Long.MAX_VALUE); // 292 years
      if (!clients.isEmpty() && !over.await(nanos, TimeUnit.NANOSECONDS)) {
        stop.ask(TIME_IS_UP);
      }
    } catch (Throwable e) { // an interrupt, or there is no room for so many threads
      fail(e);
    }
    end(clients, threads);
    throwFirst();
  }

  private void work(Client client) {
    try {
      boolean more = true;
      while (more && !stop.asked()) {
        more = client.step();
      }
    } catch (Throwable e) { // an Error of one client must stop the others, too
      fail(e);
    }
  }

  private synchronized void fail(Throwable e) {
    failures.add(e);
    stop.ask("a client failed: " + e);
  }

  private void end(List<? extends Client> clients, List<Thread> threads) {
    joinAll(threads);
    threads.stream().filter(Thread::isAlive).forEach(Thread::interrupt);
    joinAll(threads);
    for (int i = clients.size() - 1; i >= 0; i--) {
      if (i < threads.size() && threads.get(i).isAlive()) {
        // Its thread still uses what close would take away.
        fail(new IllegalStateException(clients.get(i).name() + " did not stop in " + grace));
      } else {
        close(clients.get(i));
      }
    }
  }

  private void joinAll(List<Thread> threads) {
    long deadline = System.nanoTime() + grace.toNanos();
    boolean interrupted = false;
    for (Thread thread : threads) {
      try {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        thread.join(Math.max(1, left));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void close(Client client) {
    try {
      client.close();
    } catch (Throwable e) { // the others are closed all the same
      fail(e);
    }
  }

  private synchronized void throwFirst() throws Exception {
    if (failures.isEmpty()) {
      return;
    }
    Throwable first = failures.get(0);
    failures.stream().skip(1).filter(e -> e != first).forEach(first::addSuppressed);
    if (first instanceof Error error) {
      throw error;
    }
    throw (Exception) first;
  }
}
