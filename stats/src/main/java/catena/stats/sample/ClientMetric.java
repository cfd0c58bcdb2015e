// SPDX-License-Identifier: Apache-2.0
package catena.stats.sample;

import catena.records.history.WorkDone.Counted;
import catena.records.sample.Meaning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** What is known of our own clients, from the files that they write into the run directory. */
public record ClientMetric(String key, Meaning meaning) implements Metric {
  private static final Map<Counted, ClientMetric> OF =
      Map.of(
          Counted.ACKNOWLEDGED,
          rate("acknowledged", "entries", "entries whose write was acknowledged"),
          Counted.DELETED,
          rate("deleted", "entries", "entries whose deletion was acknowledged"),
          Counted.WINDOWS,
          rate("windows", "windows", "windows acknowledged, one flush each"),
          Counted.REJECTED,
          rate("rejected", "windows", "windows rejected, to be sent again"),
          Counted.OPERATIONS,
          rate("operations", "operations", "look-ups, batches or scans done"),
          Counted.ROWS,
          rate("rows", "rows", "rows read"),
          Counted.ENTRIES,
          rate("entries", "entries", "entries read"),
          Counted.BYTES,
          rate("bytes", "bytes", "bytes read"),
          Counted.FINDINGS,
          rate("findings", "findings", "findings that readers reported"));

  /** Those that are counted; the value of a line is the count for each second. */
  public static final Collection<ClientMetric> COUNTED = OF.values();

  private static ClientMetric rate(String what, String unit, String about) {
    return new ClientMetric(what + ".rate", new Meaning(unit + "/s", about));
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

  /** The metric of what was counted; none of what writers sent, which nobody has answered. */
  public static Optional<ClientMetric> of(Counted counted) {
    return Optional.ofNullable(OF.get(counted));
  }

  /** The figures of an operation's latencies, {@code latency.<operation>.<statistic>}. */
  public static Map<ClientMetric, Double> latencies(String operation, Histogram histogram) {
    Map<ClientMetric, Double> figures = new TreeMap<>((a, b) -> a.key.compareTo(b.key));
    for (Statistic statistic : Statistic.values()) {
      figures.put(latency(operation, statistic), statistic.of.applyAsDouble(histogram));
    }
    return figures;
  }

  private static ClientMetric latency(String operation, Statistic statistic) {
    String name = statistic.name().toLowerCase(Locale.ROOT);
    return new ClientMetric(
        "latency." + operation + "." + name,
        new Meaning(
            statistic.unit,
            "latency of a " + operation + " from its intended start: " + statistic.about));
  }

  /** Every one there is. */
  public static List<ClientMetric> all() {
    List<ClientMetric> all = new ArrayList<>(COUNTED);
    for (String operation : OPERATIONS_TIMED) {
      Arrays.stream(Statistic.values()).forEach(each -> all.add(latency(operation, each)));
    }
    return all;
  }
}
