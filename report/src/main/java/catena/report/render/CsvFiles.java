package catena.report.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.records.history.Series;
import catena.records.run.RunDirectory;
import catena.report.history.RunHistory;
import catena.report.page.Page;
import catena.report.page.Plot;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.HeatPlot;
import catena.report.page.Plot.Line;
import catena.report.page.Plot.TimePlot;
import catena.report.page.Table;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** Every plot and every table of results as CSV with a header, nothing thinned. */
public final class CsvFiles {
  private static final String RUN = "run";

  private final List<RunHistory> runs;
  private final RunDirectory output;

  private CsvFiles(List<RunHistory> runs, RunDirectory output) {
    this.runs = runs;
    this.output = output;
  }

  /** Writes all files of a report, one after the other: no more than one is in memory. */
  public static void write(Page page, List<RunHistory> runs, RunDirectory output)
      throws IOException {
    CsvFiles csv = new CsvFiles(runs, output);
    for (Plot plot : page.plots()) {
      csv.plot(plot);
    }
    for (Table table : page.results()) {
      csv.table(table);
    }
    for (Table table : page.comparison()) {
      csv.table(table);
    }
  }

  private void plot(Plot plot) throws IOException {
    if (plot instanceof TimePlot lines) {
      lines(lines);
    } else if (plot instanceof HeatPlot heat) {
      List<List<Object>> rows = new ArrayList<>();
      heat.cells()
          .forEach(
              c ->
                  rows.add(
                      List.of(
                          runs.get(heat.run()).name(),
                          Instant.ofEpochMilli(c.at()),
                          number(c.low()),
                          number(c.high()),
                          c.count())));
      write(plot.id(), List.of(RUN, "time", "from " + plot.unit(), "to " + plot.unit(), "n"), rows);
    } else if (plot instanceof CurvePlot curves) {
      List<List<Object>> rows = new ArrayList<>();
      curves
          .curves()
          .forEach(
              curve ->
                  curve
                      .points()
                      .forEach(
                          p -> {
                            String run = curve.run() < 0 ? p.label() : runs.get(curve.run()).name();
                            rows.add(List.of(run, curve.name(), number(p.x()), number(p.y())));
                          }));
      write(
          plot.id(),
          List.of(
              RUN,
              "curve",
              (curves.acrossWords() + " " + curves.acrossUnit()).strip(),
              plot.unit()),
          rows);
    }
  }

  /** A column for each line, a row for each time of each run. */
  private void lines(TimePlot plot) throws IOException {
    List<String> keys = plot.lines().stream().map(Line::key).distinct().toList();
    List<String> header = new ArrayList<>(List.of(RUN, "time", "seconds"));
    keys.forEach(key -> header.add(plot.unit().isEmpty() ? key : key + " " + plot.unit()));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      SortedMap<Long, String[]> byTime = new TreeMap<>();
      for (Line line : plot.lines()) {
        if (line.run() == i) {
          collect(line.series(), keys.indexOf(line.key()), keys.size(), byTime);
        }
      }
      RunHistory run = runs.get(i);
      byTime.forEach(
          (at, values) -> {
            List<Object> row = new ArrayList<>();
            row.add(run.name());
            row.add(Instant.ofEpochMilli(at));
            row.add((at - run.span().from()) / 1000.0);
            row.addAll(java.util.Arrays.asList(values));
            rows.add(row);
          });
    }
    write(plot.id(), header, rows);
  }

  private static void collect(
      Series series, int column, int columns, SortedMap<Long, String[]> byTime) {
    for (int i = 0; i < series.size(); i++) {
      byTime.computeIfAbsent(series.time(i), t -> new String[columns])[column] =
          number(series.value(i));
    }
  }

  /** Empty where it is not known. */
  private static String number(double value) {
    return Double.isNaN(value)
        ? ""
        : value == Math.rint(value) && Math.abs(value) < 1e15
            ? Long.toString((long) value)
            : Double.toString(value);
  }

  private void table(Table table) throws IOException {
    write(table.id(), table.titles(), table.texts());
  }

  private void write(String name, List<String> header, List<? extends List<?>> rows)
      throws IOException {
    StringBuilder text = new StringBuilder();
    CSVFormat format = CSVFormat.RFC4180.builder().setHeader(header.toArray(new String[0])).build();
    try (CSVPrinter printer = new CSVPrinter(text, format)) {
      for (List<?> row : rows) {
        printer.printRecord(row);
      }
    }
    output.writeAtomically(
        output.reportSeries(name + ".csv"),
        text.toString().getBytes(UTF_8),
        "a series of the report");
  }
}
