package catena.report.several;

import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.PhaseSpan;
import catena.report.history.RunHistory;
import catena.report.page.Table;
import catena.report.page.Unit;
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

    double millis(String operation, double percentile) {
      return LatencyTrack.millis(latencies().get(operation), percentile);
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
          .filter(figures -> figures.work().counted().total() > 0)
          .forEach(figures -> rows.add(new Row(run, phase, figures)));
    }
    return rows;
  }

  private static Table table(Map<String, List<Row>> byWork) {
    List<Row> rows = byWork.values().stream().flatMap(List::stream).toList();
    SortedSet<String> tags = new TreeSet<>();
    rows.forEach(row -> tags.addAll(row.latencies().keySet()));
    Table.Columns<Row> table =
        Table.<Row>of(
                "phases-side-by-side",
                "The phases side by side",
                "Each phase of one run below the same phase of the others. Rates per second, of"
                    + " entries written or rows read; latencies from when each operation was due.")
            .words("Phase", row -> row.phase.words())
            .words("Work", row -> row.figures.work().label())
            .words("Run", row -> row.run.name())
            .numbers("Period", Unit.PERIOD, row -> row.figures.active().seconds())
            .numbers("Maximum", Unit.PER_SECOND, row -> row.figures.maximum())
            .numbers("Average", Unit.PER_SECOND, row -> row.figures.average());
    for (String tag : Operations.ordered(tags)) {
      table
          .numbers(tag + " p50", Unit.MILLIS, row -> row.millis(tag, 50))
          .numbers(tag + " p99", Unit.MILLIS, row -> row.millis(tag, 99))
          .numbers(tag + " max", Unit.MILLIS, row -> row.millis(tag, 100));
    }
    return table.withoutEmpty(rows);
  }
}
