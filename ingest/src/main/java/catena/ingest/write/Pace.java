// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.records.latency.Backlog;
import catena.records.latency.Pacer;
import catena.records.latency.Upcoming;
import catena.records.threads.StopSignal;
import java.util.Optional;
import java.util.function.LongSupplier;

/** When a writer's writes are due, at a target rate or at once, and which of them are owed. */
public final class Pace {
  /** How many times per second a paced writer checks whether writes are due. */
  private static final int POLLS_PER_SECOND = 50;

  private final StopSignal stop;
  private final LongSupplier nanoClock;
  private final double rate;
  private final int mostAtOnce;
  private final Backlog backlog;
  private Optional<Pacer> pacer;

  /**
   * A pace from now on.
   *
   * @param rate writes per second, 0 for no limit
   * @param mostAtOnce how many writes may be made between two checks of the stop signal
   */
  public Pace(double rate, int mostAtOnce, StopSignal stop, LongSupplier nanoClock) {
    this.rate = rate;
    this.mostAtOnce = mostAtOnce;
    this.stop = stop;
    this.nanoClock = nanoClock;
    this.backlog = new Backlog(stop, nanoClock);
    this.pacer = rate > 0 ? Optional.of(new Pacer(rate, nanoClock.getAsLong())) : Optional.empty();
  }

  /** Windows that were begun and not acknowledged, and writes that were not begun. */
  Backlog backlog() {
    return backlog;
  }

  /** How many writes to make at once. */
  int stretch() {
    return rate > 0 ? (int) Math.max(1, Math.min(mostAtOnce, rate / POLLS_PER_SECOND)) : mostAtOnce;
  }

  /**
   * Waits until a write is due.
   *
   * @param write its number, from 0
   * @return whether to go on; false if a stop was asked for
   */
  boolean await(long write) throws InterruptedException {
    next(write);
    if (pacer.isPresent()) {
      return !stop.await(pacer.get().untilStart(write, nanoClock.getAsLong()));
    }
    return !stop.asked();
  }

  /** Sets which write is to begin next. */
  void next(long write) {
    backlog.upcoming(pacer.map(rate -> new Upcoming(rate, write, Long.MAX_VALUE)));
  }

  /** A planned pause begins, or there is nothing more to write: nothing is due then. */
  void rest() {
    backlog.upcoming(Optional.empty());
  }

  /** When a write was due; now if there is no target rate. */
  long due(long write) {
    return pacer.map(p -> p.intendedNanos(write)).orElseGet(nanoClock::getAsLong);
  }

  /** Goes on after a planned pause: nothing is overdue. */
  void restart(long write) {
    pacer = pacer.map(p -> p.restartedAt(write, nanoClock.getAsLong()));
    next(write);
  }
}
