// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.graph.judge.FindingKind;
import catena.report.history.Operations;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import catena.report.page.Cell;
import catena.report.page.Table;
import catena.report.page.Unit;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Several runs, a row for each: how fast it was, what was done to it, what was found. */
public final class SideBySide {
  private SideBySide() {}

  /**
   * The table; columns in which no run says anything are left out, and how many tablet servers
   * there were where that is the same for all.
   */
  public static Table of(List<RunHistory> runs) {
    SortedSet<FindingKind> kinds = new TreeSet<>();
    runs.forEach(run -> kinds.addAll(run.findingCounts().keySet()));
    SortedSet<String> works = new TreeSet<>();
    runs.forEach(run -> works.addAll(run.journal().work().keySet()));
    SortedSet<String> tags = new TreeSet<>();
    runs.forEach(run -> tags.addAll(run.latencies().keySet()));
    boolean grown = runs.stream().mapToDouble(RunHistory::tservers).distinct().count() > 1;
    Table.Columns<RunHistory> table =
        Table.<RunHistory>of(
                "runs",
                "The runs side by side",
                "Rates are averages of the whole run, latencies from when each operation was due,"
                    + " findings by kind. Clients busy: in which share of their intervals the"
                    + " thread of a client used more than 90 % of a processor, so that it and not"
                    + " the servers was the limit; a column where none was is left out.")
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
    return table.withoutEmpty(runs);
  }

  private static Cell busy(RunHistory run, String name) {
    Work work = run.journal().work().get(name);
    double share = work == null ? Double.NaN : work.busyShare();
    return share > 0
        ? Cell.of(share, Unit.SHARE, Math.max(1, Math.round(100 * share)) + " %")
        : Cell.NONE;
  }

  /** NaN of a run without a verdict, which was not looked through. */
  private static double found(RunHistory run, FindingKind kind) {
    long found = run.findingCounts().getOrDefault(kind, 0L);
    return found == 0 && run.verdict().isEmpty() ? Double.NaN : found;
  }
}
