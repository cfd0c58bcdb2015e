package catena.report.several;

import catena.graph.judge.FindingKind;
import catena.records.history.FaultRecord;
import catena.report.history.LatencyTrack;
import catena.report.history.Operations;
import catena.report.history.Rates;
import catena.report.history.RunHistory;
import catena.report.page.Formats;
import catena.report.page.Table;
import java.util.ArrayList;
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
    List<String> operations = Operations.ordered(tags);
    boolean grown = runs.stream().mapToDouble(RunHistory::tservers).distinct().count() > 1;
    List<String> columns = new ArrayList<>(List.of("Run", "Verdict", "Tablet servers", "Written"));
    works.forEach(work -> columns.addAll(List.of(work + " /s", work + " clients busy")));
    operations.forEach(tag -> columns.addAll(List.of(tag + " p50", tag + " p99")));
    columns.addAll(List.of("Faults", "Whole after"));
    kinds.forEach(kind -> columns.add(kind.name()));
    Table.Draft table =
        Table.of(
                "runs",
                "The runs side by side",
                "Rates are averages of the whole run, latencies from when each operation was due,"
                    + " findings by kind. Clients busy: in which share of their intervals the"
                    + " thread of a client used more than 90 % of a processor, so that it and not"
                    + " the servers was the limit; a column where none was is left out.")
            .columns(columns);
    for (RunHistory run : runs) {
      List<String> row = new ArrayList<>();
      row.add(run.name());
      row.add(run.verdict().map(file -> file.verdict().name()).orElse(Formats.NONE));
      row.add(grown ? Formats.whole(run.tservers()) : Formats.NONE);
      row.add(Formats.large(run.journal().puts().total()));
      for (String work : works) {
        row.add(
            run.journal().work().containsKey(work)
                ? Formats.large(Rates.average(run, run.journal().work().get(work)))
                : Formats.NONE);
        row.add(busy(run.journal().busyShare(work)));
      }
      for (String tag : operations) {
        row.add(millis(run.latencies().get(tag), 50));
        row.add(millis(run.latencies().get(tag), 99));
      }
      faults(run.faults(), row);
      kinds.forEach(kind -> row.add(found(run, kind)));
      table.row(row);
    }
    return table.withoutEmpty().done();
  }

  private static String busy(double share) {
    return share > 0 ? Math.max(1, Math.round(100 * share)) + " %" : Formats.NONE;
  }

  private static String millis(LatencyTrack track, double percentile) {
    return track == null || track.total().getTotalCount() == 0
        ? Formats.NONE
        : Formats.millis(track.total().getValueAtPercentile(percentile) / 1e6);
  }

  private static void faults(List<FaultRecord> faults, List<String> row) {
    row.add(faults.isEmpty() ? Formats.NONE : Formats.whole(faults.size()));
    row.add(
        faults.stream()
            .filter(fault -> fault.recoveredAt().isPresent())
            .map(fault -> (fault.recoveredAt().getAsLong() - fault.startedAt()) / 1e3)
            .max(Double::compare)
            .map(Formats::seconds)
            .orElse(Formats.NONE));
  }

  /** A run without a verdict was not looked through. */
  private static String found(RunHistory run, FindingKind kind) {
    long found = run.findingCounts().getOrDefault(kind, 0L);
    return found == 0 && run.verdict().isEmpty() ? Formats.NONE : Formats.whole((double) found);
  }
}
