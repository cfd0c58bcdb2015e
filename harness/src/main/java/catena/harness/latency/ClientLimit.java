package catena.harness.latency;

import catena.harness.journal.Event;
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
public final class ClientLimit {
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

  /** Nothing is known of a client yet. */
  public ClientLimit() {}

  void add(Interval interval) {
    add(interval.seconds(), interval.cpuRatio(), interval.lateSeconds());
  }

  /** Takes an interval as the journal tells of it. */
  public void add(Event.Throughput told) {
    add(told.seconds(), told.cpuRatio(), told.lateSeconds());
  }

  private void add(double seconds, double cpuRatio, double lateSeconds) {
    if (intervals > 0 && seconds < LEAST_SECONDS) {
      return;
    }
    intervals++;
    if (cpuRatio > CPU) {
      busy++;
    }
    if (lateSeconds > LATE_SECONDS) {
      late++;
    }
    mostCpu = Math.max(mostCpu, cpuRatio);
    mostLate = Math.max(mostLate, lateSeconds);
  }

  /** How many intervals were looked at. */
  public int intervals() {
    return intervals;
  }

  /** In how many of them the client's thread was used up. */
  public int busy() {
    return busy;
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
