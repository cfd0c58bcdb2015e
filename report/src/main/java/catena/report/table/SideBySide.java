// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.graph.judge.FindingKind;
import catena.records.history.RunPlan;
import catena.report.history.Operations;
import catena.report.history.PhaseFigures;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import catena.report.page.Cell;
import catena.report.page.Table;
import catena.report.page.Unit;
import catena.report.table.ExperimentTables.OurRow;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;

/** Several runs side by side: how fast they were, what was done to them, what was found. */
public final class SideBySide {
  private SideBySide() {}

  /**
   * A row for each run; columns without a value in any run are left out, and the number of tablet
   * servers if it is the same for all. Before it the medians, if some runs are repetitions.
   */
  public static List<Table> of(List<RunHistory> runs) {
    SortedSet<FindingKind> kinds = new TreeSet<>();
    runs.forEach(run -> kinds.addAll(run.findingCounts().keySet()));
    SortedSet<String> works = new TreeSet<>();
    runs.forEach(run -> run.measured().forEach(work -> works.add(work.name())));
    SortedSet<String> tags = new TreeSet<>();
    runs.forEach(run -> tags.addAll(run.latencies().keySet()));
    boolean grown = runs.stream().mapToDouble(RunHistory::tservers).distinct().count() > 1;
    Table.Columns<RunHistory> table =
        Table.<RunHistory>named("runs")
            .words("Run", RunHistory::name)
            .known("Verdict", run -> run.verdict().map(file -> file.verdict().name()))
            .numbers("Tablet servers", Unit.COUNT, run -> grown ? run.tservers() : Double.NaN)
            .numbers("Written", Unit.AMOUNT, run -> run.journal().puts().total());
    for (String work : works) {
      table
          .numbers(work + " /s", Unit.PER_SECOND, run -> run.average(work))
          .cells(work + " clients busy", Unit.SHARE, run -> busy(run, work));
    }
    for (String tag : Operations.ordered(tags)) {
      table.latencies(tag + " %s", run -> run.latencies(tag), 50, 99);
    }
    table
        .numbers(
            "Faults", Unit.COUNT, run -> run.faults().isEmpty() ? Double.NaN : run.faults().size())
        .numbers("Whole after", Unit.SECONDS, RunHistory::longestRecovery);
    for (FindingKind kind : kinds) {
      table.numbers(kind.name(), Unit.COUNT, run -> found(run, kind));
    }
    table.known(
        "Doubt",
        run ->
            run.plan().stream()
                .flatMap(any -> OurRow.of(run).stream())
                .flatMap(row -> row.doubt().map(why -> row.name() + " " + why).stream())
                .findFirst());
    return withMedians(table.withoutEmpty(runs), runs);
  }

  /**
   * A table; if some runs repeat a row of a sweep, folded and after one of the medians of each row.
   *
   * @param each a row for each run
   */
  static List<Table> withMedians(Table each, List<RunHistory> runs) {
    Map<String, List<Integer>> repetitions = new LinkedHashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      String where = runs.get(i).where();
      String sweep = where.substring(0, where.lastIndexOf('/') + 1);
      String row = repeated(runs.get(i)).map(sweep::concat).orElse(where);
      repetitions.computeIfAbsent(row, any -> new ArrayList<>()).add(i);
    }
    IntFunction<String> name = i -> repeated(runs.get(i)).orElse(runs.get(i).name());
    return repetitions.size() == runs.size()
        ? List.of(each)
        : List.of(each.medians(repetitions.values(), name), each.onDemand());
  }

  private static Optional<String> repeated(RunHistory run) {
    return run.plan().flatMap(RunPlan::repeated);
  }

  private static Cell busy(RunHistory run, String name) {
    Work work = run.journal().work().get(name);
    double share = work == null ? Double.NaN : work.busyShare();
    return share > 0
        ? Cell.of(share, Unit.SHARE, Math.max(1, Math.round(100 * share)) + " %")
        : Cell.NONE;
  }

  /** The number of findings of a kind; NaN if none and the run has no verdict. */
  private static double found(RunHistory run, FindingKind kind) {
    long found = run.findingCounts().getOrDefault(kind, 0L);
    return found == 0 && run.verdict().isEmpty() ? Double.NaN : found;
  }

  /**
   * What several runs did phase by phase: the same phases one below the other, so that work that
   * was postponed in one phase is seen in the next. Without rows if no run has more than one phase
   * in which clients worked.
   */
  public static Table phases(List<RunHistory> runs) {
    ListMultimap<String, PhaseFigures> byWork =
        MultimapBuilder.treeKeys().arrayListValues().build();
    boolean several = false;
    for (RunHistory run : runs) {
      List<PhaseFigures> rows =
          PhaseFigures.of(run).stream()
              .filter(figures -> figures.active().seconds() > 0)
              .filter(figures -> figures.work().counted().total() > 0)
              .toList();
      several |= rows.size() > 1;
      for (int i = 0; i < rows.size(); i++) {
        // By the place in the run, which is the same in runs of one scenario, then by the work.
        byWork.put("%05d %s".formatted(i, rows.get(i).work().name()), rows.get(i));
      }
    }
    return table(several ? List.copyOf(byWork.values()) : List.of());
  }

  private static Table table(List<PhaseFigures> rows) {
    SortedSet<String> tags = new TreeSet<>();
    rows.forEach(row -> tags.addAll(row.run().latenciesOf(row.work().name()).keySet()));
    Table.Columns<PhaseFigures> table =
        Table.<PhaseFigures>named("phases-side-by-side")
            .words("Phase", row -> row.phase().words())
            .words("Work", row -> row.work().label())
            .words("Run", row -> row.run().name())
            .numbers("Period", Unit.PERIOD, row -> row.active().seconds())
            .numbers("Fastest writer", Unit.PERIOD, PhaseFigures::fastest)
            .numbers("Maximum", Unit.PER_SECOND, PhaseFigures::maximum)
            .numbers("Average", Unit.PER_SECOND, PhaseFigures::average);
    for (String tag : Operations.ordered(tags)) {
      table.latencies(
          tag + " %s", row -> row.run().latenciesOf(row.work().name()).get(tag), 50, 99, 100);
    }
    return table.withoutEmpty(rows);
  }
}
