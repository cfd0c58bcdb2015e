// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.history.RunPlan;
import catena.records.history.Series;
import catena.records.settings.Texts;
import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.PhaseFigures;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import catena.report.page.Formats;
import catena.report.page.Plot;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.page.Words;
import catena.report.table.ExperimentTables.OurRow;
import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Measurements against the swept parameter, as most figures of the papers: a line for each value of
 * another parameter; for repetitions, their medians, with bars from their minima to their maxima.
 */
public final class SweptPlot {
  private static final String COST = "cost";

  private final Words words;

  /** The measurements at each value, by the name of the line. */
  private final SortedMap<String, SortedMap<Double, List<Double>>> lines = new TreeMap<>();

  private SweptPlot(String id) {
    this.words = Words.of(id);
  }

  /**
   * The plots of runs of one sweep, or of several of the benchmark paper's. If the scenario says
   * which of its phases are rows, they have the work of these, without the preparation.
   */
  public static List<Plot> of(List<RunHistory> runs) {
    List<Plot> plots = new ArrayList<>();
    rows(runs).ifPresent(plots::add);
    Optional<String> swept = plots.isEmpty() ? swept(runs) : Optional.empty();
    if (swept.isPresent()) {
      SweptPlot rates = new SweptPlot("swept-rate");
      SweptPlot latencies = new SweptPlot("swept-latency");
      SweptPlot times = new SweptPlot("swept-time");
      SweptPlot costs = new SweptPlot("swept-cost");
      List<String> names = isNumeric(runs, swept.get()) ? List.of() : values(runs, swept.get());
      for (RunHistory run : runs) {
        String at = value(run, swept.get());
        double x = names.isEmpty() ? number(at) : names.indexOf(at);
        String others = others(run, runs, swept.get());
        for (PhaseFigures phase : PhaseFigures.of(run)) {
          if (phase.fastest() >= 0 && run.measures(phase.work().name())) {
            String line = phase.work().name() + others + ", ";
            times.add(line + "fastest writer", x, phase.fastest());
            times.add(line + "slowest writer", x, phase.active().seconds());
          }
        }
        PlacementTables.costs(run)
            .forEach((work, cost) -> costs.add(work + ", cost per /s" + others, x, cost));
        for (Work work : run.measured()) {
          rates.add(work, others, x);
          SortedMap<String, Histogram> own = run.latenciesOf(work.name());
          Operations.ordered(own.keySet())
              .forEach(tag -> latencies.add(work.name() + " " + tag + others, x, own.get(tag)));
        }
      }
      Stream.of(rates, latencies, times, costs)
          .forEach(each -> each.plot(swept.get(), names).ifPresent(plots::add));
    }
    return plots;
  }

  /** Rows of the paper's tables, and no other phase, in relation to the first row of each kind. */
  private static Optional<Plot> rows(List<RunHistory> runs) {
    SweptPlot plot = new SweptPlot("swept-rows");
    Map<String, PaperTable> tables = PaperTable.all();
    Map<String, double[]> first = new LinkedHashMap<>();
    Set<String> across = new LinkedHashSet<>();
    for (RunHistory run : runs) {
      Optional<PaperTable> paper = run.plan().flatMap(RunPlan::experiment).map(tables::get);
      for (OurRow own : paper.isEmpty() ? List.<OurRow>of() : OurRow.of(run)) {
        for (PaperTable.Row row : paper.get().rows()) {
          Optional<Double> at = row.at().or(row::servers);
          if (row.name().equals(own.name()) && at.isPresent()) {
            across.add(paper.get().across());
            for (String kind : row.averages().keySet()) {
              String word = row.at().isPresent() ? kind : kind(row.name(), kind);
              String line = paper.get().id() + " " + word;
              double[] base =
                  first.computeIfAbsent(
                      line, any -> new double[] {own.average(kind), row.averages().get(kind)});
              plot.add(line, at.get(), own.average(kind) / base[0]);
              plot.add(line + ", the paper's", at.get(), row.averages().get(kind) / base[1]);
            }
          }
        }
      }
    }
    return plot.plot(String.join(", ", across), List.of());
  }

  /** {@code batch walk} of {@code 300, batch walk}; else the kind of work. */
  private static String kind(String row, String otherwise) {
    int comma = row.indexOf(", ");
    return comma < 0 ? otherwise : row.substring(comma + 2);
  }

  private static String value(RunHistory run, String parameter) {
    return run.plan().map(plan -> plan.parameters().get(parameter)).orElse("");
  }

  /** A parameter as a number; NaN if it is none; sizes are numbers, too. */
  private static double number(String text) {
    Double plain = Doubles.tryParse(text);
    try {
      return plain == null ? Texts.parseSize(text) : plain;
    } catch (IllegalArgumentException notSize) {
      return Double.NaN;
    }
  }

  private static List<String> values(List<RunHistory> runs, String parameter) {
    return runs.stream().map(run -> value(run, parameter)).distinct().toList();
  }

  private static boolean isNumeric(List<RunHistory> runs, String parameter) {
    return values(runs, parameter).stream().noneMatch(it -> Double.isNaN(number(it)));
  }

  private static List<String> parameters(List<RunHistory> runs) {
    Set<String> all = new LinkedHashSet<>();
    runs.forEach(run -> run.plan().ifPresent(plan -> all.addAll(plan.parameters().keySet())));
    return all.stream().filter(each -> values(runs, each).size() > 1).toList();
  }

  /** The parameter of all runs with the most values; of several the first of numbers, if any. */
  private static Optional<String> swept(List<RunHistory> runs) {
    return parameters(runs).stream()
        .filter(each -> !values(runs, each).contains(""))
        .min(
            Comparator.comparing((String each) -> -values(runs, each).size())
                .thenComparing(each -> !isNumeric(runs, each)));
  }

  /** The first other parameter that differs among runs with the same value of the swept one. */
  private static String others(RunHistory run, List<RunHistory> runs, String swept) {
    List<RunHistory> same =
        runs.stream().filter(its -> value(its, swept).equals(value(run, swept))).toList();
    return parameters(same).stream()
        .findFirst()
        .map(each -> ", " + each + "=" + value(run, each))
        .orElse("");
  }

  private void add(Work work, String others, double x) {
    add(work.label() + others, x, work.average());
  }

  private void add(String line, double x, Histogram nanos) {
    add(line, x, LatencyTrack.millis(nanos, 99));
  }

  private void add(String line, double x, double y) {
    if (Double.isFinite(x) && Double.isFinite(y)) {
      lines
          .computeIfAbsent(line, any -> new TreeMap<>())
          .computeIfAbsent(x, any -> new ArrayList<>())
          .add(y);
    }
  }

  /**
   * The plot; empty if no line has measurements at several values.
   *
   * @param names of the values 0, 1, 2 of what was swept; none if it has numbers
   */
  private Optional<Plot> plot(String across, List<String> names) {
    List<Curve> curves = new ArrayList<>();
    lines.forEach((line, at) -> curves.add(curve(line, at)));
    return curves.stream().noneMatch(curve -> curve.points().size() > 1)
        ? Optional.empty()
        : Optional.of(
            new CurvePlot(
                words.titled(words.title() + " against " + across),
                across,
                names,
                false,
                true,
                curves));
  }

  /** A line through the medians of the repetitions at each value. */
  private Curve curve(String name, SortedMap<Double, List<Double>> at) {
    List<Point> points = new ArrayList<>();
    at.forEach(
        (x, values) -> {
          double[] sorted = values.stream().mapToDouble(y -> y).sorted().toArray();
          double most = sorted[sorted.length - 1];
          String range = sorted[0] < most ? words(sorted[0]) + " to " + words(most) : "";
          points.add(new Point(x, Series.median(sorted), sorted[0], most, range));
        });
    return new Curve(-1, name, points);
  }

  private String words(double y) {
    return words.unit().equals(COST) ? PlacementTables.money(y).text() : Formats.large(y);
  }
}
