package catena.report.several;

import catena.records.words.Amounts;
import catena.report.history.Operations;
import catena.report.history.PhaseSpan;
import catena.report.history.Rates;
import catena.report.history.RunHistory;
import catena.report.page.Formats;
import catena.report.page.Table;
import catena.report.phase.PhaseFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/**
 * What several runs did phase by phase: the same phases one below the other, so that work that was
 * put off in one phase is seen in the next.
 */
public final class PhasesSideBySide {
  private PhasesSideBySide() {}

  /** A row of the table. */
  private record Row(RunHistory run, PhaseSpan phase, PhaseFigures figures) {
    SortedMap<String, Histogram> latencies() {
      return run.partLatencies().getOrDefault(figures.work().name(), new TreeMap<>());
    }
  }

  /** The table; empty if no run has more than one phase in which clients worked. */
  public static Optional<Table> of(List<RunHistory> runs) {
    Map<String, List<Row>> byWork = new TreeMap<>();
    boolean several = false;
    for (RunHistory run : runs) {
      List<Row> rows = rows(run);
      several |= rows.size() > 1;
      for (int i = 0; i < rows.size(); i++) {
        // By the place in the run, which is the same in runs of one scenario, then by the work.
        String order = "%05d %s".formatted(i, rows.get(i).figures.work().name());
        byWork.computeIfAbsent(order, work -> new ArrayList<>()).add(rows.get(i));
      }
    }
    return several ? Optional.of(table(byWork)) : Optional.empty();
  }

  private static List<Row> rows(RunHistory run) {
    List<PhaseSpan> phases = PhaseFigures.phases(run);
    List<Row> rows = new ArrayList<>();
    for (PhaseSpan phase : phases) {
      PhaseFigures.of(run, phase, phases).stream()
          .filter(figures -> figures.active().seconds() > 0)
          .filter(figures -> Rates.counted(figures.work()).total() > 0)
          .forEach(figures -> rows.add(new Row(run, phase, figures)));
    }
    return rows;
  }

  private static Table table(Map<String, List<Row>> byWork) {
    SortedSet<String> tags = new TreeSet<>();
    byWork.values().forEach(rows -> rows.forEach(row -> tags.addAll(row.latencies().keySet())));
    List<String> operations = Operations.ordered(tags);
    List<String> columns =
        new ArrayList<>(List.of("Phase", "Work", "Run", "Period", "Maximum", "Average"));
    operations.forEach(tag -> columns.addAll(List.of(tag + " p50", tag + " p99", tag + " max")));
    Table.Draft table =
        Table.of(
                "phases-side-by-side",
                "The phases side by side",
                "Each phase of one run below the same phase of the others. Rates per second, of"
                    + " entries written or rows read; latencies from when each operation was due.")
            .columns(columns);
    for (List<Row> rows : byWork.values()) {
      for (Row row : rows) {
        table.row(cells(row, operations));
      }
    }
    return table.withoutEmpty().done();
  }

  private static List<String> cells(Row row, List<String> operations) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                row.phase.words(),
                Rates.label(row.figures.work()),
                row.run.name(),
                Amounts.span(row.figures.active().duration()),
                Formats.large(row.figures.maximum()),
                Formats.large(row.figures.average())));
    SortedMap<String, Histogram> latencies = row.latencies();
    for (String tag : operations) {
      Optional<Histogram> all =
          Optional.ofNullable(latencies.get(tag)).filter(of -> of.getTotalCount() > 0);
      cells.add(all.map(of -> millis(of.getValueAtPercentile(50))).orElse(Formats.NONE));
      cells.add(all.map(of -> millis(of.getValueAtPercentile(99))).orElse(Formats.NONE));
      cells.add(all.map(of -> millis(of.getMaxValue())).orElse(Formats.NONE));
    }
    return cells;
  }

  private static String millis(long nanos) {
    return Formats.millis(nanos / 1e6);
  }
}
