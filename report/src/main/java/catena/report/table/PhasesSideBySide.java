// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.report.history.Operations;
import catena.report.history.PhaseFigures;
import catena.report.history.RunHistory;
import catena.report.page.Table;
import catena.report.page.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What several runs did phase by phase: the same phases one below the other, so that work that was
 * put off in one phase is seen in the next.
 */
public final class PhasesSideBySide {
  private PhasesSideBySide() {}

  /** The table; empty if no run has more than one phase in which clients worked. */
  public static Optional<Table> of(List<RunHistory> runs) {
    Map<String, List<PhaseFigures>> byWork = new TreeMap<>();
    boolean several = false;
    for (RunHistory run : runs) {
      List<PhaseFigures> rows = rows(run);
      several |= rows.size() > 1;
      for (int i = 0; i < rows.size(); i++) {
        // By the place in the run, which is the same in runs of one scenario, then by the work.
        String order = "%05d %s".formatted(i, rows.get(i).work().name());
        byWork.computeIfAbsent(order, work -> new ArrayList<>()).add(rows.get(i));
      }
    }
    return several ? Optional.of(table(byWork)) : Optional.empty();
  }

  private static List<PhaseFigures> rows(RunHistory run) {
    return PhaseFigures.of(run).stream()
        .filter(figures -> figures.active().seconds() > 0)
        .filter(figures -> figures.work().counted().total() > 0)
        .toList();
  }

  private static Table table(Map<String, List<PhaseFigures>> byWork) {
    List<PhaseFigures> rows = byWork.values().stream().flatMap(List::stream).toList();
    SortedSet<String> tags = new TreeSet<>();
    rows.forEach(row -> tags.addAll(row.run().latenciesOf(row.work().name()).keySet()));
    Table.Columns<PhaseFigures> table =
        Table.<PhaseFigures>of(
                "phases-side-by-side",
                "The phases side by side",
                "Each phase of one run below the same phase of the others. Rates per second, of"
                    + " entries written or rows read; latencies from when each operation was due.")
            .words("Phase", row -> row.phase().words())
            .words("Work", row -> row.work().label())
            .words("Run", row -> row.run().name())
            .numbers("Period", Unit.PERIOD, row -> row.active().seconds())
            .numbers("Maximum", Unit.PER_SECOND, PhaseFigures::maximum)
            .numbers("Average", Unit.PER_SECOND, PhaseFigures::average);
    for (String tag : Operations.ordered(tags)) {
      table.latencies(
          tag + " %s", row -> row.run().latenciesOf(row.work().name()).get(tag), 50, 99, 100);
    }
    return table.withoutEmpty(rows);
  }
}
