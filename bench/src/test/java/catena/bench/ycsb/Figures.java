// SPDX-License-Identifier: Apache-2.0
package catena.bench.ycsb;

import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.latency.LatencyRecorder;
import catena.records.run.RunDirectory;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * What clients did in a round.
 *
 * @param operations that were answered
 * @param seconds in which the clients were at work: from when the last of them was ready to when
 *     the last of them was done, their buffers flushed
 * @param latencies by operation, from its real start: {@code read}, {@code update}
 */
record Figures(long operations, double seconds, SortedMap<String, Latency> latencies) {
  private static final Set<String> OPERATIONS =
      Set.of("read", "update", "insert", "scan", "read-modify-write");
  private static final Pattern LINE = Pattern.compile("\\[([^\\]]+)\\], ([^,]+), (\\S+)");
  private static final Set<String> GOOD = Set.of("Return=OK", "Return=BATCHED_OK");
  private static final String ALL = "operation";
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MILLIS = 1e3;

  /**
   * Of one operation, milliseconds.
   *
   * @param count how many there were
   */
  record Latency(long count, double p50, double p99) {}

  /** Operations a second. */
  double rate() {
    return operations / seconds;
  }

  /**
   * What YCSB's client has printed; its latencies must have been measured with the percentiles 50
   * and 99.
   *
   * @throws IllegalStateException if an operation failed, or if it did not come to its end
   */
  static Figures ofYcsb(String printed) {
    Map<String, Map<String, String>> said = new TreeMap<>();
    for (String line : printed.lines().toList()) {
      Matcher parts = LINE.matcher(line.strip());
      if (parts.matches()) {
        said.computeIfAbsent(parts.group(1), section -> new HashMap<>())
            .put(parts.group(2), parts.group(3));
      }
    }
    SortedMap<String, Latency> latencies = new TreeMap<>();
    said.forEach(
        (section, values) -> {
          String operation = section.toLowerCase(Locale.ROOT);
          if (OPERATIONS.contains(operation)) {
            check(section, values);
            latencies.put(operation, latency(values));
          } else if (section.endsWith("-FAILED")) {
            throw new IllegalStateException(
                "YCSB's client says that operations failed: " + section);
          }
        });
    double millis = number(said, "OVERALL", "RunTime(ms)");
    double perSecond = number(said, "OVERALL", "Throughput(ops/sec)");
    return new Figures(
        Math.round(perSecond * millis / MILLIS),
        number(said, "PEER", "Worked(ms)") / MILLIS,
        latencies);
  }

  /** Every operation must have come to a good end, and be counted so. */
  private static void check(String section, Map<String, String> values) {
    long good = 0;
    for (Map.Entry<String, String> each : values.entrySet()) {
      if (GOOD.contains(each.getKey())) {
        good += Long.parseLong(each.getValue());
      } else if (each.getKey().startsWith("Return=")) {
        throw new IllegalStateException(
            "%s of YCSB's client: %s, %s times".formatted(section, each.getKey(), each.getValue()));
      }
    }
    boolean told = values.keySet().stream().anyMatch(key -> key.startsWith("Return="));
    if (told && good != Long.parseLong(values.get("Operations"))) {
      throw new IllegalStateException(
          "%s of YCSB's client: %s operations, of which %d are told to be good"
              .formatted(section, values.get("Operations"), good));
    }
  }

  private static Latency latency(Map<String, String> values) {
    return new Latency(
        Long.parseLong(values.get("Operations")),
        Double.parseDouble(values.get("50thPercentileLatency(us)")) / MILLIS,
        Double.parseDouble(values.get("99thPercentileLatency(us)")) / MILLIS);
  }

  private static double number(Map<String, Map<String, String>> said, String section, String name) {
    String value = said.getOrDefault(section, Map.of()).get(name);
    if (value == null) {
      throw new IllegalStateException(
          "YCSB's client does not say [%s], %s".formatted(section, name));
    }
    return Double.parseDouble(value);
  }

  /**
   * What the clients of {@code ycsb} have written of themselves since a time.
   *
   * @param since wall clock, milliseconds since 1970
   * @throws IllegalStateException if they did nothing
   */
  static Figures ofCatena(RunDirectory run, long since) throws IOException {
    Missing missing = new Missing();
    TolerantReader files = new TolerantReader(run, missing);
    SortedMap<String, Histogram> recorded = new TreeMap<>();
    boolean unusedAny =
        files.latencies(
            files.latencyLogs(),
            client ->
                (operation, from, to, nanos) -> {
                  if (from >= since) {
                    recorded.computeIfAbsent(operation, tag -> new Histogram(3)).add(nanos);
                  }
                });
    long[] work = {Long.MIN_VALUE, Long.MIN_VALUE};
    files.journals(
        event -> {
          boolean client = event.at() >= since && ClientName.group(event.client()).equals("ycsb");
          if (client && event instanceof Event.ClientStarted) {
            work[0] = Math.max(work[0], event.at());
          } else if (client && event instanceof Event.ClientStopped) {
            work[1] = Math.max(work[1], event.at());
          }
        });
    List<String> problems = missing.sentences();
    if (!problems.isEmpty() || work[1] <= work[0] || !recorded.containsKey(ALL)) {
      throw new IllegalStateException("ycsb left no figures: " + problems);
    }
    SortedMap<String, Latency> latencies = new TreeMap<>();
    for (String operation : OPERATIONS) {
      Histogram all =
          recorded.getOrDefault(operation + LatencyRecorder.SERVICE, recorded.get(operation));
      if (all != null) {
        latencies.put(
            operation,
            new Latency(
                all.getTotalCount(),
                all.getValueAtPercentile(50) / NANOS_PER_MILLI,
                all.getValueAtPercentile(99) / NANOS_PER_MILLI));
      }
    }
    return new Figures(recorded.get(ALL).getTotalCount(), (work[1] - work[0]) / MILLIS, latencies);
  }
}
