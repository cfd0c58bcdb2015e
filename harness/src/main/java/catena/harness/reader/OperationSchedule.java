package catena.harness.reader;

import catena.harness.client.StopSignal;
import catena.harness.latency.Pacer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** When a client's operations begin: at a rate, after a wait, or one after the other. */
public final class OperationSchedule {
  private final PaceSettings.Pace pace;
  private final StopSignal stop;
  private final LongSupplier nanoClock;
  private Optional<Pacer> pacer = Optional.empty();
  private long turn;

  OperationSchedule(PaceSettings.Pace pace, StopSignal stop, LongSupplier nanoClock) {
    this.pace = pace;
    this.stop = stop;
    this.nanoClock = nanoClock;
  }

  /**
   * Waits for the next turn.
   *
   * @return when it is to begin, on the monotonic clock; empty when there is none
   */
  public OptionalLong next() throws InterruptedException {
    if (turn == pace.count() || stop.asked()) {
      return OptionalLong.empty();
    }
    OptionalLong intended = pace.rate() > 0 ? paced() : unpaced();
    turn++;
    return intended;
  }

  /** Whether each operation begins as soon as it can. */
  public boolean isUnpaced() {
    return pace.rate() <= 0 && pace.pause().isZero();
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

  /** A wait that was meant, such as between two walks: nothing is overdue after it. */
  public void rest(Duration length) throws InterruptedException {
    if (!length.isZero()) {
      boolean unused = stop.await(length);
      pacer = pacer.map(rate -> rate.restartedAt(turn, nanoClock.getAsLong()));
    }
  }
}
