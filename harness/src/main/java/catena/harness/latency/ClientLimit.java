package catena.harness.latency;

import catena.harness.words.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a client was itself what held its figures down: its CPU used up, or its schedule not
 * kept.
 */
final class ClientLimit {
  /** From which share of its thread's time a client counts as used up. */
  private static final double CPU = 0.9;

  /** From when on an operation that begins late counts: less is a pause of the collector's. */
  private static final double LATE_SECONDS = 1;

  /** Shorter intervals, as the last one may be, say little. */
  private static final double LEAST_SECONDS = 1;

  private int intervals;
  private int busy;
  private int late;
  private double mostCpu;
  private double mostLate;

  void add(Interval interval) {
    if (intervals > 0 && interval.seconds() < LEAST_SECONDS) {
      return;
    }
    intervals++;
    if (interval.cpuRatio() > CPU) {
      busy++;
    }
    if (interval.lateSeconds() > LATE_SECONDS) {
      late++;
    }
    mostCpu = Math.max(mostCpu, interval.cpuRatio());
    mostLate = Math.max(mostLate, interval.lateSeconds());
  }

  /** In words; empty if the client was no limit in any interval. */
  Optional<String> inWords(String client) {
    List<String> words = new ArrayList<>();
    if (busy > 0) {
      words.add(
          String.format(
              Locale.ROOT,
              "busy in %d of %d intervals (up to %.0f %% CPU)",
              busy,
              intervals,
              100 * mostCpu));
    }
    if (late > 0) {
      words.add(
          "late in %d of %d intervals (by up to %s)"
              .formatted(
                  late, intervals, Amounts.span(Duration.ofMillis((long) (mostLate * 1e3)))));
    }
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(client + " may have been the limit: " + String.join(", ", words));
  }
}
