// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.latency.LatencyRecorder;
import catena.report.history.Operations;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import catena.report.page.Formats;
import catena.report.page.Plot;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.page.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Latency against throughput, as in the figures of Cooper and others ("Benchmarking Cloud Serving
 * Systems with YCSB", SoCC 2010): a point for each part of a run that did YCSB's operations at its
 * own rate, or for each run of a sweep.
 */
public final class YcsbPlot {
  private static final double NANOS_PER_MILLI = 1e6;

  /** With fewer rates than this there is no curve. */
  private static final int LEAST_RATES = 3;

  /** The share of the highest operations per second that marks the knee. */
  private static final double KNEE = 0.9;

  private YcsbPlot() {}

  /** The plot; empty if there are fewer than three rates. */
  public static Optional<Plot> of(List<RunHistory> runs) {
    SortedMap<String, List<Point>> curves = new TreeMap<>();
    for (RunHistory run : runs) {
      for (Work work : run.journal().work().values()) {
        if (work.mixes()) {
          add(run, work, runs.size() > 1 ? run.name() + ", " : "", curves);
        }
      }
    }
    long rates =
        curves.values().stream().flatMap(List::stream).mapToDouble(Point::x).distinct().count();
    if (rates < LEAST_RATES) {
      return Optional.empty();
    }
    List<Curve> all = new ArrayList<>();
    curves.forEach((name, points) -> all.add(Curve.measured(-1, name, points)));
    return Optional.of(
        new CurvePlot(
            "ycsb-latency",
            Section.LATENCY,
            "Latency against throughput",
            "ms",
            "Each point is a part of a run: operations that were done per second, of all kinds and"
                + " all clients, and the latency of one kind from the intended start. Without a"
                + " rate nothing is late, and the next operation waits for the answer to the one"
                + " before."
                + runs.stream().map(YcsbPlot::knee).collect(Collectors.joining()),
            "operations done per second",
            List.of(),
            true,
            true,
            all));
  }

  /**
   * A sentence with the fewest clients at which a run was within a tenth of its highest throughput;
   * empty if fewer than three numbers of clients were used.
   */
  private static String knee(RunHistory run) {
    List<Work> works = run.journal().work().values().stream().filter(Work::mixes).toList();
    double most = works.stream().mapToDouble(Work::average).max().orElse(Double.NaN);
    return works.stream().mapToInt(Work::clients).distinct().count() < LEAST_RATES
        ? ""
        : works.stream()
            .filter(work -> work.average() >= KNEE * most)
            .min(Comparator.comparingInt(Work::clients))
            .map(
                work ->
                    " The knee of %s is at %d clients: %s/s of at most %s/s."
                        .formatted(
                            run.name(),
                            work.clients(),
                            Formats.large(work.average()),
                            Formats.large(most)))
            .orElse("");
  }

  private static void add(RunHistory run, Work work, String of, Map<String, List<Point>> curves) {
    double rate = work.average();
    SortedMap<String, Histogram> latencies = run.latenciesOf(work.name());
    for (String tag : Operations.ordered(latencies.keySet())) {
      Histogram all = latencies.get(tag);
      if (all.getTotalCount() > 0 && rate > 0) {
        boolean paced = latencies.containsKey(tag + LatencyRecorder.SERVICE);
        String name = paced ? tag : tag + " without a rate";
        Map.of("average", all.getMean(), "p99", (double) all.getValueAtPercentile(99))
            .forEach(
                (which, nanos) ->
                    curves
                        .computeIfAbsent(name + ", " + which, any -> new ArrayList<>())
                        .add(new Point(rate, nanos / NANOS_PER_MILLI, of + work.name())));
      }
    }
  }
}
