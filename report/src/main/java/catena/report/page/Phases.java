package catena.report.page;

import catena.harness.history.RateBins;
import catena.harness.history.Series;
import catena.harness.history.Span;
import catena.harness.sample.ClassicField;
import catena.harness.words.Amounts;
import catena.report.history.PhaseSpan;
import catena.report.history.Rates;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import java.util.ArrayList;
import java.util.List;

/** The phases of a run in the shape of the paper's tables 6-1 to 6-10. */
public final class Phases {
  private Phases() {}

  /** A row for each phase and work; one for the whole of a run that tells of no phase. */
  public static Table of(RunHistory run) {
    Table.Draft table =
        Table.of(
                "phases",
                "Phases",
                "Sizes in entries: what the table held before the run's first write, as far as a"
                    + " collector saw it, and what was acknowledged since, written less deleted."
                    + " Rates per second, the maximum over "
                    + run.rateSeconds()
                    + " s, on the grid of the plots.")
            .columns(
                "Phase",
                "Work",
                "Clients",
                "Tablet servers",
                "Tablets per server",
                "Initial size",
                "Final size",
                "Period",
                "Maximum",
                "Average");
    List<PhaseSpan> phases = run.journal().phases();
    if (phases.isEmpty() && run.span().seconds() > 0) {
      phases = List.of(new PhaseSpan("whole", run.span(), ""));
    }
    for (PhaseSpan phase : phases) {
      rows(run, phase, phases).forEach(table::row);
    }
    return table.done();
  }

  private static List<List<String>> rows(RunHistory run, PhaseSpan phase, List<PhaseSpan> phases) {
    List<List<String>> rows = new ArrayList<>();
    for (Work work : run.journal().work().values()) {
      List<Span> all =
          phases.stream()
              .flatMap(each -> run.journal().worked(work, each.span()).stream())
              .toList();
      run.journal()
          .worked(work, phase.span())
          .ifPresent(active -> rows.add(row(run, phase, work, active, all)));
    }
    if (rows.isEmpty()) {
      String took = Amounts.span(phase.span().duration());
      String none = Formats.NONE;
      rows.add(List.of(phase.words(), none, none, none, none, none, none, took, none, none));
    }
    return rows;
  }

  private static List<String> row(
      RunHistory run, PhaseSpan phase, Work work, Span active, List<Span> all) {
    RateBins counted = Rates.counted(work);
    double average = counted.within(active) / Math.max(0.001, active.seconds());
    Series servers = run.samples().of(ClassicField.TABLET_SERVERS);
    Series tablets = run.samples().of(ClassicField.TABLE_TABLETS);
    double hosts = servers.isEmpty() ? run.tservers() : servers.at(active.to());
    return List.of(
        phase.words(),
        Rates.label(work),
        Formats.whole(run.journal().clients(work.name())),
        Formats.whole(hosts),
        hosts > 0 ? Formats.short4(tablets.at(active.to()) / hosts) : Formats.NONE,
        Formats.large(size(run, Math.floorDiv(active.from(), 1000))),
        Formats.large(size(run, -Math.floorDiv(-active.to(), 1000))),
        Amounts.span(active.duration()),
        Formats.large(maximum(run, counted, active, all)),
        Formats.large(average));
  }

  /**
   * The highest rate of the intervals of the run's grid that belong to one of the times of a work:
   * an interval that several have a part in, to that with the largest.
   */
  private static double maximum(RunHistory run, RateBins counted, Span active, List<Span> all) {
    Series rates = Rates.over(run, counted);
    long width = run.rateSeconds() * 1000L;
    double highest = Double.NaN;
    double touched = Double.NaN;
    for (int i = 0; i < rates.size(); i++) {
      Span interval = new Span(rates.time(i), rates.time(i) / 1000 * 1000 + width);
      double own = common(interval, active);
      if (own > 0) {
        boolean most = all.stream().allMatch(other -> common(interval, other) <= own);
        touched = Math.max(Double.isNaN(touched) ? 0 : touched, rates.value(i));
        highest = most ? Math.max(Double.isNaN(highest) ? 0 : highest, rates.value(i)) : highest;
      }
    }
    return Double.isNaN(highest) ? touched : highest;
  }

  private static double common(Span one, Span other) {
    return one.common(other).map(Span::seconds).orElse(0.0);
  }

  /** What the table held before a second since 1970. */
  private static double size(RunHistory run, long second) {
    RateBins puts = run.journal().puts();
    RateBins deletes = run.journal().deletes();
    double before =
        puts.active()
            .map(wrote -> run.samples().of(ClassicField.TABLE_RECS).at(wrote.from()))
            .filter(sampled -> !Double.isNaN(sampled))
            .orElse(0.0);
    long first = Math.floorDiv(run.span().from(), 1000);
    return before + puts.sum(first, second) - deletes.sum(first, second);
  }
}
