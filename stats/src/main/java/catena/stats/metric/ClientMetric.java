// SPDX-License-Identifier: Apache-2.0
package catena.stats.metric;

import catena.records.history.WorkDone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What is known of our own clients, from the files that they write into the run directory. */
public record ClientMetric(String key, String unit, String about) implements Metric {
  /** Entries that were promised. */
  public static final ClientMetric ACKNOWLEDGED =
      new ClientMetric("acknowledged.rate", "entries/s", "entries whose write was acknowledged");

  /** Deletes that were acknowledged. */
  public static final ClientMetric DELETED =
      new ClientMetric("deleted.rate", "entries/s", "entries whose deletion was acknowledged");

  /** Flushes that returned. */
  public static final ClientMetric WINDOWS =
      new ClientMetric("windows.rate", "windows/s", "windows acknowledged, one flush each");

  /** Attempts at a window that failed. */
  public static final ClientMetric REJECTED =
      new ClientMetric("rejected.rate", "windows/s", "windows rejected, to be sent again");

  /** Walks' steps, batches and scans. */
  public static final ClientMetric OPERATIONS =
      new ClientMetric("operations.rate", "operations/s", "look-ups, batches or scans done");

  /** Rows that readers got. */
  public static final ClientMetric ROWS = new ClientMetric("rows.rate", "rows/s", "rows read");

  /** Entries that readers got. */
  public static final ClientMetric ENTRIES =
      new ClientMetric("entries.rate", "entries/s", "entries read");

  /** Bytes of keys and values that readers got. */
  public static final ClientMetric BYTES = new ClientMetric("bytes.rate", "bytes/s", "bytes read");

  /** What readers found to be wrong. */
  public static final ClientMetric FINDINGS =
      new ClientMetric("findings.rate", "findings/s", "findings that readers reported");

  /** Those that are counted; the value of a line is the count for each second. */
  public static final List<ClientMetric> COUNTED =
      List.of(ACKNOWLEDGED, DELETED, WINDOWS, REJECTED, OPERATIONS, ROWS, ENTRIES, BYTES, FINDINGS);

  private static final Map<WorkDone.Counted, ClientMetric> OF =
      Map.of(
          WorkDone.Counted.ACKNOWLEDGED, ACKNOWLEDGED,
          WorkDone.Counted.DELETED, DELETED,
          WorkDone.Counted.WINDOWS, WINDOWS,
          WorkDone.Counted.REJECTED, REJECTED,
          WorkDone.Counted.OPERATIONS, OPERATIONS,
          WorkDone.Counted.ROWS, ROWS,
          WorkDone.Counted.ENTRIES, ENTRIES,
          WorkDone.Counted.BYTES, BYTES,
          WorkDone.Counted.FINDINGS, FINDINGS);

  /** The operations that have latencies. Contract of the latency logs. */
  public static final List<String> OPERATIONS_TIMED = List.of("lookup", "batch", "range", "flush");

  private static final double NANOS = 1e9;

  /** What of an operation's latencies is written. */
  private enum Statistic {
    COUNT("operations", "how many were recorded"),
    MEAN("s", "average"),
    P50("s", "median"),
    P90("s", "90th percentile"),
    P99("s", "99th percentile"),
    P999("s", "99.9th percentile"),
    MAX("s", "longest");

    private final String unit;
    private final String about;

    Statistic(String unit, String about) {
      this.unit = unit;
      this.about = about;
    }

    double of(Histogram histogram) {
      return switch (this) {
        case COUNT -> (double) histogram.getTotalCount();
        case MEAN -> histogram.getMean() / NANOS;
        case P50 -> histogram.getValueAtPercentile(50) / NANOS;
        case P90 -> histogram.getValueAtPercentile(90) / NANOS;
        case P99 -> histogram.getValueAtPercentile(99) / NANOS;
        case P999 -> histogram.getValueAtPercentile(99.9) / NANOS;
        case MAX -> histogram.getMaxValue() / NANOS;
      };
    }
  }

  /** The metric of what was counted; none of what writers sent, which nobody has answered. */
  public static Optional<ClientMetric> of(WorkDone.Counted counted) {
    return Optional.ofNullable(OF.get(counted));
  }

  /** The figures of an operation's latencies, {@code latency.<operation>.<statistic>}. */
  public static Map<ClientMetric, Double> latencies(String operation, Histogram histogram) {
    Map<ClientMetric, Double> figures = new TreeMap<>((a, b) -> a.key.compareTo(b.key));
    for (Statistic statistic : Statistic.values()) {
      figures.put(latency(operation, statistic), statistic.of(histogram));
    }
    return figures;
  }

  private static ClientMetric latency(String operation, Statistic statistic) {
    String name = statistic.name().toLowerCase(Locale.ROOT);
    return new ClientMetric(
        "latency." + operation + "." + name,
        statistic.unit,
        "latency of a " + operation + " from its intended start: " + statistic.about);
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
