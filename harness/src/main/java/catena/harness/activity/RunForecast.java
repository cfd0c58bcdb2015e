// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.words.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The amounts and the times of all phases of a run together.
 *
 * <p>The rates are those of two cores with two tablet servers, as the README shows the scenario
 * {@code quick} and {@code docs/performance.md} has an exact check.
 *
 * @param phases how long each lasts, in their order; empty for one that goes on until it is stopped
 * @param entries that are written, as far as they have an end
 * @param bytes of them at most, before compression and replication
 * @param perTserver entries a second for each tablet server, in the phase that writes most
 */
public record RunForecast(
    List<Optional<Duration>> phases, long entries, long bytes, double perTserver) {
  /** Entries that a tablet server takes in a second. */
  static final double WRITTEN_PER_TSERVER = 65_000;

  /** Entries that are verified exactly in a second, for each tablet server. */
  static final double VERIFIED_PER_TSERVER = 360_000;

  /** Entries whose references are joined in a second, for each tablet server. */
  static final double JOINED_PER_TSERVER = 75_000;

  /** A tablet server that takes fewer entries in a second is hardly at work. */
  private static final long LEAST_PER_TSERVER = 2_000;

  private static final Duration BRIEF = Duration.ofSeconds(3);

  /** Copies the phases. */
  public RunForecast {
    phases = List.copyOf(phases);
  }

  /**
   * The outlook for some phases.
   *
   * @param phases the parts of each, which go on at the same time
   * @param tservers how many tablet servers there are, at least 1
   */
  public static RunForecast of(List<List<Forecast>> phases, int tservers) {
    double writing = WRITTEN_PER_TSERVER * Math.max(1, tservers);
    double verifying = VERIFIED_PER_TSERVER * Math.max(1, tservers);
    List<Optional<Duration>> times = new ArrayList<>();
    double entries = 0;
    double bytes = 0;
    double most = 0;
    for (List<Forecast> parts : phases) {
      long before = (long) entries;
      Optional<Duration> time =
          parts.stream()
              .flatMap(part -> time(part, writing, before / verifying).stream())
              .max(Duration::compareTo);
      for (Forecast part : parts) {
        double puts = puts(part, writing, time);
        entries += puts;
        bytes += puts * part.bytes();
      }
      times.add(time);
      double seconds = time.map(Duration::toMillis).orElse(0L) / 1e3;
      most = Math.max(most, seconds == 0 ? 0 : (entries - before) / seconds);
    }
    return new RunForecast(times, (long) entries, (long) bytes, most / Math.max(1, tservers));
  }

  /** How long a part takes by itself; empty for one that goes on as long as others do. */
  private static Optional<Duration> time(Forecast part, double writing, double reading) {
    return switch (part.kind()) {
      case BRIEF -> Optional.of(BRIEF);
      case READS_ALL -> Optional.of(seconds(reading * part.reads()).plus(BRIEF));
      case ACCOMPANIES -> part.limit();
      case WRITES -> {
        Optional<Duration> byNumber =
            part.writes().isPresent()
                ? Optional.of(seconds(part.writes().getAsLong() / rate(part, writing)))
                : Optional.empty();
        yield byNumber
            .filter(time -> part.limit().isEmpty() || time.compareTo(part.limit().get()) < 0)
            .or(part::limit);
      }
    };
  }

  /** The puts of a part whose phase lasts so long. */
  private static double puts(Forecast part, double writing, Optional<Duration> phase) {
    if (part.kind() != Forecast.ForecastKind.WRITES) {
      return 0;
    }
    Optional<Duration> time = time(part, writing, 0).or(() -> phase);
    double most = part.writes().isPresent() ? part.writes().getAsLong() : Double.MAX_VALUE;
    if (part.limit().isEmpty() && part.writes().isPresent()) {
      return most;
    }
    return time.map(t -> Math.min(most, t.toMillis() / 1e3 * rate(part, writing))).orElse(0.0);
  }

  private static double rate(Forecast part, double writing) {
    return part.perSecond() > 0 ? Math.min(part.perSecond(), writing) : writing;
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis((long) (Math.min(seconds, 1e12) * 1e3));
  }

  /** The whole time; empty if a phase goes on until it is stopped. */
  public Optional<Duration> time() {
    return phases.stream().allMatch(Optional::isPresent)
        ? Optional.of(
            phases.stream().map(Optional::orElseThrow).reduce(Duration.ZERO, Duration::plus))
        : Optional.empty();
  }

  /** A time in a word or two: {@code about 1m50s}, {@code until it is stopped}. */
  public static String inWords(Optional<Duration> time) {
    return time.map(span -> "about " + Amounts.span(span)).orElse("until it is stopped");
  }

  /** The amounts in sentences. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("takes " + inWords(time()) + ", by the rates of a machine of two cores");
    if (entries > 0) {
      lines.add(
          "writes about %s entries, at most %s before compression and replication"
              .formatted(Amounts.large(entries), Amounts.bytes(bytes)));
      lines.add(Amounts.grouped((long) perTserver) + " entries/s for each tablet server");
    }
    if (perTserver > 0 && perTserver < LEAST_PER_TSERVER) {
      lines.add(
          "Warning: less than %s entries/s for each tablet server shows little of what it does under load; give more clients, or a higher rate"
              .formatted(Amounts.grouped(LEAST_PER_TSERVER)));
    }
    return lines;
  }
}
