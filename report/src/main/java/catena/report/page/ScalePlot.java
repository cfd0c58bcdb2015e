package catena.report.page;

import catena.report.history.RateBins;
import catena.report.history.RunHistory;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Average rates against the number of tablet servers: the paper's figures 6-3 and 7-1. */
final class ScalePlot {
  private ScalePlot() {}

  /** Nothing unless there are several runs whose cluster sizes are known. */
  static List<Plot> of(List<RunHistory> runs) {
    SortedMap<String, List<Point>> byWork = new TreeMap<>();
    for (RunHistory run : runs) {
      double size = run.tservers();
      if (!Double.isNaN(size)) {
        run.journal()
            .work()
            .values()
            .forEach(
                work -> {
                  RateBins counted = work.counted();
                  if (counted.total() > 0) {
                    double rate = work.average();
                    byWork
                        .computeIfAbsent(work.label(), label -> new ArrayList<>())
                        .add(new Point(size, rate, run.name()));
                  }
                });
      }
    }
    List<Curve> curves = new ArrayList<>();
    byWork.forEach(
        (label, points) -> {
          points.sort(Comparator.comparingDouble(Point::x));
          curves.add(new Curve(-1, label, points));
        });
    boolean several = curves.stream().anyMatch(curve -> curve.points().size() > 1);
    return several
        ? List.of(
            new CurvePlot(
                "scale",
                Section.SCALE,
                "Average rates against cluster size",
                "/s",
                "Each point is a run: its average rate at its number of tablet servers.",
                "tablet servers",
                "",
                false,
                true,
                curves))
        : List.of();
  }
}
