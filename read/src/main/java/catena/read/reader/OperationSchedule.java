// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import catena.records.latency.Backlog;
import catena.records.latency.Pacer;
import catena.records.latency.Upcoming;
import catena.records.threads.StopSignal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * When a client's operations begin: at a rate, after a wait, or one after the other; and which of
 * them are owed. For the client's thread, except for the {@link #backlog}.
 */
public final class OperationSchedule {
  private final PaceSettings.Pace pace;
  private final StopSignal stop;
  private final LongSupplier nanoClock;
  private final Backlog backlog;
  private Optional<Pacer> pacer = Optional.empty();
  private long turn;

  OperationSchedule(PaceSettings.Pace pace, StopSignal stop, LongSupplier nanoClock) {
    this.pace = pace;
    this.stop = stop;
    this.nanoClock = nanoClock;
    this.backlog = new Backlog(stop, nanoClock);
  }

  /** What is due and has not begun, or was begun and is not answered. */
  Backlog backlog() {
    return backlog;
  }

  /**
   * Waits for the next turn; the operation is under way from then on, until it is {@link
   * #answered}.
   *
   * @return when it is to begin, on the monotonic clock; empty when there is none
   */
  public OptionalLong next() throws InterruptedException {
    if (!hasNext()) {
      return OptionalLong.empty();
    }
    OptionalLong intended = hasRate() ? paced() : unpaced();
    if (intended.isPresent()) {
      turn++;
      backlog.begun(intended.getAsLong());
      reportUpcoming();
    }
    return intended;
  }

  /** Whether there is a next turn, as far as is known now. */
  public boolean hasNext() {
    return turn < pace.count() && !stop.asked();
  }

  /** The operation that had the last turn is answered. */
  void answered() {
    backlog.answered();
  }

  /** There is nothing more to do, so that nothing becomes due any more. */
  void over() {
    backlog.upcoming(Optional.empty());
  }

  private void reportUpcoming() {
    backlog.upcoming(pacer.map(rate -> new Upcoming(rate, turn, pace.count())));
  }

  /** Whether each operation is to begin at a fixed time, whatever the ones before took. */
  public boolean hasRate() {
    return pace.rate() > 0;
  }

  /** Whether each operation begins as soon as it can. */
  public boolean isUnpaced() {
    return !hasRate() && pace.pause().isZero();
  }

  private OptionalLong paced() throws InterruptedException {
    long now = nanoClock.getAsLong();
    if (pacer.isEmpty()) {
      pacer = Optional.of(new Pacer(pace.rate(), now));
    }
    Duration early = pacer.get().untilStart(turn, now);
    if (!early.isZero() && stop.await(early)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(pacer.get().intendedNanos(turn));
  }

  private OptionalLong unpaced() throws InterruptedException {
    if (turn > 0 && !pace.pause().isZero() && stop.await(pace.pause())) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(nanoClock.getAsLong());
  }

  /** An intended wait, such as between two walks: nothing is overdue after it. */
  public void rest(Duration length) throws InterruptedException {
    if (!length.isZero()) {
      backlog.upcoming(Optional.empty());
      if (!stop.await(length)) {
        pacer = pacer.map(rate -> rate.restartedAt(turn, nanoClock.getAsLong()));
        reportUpcoming();
      }
    }
  }
}
