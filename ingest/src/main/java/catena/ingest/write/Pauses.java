// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import catena.records.settings.DurationRange;
import java.time.Duration;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * When a writer pauses: it runs for a random time, pauses for another, and so on.
 *
 * <p>Checked between two windows only, as in the existing suite, so that a window is never held up.
 */
public final class Pauses {
  private final IngestPlan.PauseTimes times;
  private final DoubleSupplier random;
  private long dueNanos;

  /**
   * Pauses from now on.
   *
   * @param random numbers in [0, 1)
   */
  public Pauses(IngestPlan.PauseTimes times, DoubleSupplier random, long nowNanos) {
    this.times = times;
    this.random = random;
    goOn(nowNanos);
  }

  /** How long to pause now, if a pause is due. */
  Optional<Duration> due(long nowNanos) {
    return nowNanos - dueNanos < 0 ? Optional.empty() : Optional.of(draw(times.length()));
  }

  /** Begins the next running time. */
  void goOn(long nowNanos) {
    dueNanos = nowNanos + draw(times.running()).toNanos();
  }

  private Duration draw(DurationRange range) {
    return range.at(random.getAsDouble());
  }
}
