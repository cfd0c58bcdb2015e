package catena.report.page;

import catena.records.history.Series;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.HeatPlot;
import catena.report.page.Plot.TimePlot;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A plot in a sentence, for those who do not see it. */
public final class PlotWords {
  private PlotWords() {}

  /** What a plot shows, with its numbers. */
  public static String of(Plot plot) {
    if (plot instanceof TimePlot lines) {
      return lines.lines().stream()
          .map(line -> line.name() + ": " + numbers(line.series().known(), lines.unit()))
          .collect(Collectors.joining("; "));
    } else if (plot instanceof HeatPlot heat) {
      long operations = heat.cells().stream().mapToLong(Plot.Cell::count).sum();
      return Formats.whole((double) operations) + " operations";
    } else if (plot instanceof CurvePlot curves) {
      return curves.curves().stream().map(Plot.Curve::name).collect(Collectors.joining("; "));
    }
    throw new IllegalStateException("unknown plot " + plot);
  }

  private static String numbers(double[] known, String unit) {
    double[] sorted = known.clone();
    Arrays.sort(sorted);
    return "median "
        + Formats.value(Series.median(sorted), unit)
        + ", between "
        + Formats.value(sorted[0], unit)
        + " and "
        + Formats.value(sorted[sorted.length - 1], unit);
  }
}
