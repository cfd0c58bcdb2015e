package catena.ingest.write;

import catena.harness.client.StopSignal;
import catena.harness.latency.Pacer;
import java.util.Optional;
import java.util.function.LongSupplier;

/** When a writer's writes are due: at a target rate, or at once. */
public final class Pace {
  /** How many times per second a paced writer looks whether writes are due. */
  private static final int LOOKS_PER_SECOND = 50;

  private final StopSignal stop;
  private final LongSupplier nanoClock;
  private final double rate;
  private final int mostAtOnce;
  private Optional<Pacer> pacer;

  /**
   * A pace from now on.
   *
   * @param rate writes per second, 0 for no limit
   * @param mostAtOnce how many writes may be made between two looks at the stop signal
   */
  public Pace(double rate, int mostAtOnce, StopSignal stop, LongSupplier nanoClock) {
    this.rate = rate;
    this.mostAtOnce = mostAtOnce;
    this.stop = stop;
    this.nanoClock = nanoClock;
    this.pacer = rate > 0 ? Optional.of(new Pacer(rate, nanoClock.getAsLong())) : Optional.empty();
  }

  /** How many writes to make at once. */
  int stretch() {
    return rate > 0 ? (int) Math.max(1, Math.min(mostAtOnce, rate / LOOKS_PER_SECOND)) : mostAtOnce;
  }

  /**
   * Waits until a write is due.
   *
   * @param write its number, from 0
   * @return whether to go on; false if a stop was asked for
   */
  boolean await(long write) throws InterruptedException {
    if (pacer.isPresent()) {
      return !stop.await(pacer.get().untilStart(write, nanoClock.getAsLong()));
    }
    return !stop.asked();
  }

  /** When a write was due; now if nothing was said about it. */
  long due(long write) {
    return pacer.map(p -> p.intendedNanos(write)).orElseGet(nanoClock::getAsLong);
  }

  /** After a pause that was meant: nothing is overdue. */
  void restart(long write) {
    pacer = pacer.map(p -> p.restartedAt(write, nanoClock.getAsLong()));
  }
}
