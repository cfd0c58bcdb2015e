// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import catena.records.latency.LatencyRecorder;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The results of YCSB's operations, as its {@code TextMeasurementsExporter} (core 0.17.0) writes
 * them: latencies from the actual start in microseconds, and those from the intended start in
 * addition.
 */
public final class YcsbFile {
  private static final List<String> OPERATIONS =
      List.of("read", "update", "insert", "scan", "read-modify-write");

  private YcsbFile() {}

  /** The file, a block for each part that did such operations; empty if none did. */
  public static Optional<String> of(RunHistory run) {
    String text =
        run.journal().work().values().stream()
            .filter(Work::mixes)
            .map(work -> block(work, run.latenciesOf(work.name())))
            .collect(Collectors.joining());
    return Optional.of(text).filter(any -> !any.isEmpty());
  }

  private static String block(Work work, SortedMap<String, Histogram> latencies) {
    StringBuilder text = new StringBuilder();
    double rate = work.average();
    line(text, "OVERALL", "RunTime(ms)", Math.round(1e3 * work.counted().total() / rate));
    line(text, "OVERALL", "Throughput(ops/sec)", rate);
    for (String operation : OPERATIONS) {
      Histogram intended = latencies.get(operation);
      Histogram actual = latencies.get(operation + LatencyRecorder.SERVICE);
      String name = operation.toUpperCase(Locale.ROOT);
      if (intended != null && intended.getTotalCount() > 0) {
        histogram(text, name, actual == null ? intended : actual);
        if (actual != null) {
          histogram(text, "Intended-" + name, intended);
        }
        line(text, name, "Return=OK", intended.getTotalCount());
      }
    }
    return text.toString();
  }

  private static void histogram(StringBuilder text, String name, Histogram nanos) {
    line(text, name, "Operations", nanos.getTotalCount());
    line(text, name, "AverageLatency(us)", nanos.getMean() / 1e3);
    line(text, name, "MinLatency(us)", nanos.getMinValue() / 1000);
    line(text, name, "MaxLatency(us)", nanos.getMaxValue() / 1000);
    line(text, name, "95thPercentileLatency(us)", nanos.getValueAtPercentile(95) / 1000);
    line(text, name, "99thPercentileLatency(us)", nanos.getValueAtPercentile(99) / 1000);
  }

  private static void line(StringBuilder text, String metric, String measurement, Number number) {
    text.append("[%s], %s, %s%n".formatted(metric, measurement, number));
  }
}
