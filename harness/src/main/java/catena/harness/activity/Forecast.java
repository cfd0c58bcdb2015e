// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The amounts and the time of one part of a run, by its settings.
 *
 * @param words the amounts for people: {@code 4 clients × 525,000 entries}; empty if there are none
 * @param kind what takes the time
 * @param writes entries that it puts; empty if it has no number to end with, or puts none
 * @param perSecond the most that it writes in a second; 0 for no limit
 * @param uses by the name of each rate of {@link RunForecast} that it goes by: how many clients
 *     write, or how many times all that was written is read
 * @param bytes of one entry at most, key and value, before compression
 * @param limit how long it lasts at most, if it ends by time
 * @param endless whether it goes on until it is asked to stop
 */
public record Forecast(
    String words,
    ForecastKind kind,
    OptionalLong writes,
    double perSecond,
    Map<String, Double> uses,
    long bytes,
    Optional<Duration> limit,
    boolean endless) {
  /** What takes the time. */
  public enum ForecastKind {
    /** It writes. */
    WRITES,
    /** It reads all that was written. */
    READS_ALL,
    /** It goes on for its time, or as long as others do. */
    ACCOMPANIES,
    /** Next to nothing. */
    BRIEF
  }

  /** Of what is over in seconds. */
  public static final Forecast BRIEF =
      new Forecast(
          "", ForecastKind.BRIEF, OptionalLong.empty(), 0, Map.of(), 0, Optional.empty(), false);

  /** Of what reads all that was written and writes it once more. */
  public static final Forecast REWRITES_ALL = reading(Map.of(RunForecast.WRITTEN, 1.0));

  /**
   * Of what reads all that was written.
   *
   * @param uses by the name of a rate, how many times it does so
   */
  public static Forecast reading(Map<String, Double> uses) {
    return new Forecast(
        "", ForecastKind.READS_ALL, OptionalLong.empty(), 0, uses, 0, Optional.empty(), false);
  }

  /** Of what goes on for a time, if there is one, else as long as others do. */
  public static Forecast lasting(String words, Optional<Duration> limit) {
    return new Forecast(
        words, ForecastKind.ACCOMPANIES, OptionalLong.empty(), 0, Map.of(), 0, limit, false);
  }

  /** Of several processes that do the same at the same time, at least one. */
  public static Forecast together(List<Forecast> all) {
    Forecast first = all.get(0);
    if (all.size() == 1) {
      return first;
    }
    boolean writing = all.stream().allMatch(each -> each.writes.isPresent());
    boolean limited = all.stream().allMatch(each -> each.perSecond > 0);
    Map<String, Long> alike =
        all.stream()
            .collect(Collectors.groupingBy(Forecast::words, TreeMap::new, Collectors.counting()));
    return new Forecast(
        alike.entrySet().stream()
            .map(each -> each.getValue() + " workers with " + each.getKey())
            .collect(Collectors.joining(", ")),
        first.kind,
        writing
            ? OptionalLong.of(all.stream().mapToLong(each -> each.writes.getAsLong()).sum())
            : OptionalLong.empty(),
        limited ? all.stream().mapToDouble(Forecast::perSecond).sum() : 0,
        all.stream()
            .flatMap(each -> each.uses.entrySet().stream())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Double::sum)),
        first.bytes,
        first.limit,
        first.endless);
  }

  /** The same of what goes on until it is asked to stop, or does not. */
  public Forecast endless(boolean its) {
    return new Forecast(words, kind, writes, perSecond, uses, bytes, limit, its);
  }
}
