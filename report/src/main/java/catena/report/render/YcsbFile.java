// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import catena.records.latency.LatencyRecorder;
import catena.report.history.LatencyTrack;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The results of YCSB's operations, as its {@code TextMeasurementsExporter} (core 0.17.0) writes
 * them: latencies from the actual start in microseconds, and those from the intended start in
 * addition. Before them are lines as its {@code StatusThread} prints them, one for each stretch of
 * the latency logs (10 s, longer in runs of over an hour); they do not estimate an end.
 */
public final class YcsbFile {
  private static final List<String> OPERATIONS =
      List.of("read", "update", "insert", "scan", "read-modify-write");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss:SSS", Locale.ROOT);

  private YcsbFile() {}

  /** The file, in a zone, a block for each part that did such operations; empty if none did. */
  public static Optional<String> of(RunHistory run, ZoneId zone) {
    String text =
        run.journal().work().values().stream()
            .filter(Work::mixes)
            .map(work -> status(run.partLatencies().get(work.name()), zone) + block(work, run))
            .collect(Collectors.joining());
    return Optional.of(text).filter(any -> !any.isEmpty());
  }

  private static String status(SortedMap<String, LatencyTrack> tracks, ZoneId zone) {
    StringBuilder text = new StringBuilder();
    if (tracks == null || !tracks.containsKey("operation")) {
      return "";
    }
    LatencyTrack all = tracks.get("operation");
    Iterator<Long> stretches = all.slices().keySet().iterator();
    long begin = all.times().get(0).from();
    long operations = 0;
    for (LatencyTrack.Window window : all.windows()) {
      long done = window.latencies().getTotalCount();
      operations += done;
      text.append(
          "%s %d sec: %d operations; %s current ops/sec; "
              .formatted(
                  TIME.format(Instant.ofEpochMilli(window.time().to()).atZone(zone)),
                  Math.round((window.time().to() - begin) / 1e3),
                  operations,
                  decimals(done / Math.max(0.001, window.time().seconds()))));
      long stretch = stretches.next();
      for (String operation : OPERATIONS) {
        LatencyTrack intended = tracks.get(operation);
        LatencyTrack actual = tracks.getOrDefault(operation + LatencyRecorder.SERVICE, intended);
        if (actual != null && actual.slices().containsKey(stretch)) {
          text.append(summary(operation, actual.slices().get(stretch)));
        }
      }
      text.append(System.lineSeparator());
    }
    return text.toString();
  }

  private static String summary(String operation, Histogram nanos) {
    return "[%s: Count=%d, Max=%d, Min=%d, Avg=%s, 90=%d, 99=%d, 99.9=%d, 99.99=%d] "
        .formatted(
            operation.toUpperCase(Locale.ROOT),
            nanos.getTotalCount(),
            nanos.getMaxValue() / 1000,
            nanos.getMinValue() / 1000,
            decimals(nanos.getMean() / 1e3),
            nanos.getValueAtPercentile(90) / 1000,
            nanos.getValueAtPercentile(99) / 1000,
            nanos.getValueAtPercentile(99.9) / 1000,
            nanos.getValueAtPercentile(99.99) / 1000);
  }

  private static String decimals(double number) {
    return new DecimalFormat("#.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(number);
  }

  private static String block(Work work, RunHistory run) {
    SortedMap<String, Histogram> latencies = run.latenciesOf(work.name());
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
