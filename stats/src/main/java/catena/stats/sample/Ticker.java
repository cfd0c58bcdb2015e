// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.threads.StopSignal;
import catena.records.threads.Threads;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.Closeable;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Takes the samples of one sampler at the points of a grid, on its own thread.
 *
 * <p>The points follow the wall clock, as all times in a run's files do. A wait is never longer
 * than an interval, whatever the clock says: one that is set back does not stop the samples.
 */
public final class Ticker implements Closeable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final String name;
  private final Sampler sampler;
  private final Grid grid;
  private final Clock clock;
  private final StopSignal stop;
  private final Consumer<String> trouble;
  private final Consumer<String> death;
  private final Thread thread;
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong missed = new AtomicLong();
  private volatile boolean reported;

  /** Takes samples. */
  public interface Sampler extends Closeable {
    /**
     * Takes the sample of a point of the grid, within the grid's limit.
     *
     * @param at the point, which has just passed
     */
    void sample(long at) throws InterruptedException;

    /** Called once, when no sample will follow. */
    @Override
    void close();
  }

  /**
   * Begins to tick.
   *
   * @param stop the ticker's own; asked when it is closed
   * @param trouble takes one sentence, once, if the sampler fails
   * @param death takes one sentence if no sample can follow
   */
  public Ticker(
      String name,
      Sampler sampler,
      Grid grid,
      Clock clock,
      StopSignal stop,
      Consumer<String> trouble,
      Consumer<String> death) {
    this.name = name;
    this.sampler = sampler;
    this.grid = grid;
    this.clock = clock;
    this.stop = stop;
    this.trouble = trouble;
    this.death = death;
    this.thread = Threads.daemon(name, "no more samples were taken", this::run, death);
    thread.start();
  }

  private void run() throws Exception {
    try (sampler) {
      long next = grid.after(clock.millis());
      while (!stop.await(until(next))) {
        take(next);
        long following = grid.following(next, clock.millis());
        missed.addAndGet(grid.between(next, following));
        next = following;
      }
    }
  }

  private Duration until(long next) {
    long millis = next - clock.millis();
    return Duration.ofMillis(Math.max(0, Math.min(millis, grid.intervalMillis())));
  }

  /** A sampler that fails once may well succeed at the next point. */
  private void take(long at) throws InterruptedException {
    try {
      sampler.sample(at);
      taken.incrementAndGet();
    } catch (RuntimeException e) {
      missed.incrementAndGet();
      if (!reported) {
        reported = true;
        trouble.accept(name + " missed a sample: " + e);
      }
    }
  }

  /** Samples taken so far. */
  public long taken() {
    return taken.get();
  }

  /**
   * Points of the grid for which there is no sample: it failed, or the one before took too long.
   */
  public long missed() {
    return missed.get();
  }

  /** Ends it, after the sample that is being taken. */
  @Override
  public void close() {
    close(GRACE);
  }

  /**
   * Ends it.
   *
   * @param grace how much longer than it may a sample may take before it is interrupted, and how
   *     long it may then take to end
   */
  void close(Duration grace) {
    stop.ask("the collector is closed");
    Uninterruptibles.joinUninterruptibly(thread, grid.limit().plus(grace));
    thread.interrupt();
    Uninterruptibles.joinUninterruptibly(thread, grace);
    if (thread.isAlive()) {
      death.accept(name + " did not end, so that its last samples may be missing");
    }
  }
}
