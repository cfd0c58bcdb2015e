// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.records.history.Series;
import catena.records.run.RunDirectory;
import catena.report.history.RunHistory;
import catena.report.page.Cell;
import catena.report.page.Page;
import catena.report.page.Plot;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.HeatPlot;
import catena.report.page.Plot.Line;
import catena.report.page.Plot.TimePlot;
import catena.report.page.Table;
import catena.report.page.Unit;
import com.google.common.collect.Iterables;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Every plot and every table of results as CSV with a header, without thinning: plain numbers, in
 * the unit that the header names. If some cells of a column hold more than a number, such as that
 * it is a lower bound, the next column has the words.
 */
public final class CsvFiles {
  private static final String RUN = "run";
  private static final MathContext DIGITS = new MathContext(10);

  private final List<RunHistory> runs;
  private final RunDirectory output;
  private final Set<String> written = new HashSet<>();

  private CsvFiles(List<RunHistory> runs, RunDirectory output) {
    this.runs = runs;
    this.output = output;
  }

  /** Writes all files of a report, one in memory at a time; those of an earlier one alone go. */
  public static void write(Page page, List<RunHistory> runs, RunDirectory output)
      throws IOException {
    CsvFiles csv = new CsvFiles(runs, output);
    for (Plot plot : page.plots()) {
      csv.plot(plot);
    }
    for (Table table : Iterables.concat(page.results(), page.comparison())) {
      csv.table(table);
    }
    var fs = output.fileSystem();
    Path folder = output.reportSeries(RUN).getParent();
    for (FileStatus file : fs.exists(folder) ? fs.listStatus(folder) : new FileStatus[0]) {
      String name = file.getPath().getName();
      boolean unused =
          name.endsWith(".csv") && !csv.written.contains(name) && fs.delete(file.getPath(), false);
    }
  }

  private void plot(Plot plot) throws IOException {
    if (plot instanceof TimePlot lines) {
      lines(lines);
    } else if (plot instanceof HeatPlot heat) {
      List<List<Object>> rows = new ArrayList<>();
      String run = runs.get(heat.run()).name();
      for (Plot.Cell c : heat.cells()) {
        Instant at = Instant.ofEpochMilli(c.at());
        rows.add(List.of(run, at, number(c.low()), number(c.high()), c.count()));
      }
      write(
          plot.id(),
          List.of(RUN, "time", "from " + plot.words().unit(), "to " + plot.words().unit(), "n"),
          rows);
    } else if (plot instanceof CurvePlot curves) {
      List<List<Object>> rows = new ArrayList<>();
      for (Plot.Curve curve : curves.curves()) {
        for (Plot.Point p : curve.points()) {
          String run = curve.run() < 0 ? p.label() : runs.get(curve.run()).name();
          boolean named = !curves.names().isEmpty();
          String across = named ? curves.names().get((int) p.x()) : number(p.x());
          rows.add(List.of(run, curve.name(), across, number(p.y())));
          if (p.low() < p.high()) {
            rows.add(List.of(run, curve.name() + ", least", across, number(p.low())));
            rows.add(List.of(run, curve.name() + ", most", across, number(p.high())));
          }
        }
      }
      write(
          plot.id(),
          List.of(
              RUN,
              "curve",
              (curves.acrossWords() + " " + curves.acrossUnit()).strip(),
              plot.words().unit()),
          rows);
    }
  }

  /** A column for each line, a row for each time of each run. */
  private void lines(TimePlot plot) throws IOException {
    List<String> keys = plot.lines().stream().map(Line::key).distinct().toList();
    List<String> header = new ArrayList<>(List.of(RUN, "time", "seconds"));
    keys.forEach(
        key -> header.add(plot.words().unit().isEmpty() ? key : key + " " + plot.words().unit()));
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      SortedMap<Long, String[]> byTime = new TreeMap<>();
      for (Line line : plot.lines()) {
        if (line.run() == i) {
          int column = keys.indexOf(line.key());
          Series series = line.series();
          for (int at = 0; at < series.size(); at++) {
            byTime.computeIfAbsent(series.time(at), t -> new String[keys.size()])[column] =
                number(series.value(at));
          }
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

  /** A number as text; empty if it is not known. */
  private static String number(double value) {
    return Double.isNaN(value)
        ? ""
        : value == Math.rint(value) && Math.abs(value) < 1e15
            ? Long.toString((long) value)
            : Double.toString(value);
  }

  /** A result of a run, without the last digits of a sum of fractions. */
  private static String rounded(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString()
        : "";
  }

  private void table(Table table) throws IOException {
    List<String> header = new ArrayList<>();
    List<List<Object>> rows = new ArrayList<>();
    table.rows().forEach(row -> rows.add(new ArrayList<>()));
    for (int c = 0; c < table.columns().size(); c++) {
      Table.Column column = table.columns().get(c);
      int place = c;
      List<Cell> cells = table.rows().stream().map(row -> row.cells().get(place)).toList();
      if (!column.numeric()) {
        header.add(column.title());
        add(cells, CsvFiles::plain, rows);
        continue;
      }
      String symbol = column.unit().symbol();
      header.add(column.title().endsWith(symbol) ? column.title() : column.title() + " " + symbol);
      add(cells, cell -> rounded(cell.value()), rows);
      if (cells.stream().anyMatch(Cell::more)) {
        header.add(column.title() + ", in words");
        add(cells, cell -> cell.more() ? cell.text() : "", rows);
      }
    }
    write(table.id(), header, rows);
  }

  private static void add(List<Cell> cells, Function<Cell, Object> as, List<List<Object>> rows) {
    for (int i = 0; i < cells.size(); i++) {
      rows.get(i).add(as.apply(cells.get(i)));
    }
  }

  /** Words, a moment, or a number among words. */
  private static Object plain(Cell cell) {
    return cell.unit() == Unit.WORDS
        ? cell.more() ? cell.text() : ""
        : cell.unit() == Unit.TIME
            ? Instant.ofEpochMilli((long) cell.value())
            : rounded(cell.value());
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
    written.add(name + ".csv");
    output.writeAtomically(
        output.reportSeries(name + ".csv"),
        text.toString().getBytes(UTF_8),
        "a series of the report");
  }
}
