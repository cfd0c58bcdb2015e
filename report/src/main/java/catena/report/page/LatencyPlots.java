// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.Series;
import catena.records.history.Span;
import catena.records.latency.LatencyRecorder;
import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.RunHistory;
import catena.report.page.Plot.Cell;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.HeatPlot;
import catena.report.page.Plot.Line;
import catena.report.page.Plot.Point;
import catena.report.page.Plot.TimePlot;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** Three plots for each operation: percentiles and a heat map over time, and the distribution. */
final class LatencyPlots {
  /** Steps of the scale of latencies in each power of ten. */
  private static final int STEPS = 10;

  private static final List<Double> PERCENTILES = List.of(100.0, 99.9, 99.0, 90.0, 50.0);

  private LatencyPlots() {}

  static List<Plot> of(List<RunHistory> runs) {
    SortedSet<String> operations = new TreeSet<>();
    runs.forEach(run -> operations.addAll(run.latencies().keySet()));
    List<Plot> plots = new ArrayList<>();
    for (String operation : Operations.ordered(operations)) {
      plots.add(percentiles(operation, runs));
      for (int i = 0; i < runs.size(); i++) {
        LatencyTrack track = runs.get(i).latencies().get(operation);
        if (track != null) {
          plots.add(heat(operation, i, runs, track));
        }
      }
      plots.add(distribution(operation, runs));
    }
    return plots;
  }

  private static String id(String operation) {
    return operation.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  private static Plot percentiles(String operation, List<RunHistory> runs) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      LatencyTrack track = runs.get(i).latencies().get(operation);
      if (track != null) {
        List<Long> ends = track.times().stream().map(Span::to).toList();
        List<Series> series = track.percentiles(PERCENTILES);
        for (int p = 0; p < series.size(); p++) {
          double of = PERCENTILES.get(p);
          String name = of == 100 ? "largest" : Formats.percentile(of);
          lines.add(new Line(i, name, series.get(p), true, ends));
        }
      }
    }
    return new TimePlot(
        new Words(
            "latency-" + id(operation),
            Section.LATENCY,
            "Latency of " + operation + ": percentiles",
            "ms",
            "From when each was due, so that waiting for its turn counts. "
                + Operations.about(operation)),
        true,
        lines);
  }

  private static Plot heat(String operation, int i, List<RunHistory> runs, LatencyTrack track) {
    List<Cell> cells = new ArrayList<>();
    for (LatencyTrack.Window window : track.windows()) {
      LatencyTrack.steps(window.latencies(), STEPS)
          .forEach(
              (step, count) ->
                  cells.add(
                      new Cell(
                          window.time().from(),
                          window.time().to(),
                          LatencyTrack.edge(step, STEPS),
                          LatencyTrack.edge(step + 1, STEPS),
                          count)));
    }
    String of = runs.size() == 1 ? "" : ", " + runs.get(i).name();
    return new HeatPlot(
        new Words(
            "heat-" + id(operation) + (runs.size() == 1 ? "" : "-" + (i + 1)),
            Section.LATENCY,
            "Latency of " + operation + ": how many took how long" + of,
            "ms",
            "The stronger the colour, the more operations."),
        i,
        cells);
  }

  private static Plot distribution(String operation, List<RunHistory> runs) {
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      curve(i, "from the intended start", runs.get(i).latencies().get(operation), curves);
      curve(
          i,
          "from the real start",
          runs.get(i).latencies().get(operation + LatencyRecorder.SERVICE),
          curves);
    }
    return new CurvePlot(
        new Words(
            "histogram-" + id(operation),
            Section.LATENCY,
            "Latency of " + operation + ": distribution",
            "ratio",
            "Share of all operations, in " + STEPS + " steps for each power of ten."),
        "latency",
        List.of(),
        false,
        false,
        curves);
  }

  private static void curve(int run, String name, LatencyTrack track, List<Curve> curves) {
    if (track == null) {
      return;
    }
    double all = track.total().getTotalCount();
    SortedMap<Integer, Long> steps = LatencyTrack.steps(track.total(), STEPS);
    List<Point> points = new ArrayList<>();
    if (!steps.isEmpty()) {
      for (int step = steps.firstKey() - 1; step <= steps.lastKey() + 1; step++) {
        points.add(
            new Point(LatencyTrack.edge(step, STEPS), steps.getOrDefault(step, 0L) / all, ""));
      }
    }
    curves.add(new Curve(run, name, points));
  }
}
