// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import catena.records.words.Amounts;
import com.google.common.math.Quantiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The amounts and the times of all phases of a run together.
 *
 * <p>A rate is the median of what earlier runs measured. Where none did, it is that of two cores
 * with two tablet servers, as the README shows the scenario {@code quick} and {@code
 * docs/performance.md} has an exact check.
 *
 * @param by whose rates they are, in words
 * @param phases how long each lasts, in their order; empty for one that goes on until it is stopped
 * @param entries that are written, as far as they have an end
 * @param bytes of them at most, before compression and replication
 * @param perTserver entries a second for each tablet server, in the phase that writes most
 */
public record RunForecast(
    String by, List<Optional<Duration>> phases, long entries, long bytes, double perTserver) {
  /** Entries that tablet servers take in a second; no run measures it. */
  public static final String WRITTEN = "written";

  /** Entries that a client of ingest writes in a second, if no rate holds it back. */
  public static final String CLIENT = "ingest_client_rate";

  /** Entries that are verified exactly in a second. */
  public static final String EXACT = "verify_exact_rate";

  /** Entries whose references are joined in a second. */
  public static final String REFERENCES = "verify_references_rate";

  /** The names of the rates that runs measure. */
  public static final List<String> RATES = List.of(CLIENT, EXACT, REFERENCES);

  /** What each is for a tablet server where no run has measured it. */
  private static final Map<String, Integer> PER_TSERVER =
      Map.of(WRITTEN, 65_000, EXACT, 360_000, REFERENCES, 75_000);

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
   * @param earlier what each earlier run on them measured, by the names of {@link #RATES}
   */
  public static RunForecast of(
      List<List<Forecast>> phases, int tservers, List<Map<String, Double>> earlier) {
    Map<String, Double> rates = rates(Math.max(1, tservers), earlier);
    List<Optional<Duration>> times = new ArrayList<>();
    double entries = 0;
    double bytes = 0;
    double most = 0;
    for (List<Forecast> parts : phases) {
      long before = (long) entries;
      Optional<Duration> time =
          parts.stream()
              .flatMap(part -> time(part, rates, before).stream())
              .max(Duration::compareTo);
      for (Forecast part : parts) {
        double puts = puts(part, rates, time);
        entries += puts;
        bytes += puts * part.bytes();
      }
      times.add(time);
      double seconds = time.map(Duration::toMillis).orElse(0L) / 1e3;
      most = Math.max(most, seconds == 0 ? 0 : (entries - before) / seconds);
    }
    return new RunForecast(
        by(phases, earlier), times, (long) entries, (long) bytes, most / Math.max(1, tservers));
  }

  /** Each rate of all tablet servers together, and that of a client where it was measured. */
  private static Map<String, Double> rates(int tservers, List<Map<String, Double>> earlier) {
    Map<String, Double> rates = new HashMap<>();
    PER_TSERVER.forEach((name, rate) -> rates.put(name, (double) rate * tservers));
    for (String name : RATES) {
      List<Double> measured =
          earlier.stream().flatMap(run -> Stream.ofNullable(run.get(name))).toList();
      if (!measured.isEmpty()) {
        rates.put(name, Quantiles.median().compute(measured));
      }
    }
    return rates;
  }

  /** Whose rates the parts go by, in words. */
  private static String by(List<List<Forecast>> phases, List<Map<String, Double>> earlier) {
    Set<String> used = new HashSet<>();
    phases.forEach(parts -> parts.forEach(part -> used.addAll(part.uses().keySet())));
    long runs = earlier.stream().filter(run -> !Collections.disjoint(run.keySet(), used)).count();
    earlier.forEach(run -> used.removeAll(run.keySet()));
    String others = "a machine of two cores";
    return runs == 0
        ? others
        : (runs == 1 ? "1 run" : runs + " runs")
            + " of this cluster"
            + (used.isEmpty() ? "" : ", else of " + others);
  }

  /** How long a part takes by itself; empty for one that goes on as long as others do. */
  private static Optional<Duration> time(Forecast part, Map<String, Double> rates, long before) {
    return switch (part.kind()) {
      case BRIEF -> Optional.of(BRIEF);
      case READS_ALL -> {
        double each =
            part.uses().entrySet().stream()
                .mapToDouble(use -> use.getValue() / rates.get(use.getKey()))
                .sum();
        yield Optional.of(seconds(before * each).plus(BRIEF));
      }
      case ACCOMPANIES -> part.limit();
      case WRITES ->
          Stream.concat(
                  part.writes().stream().mapToObj(all -> seconds(all / writing(part, rates))),
                  part.limit().stream())
              .min(Duration::compareTo);
    };
  }

  /** The puts of a part whose phase lasts so long. */
  private static double puts(Forecast part, Map<String, Double> rates, Optional<Duration> phase) {
    if (part.kind() != Forecast.ForecastKind.WRITES) {
      return 0;
    }
    Optional<Duration> time = time(part, rates, 0).or(() -> phase);
    double most = part.writes().isPresent() ? part.writes().getAsLong() : Double.MAX_VALUE;
    if (part.limit().isEmpty() && part.writes().isPresent()) {
      return most;
    }
    return time.map(t -> Math.min(most, t.toMillis() / 1e3 * writing(part, rates))).orElse(0.0);
  }

  /** Entries that a part writes in a second; each of many clients is as fast as one of few. */
  private static double writing(Forecast part, Map<String, Double> rates) {
    double measured = part.uses().getOrDefault(CLIENT, 0.0) * rates.getOrDefault(CLIENT, 0.0);
    double most = measured > 0 ? measured : rates.get(WRITTEN);
    return part.perSecond() > 0 ? Math.min(part.perSecond(), most) : most;
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis((long) (Math.min(seconds, 1e12) * 1e3));
  }

  /** The whole time; empty if a phase goes on until it is stopped. */
  public Optional<Duration> time() {
    return phases.stream()
        .reduce(Optional.of(Duration.ZERO), (sum, next) -> sum.flatMap(all -> next.map(all::plus)));
  }

  /** A time in a word or two: {@code about 1m50s}, {@code until it is stopped}. */
  public static String inWords(Optional<Duration> time) {
    return time.map(span -> "about " + Amounts.span(span)).orElse("until it is stopped");
  }

  /** The amounts in sentences. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("takes " + inWords(time()) + ", by the rates of " + by);
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
