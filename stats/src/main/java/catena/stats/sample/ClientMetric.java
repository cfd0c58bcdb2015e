// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.history.WorkDone.Counted;
import catena.records.sample.Meaning;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** What is known of our own clients, by name, from what they write into the run directory. */
public final class ClientMetric {
  /** What is counted; the value of a line is the count for each second. */
  static final Map<Counted, Meaning> COUNTED =
      Map.of(
          Counted.ACKNOWLEDGED, rate("entries", "entries whose write was acknowledged"),
          Counted.DELETED, rate("entries", "entries whose deletion was acknowledged"),
          Counted.WINDOWS, rate("windows", "windows acknowledged, one flush each"),
          Counted.REJECTED, rate("windows", "windows rejected, to be sent again"),
          Counted.OPERATIONS, rate("operations", "look-ups, batches or scans done"),
          Counted.ROWS, rate("rows", "rows read"),
          Counted.ENTRIES, rate("entries", "entries read"),
          Counted.BYTES, rate("bytes", "bytes read"),
          Counted.FINDINGS, rate("findings", "findings that readers reported"));

  private ClientMetric() {}

  private static Meaning rate(String unit, String about) {
    return new Meaning(unit + "/s", about);
  }

  /** The name of what is counted, {@code acknowledged.rate}. */
  static String name(Counted counted) {
    return word(counted) + ".rate";
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The operations that have latencies. Contract of the latency logs. */
  public static final List<String> OPERATIONS_TIMED = List.of("lookup", "batch", "range", "flush");

  private static final double NANOS = 1e9;

  /** What of an operation's latencies is written. */
  private enum Statistic {
    COUNT("operations", "how many were recorded", Histogram::getTotalCount),
    MEAN("s", "average", latencies -> latencies.getMean() / NANOS),
    P50("s", "median", percentile(50)),
    P90("s", "90th percentile", percentile(90)),
    P99("s", "99th percentile", percentile(99)),
    P999("s", "99.9th percentile", percentile(99.9)),
    MAX("s", "longest", latencies -> latencies.getMaxValue() / NANOS);

    private final String unit;
    private final String about;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final ToDoubleFunction<Histogram> of;

    Statistic(String unit, String about, ToDoubleFunction<Histogram> of) {
      this.unit = unit;
      this.about = about;
      this.of = of;
    }

    private static ToDoubleFunction<Histogram> percentile(double percentile) {
      return latencies -> latencies.getValueAtPercentile(percentile) / NANOS;
    }
  }

  /** The figures of an operation's latencies, {@code latency.<operation>.<statistic>}. */
  static SortedMap<String, Double> latencies(String operation, Histogram histogram) {
    SortedMap<String, Double> figures = new TreeMap<>();
    for (Statistic each : Statistic.values()) {
      figures.put(latency(operation, each), each.of.applyAsDouble(histogram));
    }
    return figures;
  }

  private static String latency(String operation, Statistic statistic) {
    return "latency." + operation + "." + word(statistic);
  }

  /** Every one there is. */
  public static SortedMap<String, Meaning> meanings() {
    SortedMap<String, Meaning> all = new TreeMap<>();
    COUNTED.forEach((counted, meaning) -> all.put(name(counted), meaning));
    for (String operation : OPERATIONS_TIMED) {
      String latency = "latency of a " + operation + " from its intended start: ";
      for (Statistic each : Statistic.values()) {
        all.put(latency(operation, each), new Meaning(each.unit, latency + each.about));
      }
    }
    return all;
  }
}
