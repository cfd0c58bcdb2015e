// SPDX-License-Identifier: Apache-2.0
package catena.records.latency;

import catena.records.run.RunDirectory;
import catena.records.words.TextTable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.fs.Path;

/**
 * Latencies by operation, of any number of clients and intervals.
 *
 * <p>Histograms are added count by count, so that a percentile of the sum is that of all the
 * operations, which no mean of percentiles is. For one thread.
 */
public final class LatencySummary {
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final SortedMap<String, Histogram> totals = new TreeMap<>();

  /**
   * The summary of every latency log of a run; a log that ends in the middle of a line, as a killed
   * client leaves it, counts up to there.
   */
  public static LatencySummary read(RunDirectory directory) throws IOException {
    LatencySummary summary = new LatencySummary();
    for (Path path : directory.latencies()) {
      try (InputStream in = directory.fileSystem().open(path)) {
        summary.addLog(in);
      }
    }
    return summary;
  }

  /** Adds every interval of a log that can be read. */
  void addLog(InputStream log) {
    long unused =
        LatencyLogReader.read(log, (operation, from, to, latencies) -> add(operation, latencies));
  }

  /** Adds some operations. */
  public void add(String operation, Histogram latencies) {
    totals.computeIfAbsent(operation, any -> new Histogram(Measuring.USUAL_DIGITS)).add(latencies);
  }

  /**
   * All that was recorded under a tag: an operation, or one with {@link LatencyRecorder#SERVICE} or
   * {@link LatencyRecorder#UNANSWERED}; empty if there is none.
   */
  public Histogram of(String operation) {
    Histogram total = totals.get(operation);
    return total == null ? new Histogram(Measuring.USUAL_DIGITS) : total.copy();
  }

  /** The tags there are. */
  public List<String> operations() {
    return List.copyOf(totals.keySet());
  }

  /**
   * A table for people, in milliseconds, of what was answered; no lines if nothing was. Percentiles
   * of lower bounds would say nothing: {@link Unanswered#inWords} describes the others.
   */
  public List<String> lines() {
    SortedMap<String, Histogram> answered = new TreeMap<>(totals);
    answered.keySet().removeIf(tag -> tag.endsWith(LatencyRecorder.UNANSWERED));
    if (answered.isEmpty()) {
      return List.of();
    }
    TextTable table = new TextTable("latency, ms", "count", "p50", "p90", "p99", "p99.9", "max");
    answered.forEach((operation, all) -> table.row(cells(operation, all)));
    return table.lines();
  }

  private static Object[] cells(String operation, Histogram all) {
    List<Object> cells = new ArrayList<>(List.of(operation, all.getTotalCount()));
    for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
      cells.add(millis(all.getValueAtPercentile(percentile)));
    }
    return cells.toArray();
  }

  private static String millis(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    return String.format(
        Locale.ROOT, millis < 10 ? "%,.2f" : millis < 1000 ? "%,.1f" : "%,.0f", millis);
  }
}
