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

  public static Table of(RunHistory run) {
    Table.Draft table =
        Table.of(
                "phases",
                "Phases",
                "Sizes in entries: as sampled where a collector ran, else written until then. Rates"
                    + " per second, the maximum over "
                    + run.span().rateSeconds()
                    + " s.")
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
    phases.forEach(phase -> rows(run, phase).forEach(table::row));
    return table.done();
  }

  private static List<List<String>> rows(RunHistory run, PhaseSpan phase) {
    List<List<String>> rows = new ArrayList<>();
    for (Work work : run.journal().work().values()) {
      run.journal()
          .worked(work, phase.span())
          .ifPresent(active -> rows.add(row(run, phase, work, active)));
    }
    if (rows.isEmpty()) {
      String took = Amounts.span(phase.span().duration());
      String none = Formats.NONE;
      rows.add(List.of(phase.words(), none, none, none, none, none, none, took, none, none));
    }
    return rows;
  }

  private static List<String> row(RunHistory run, PhaseSpan phase, Work work, Span active) {
    RateBins counted = Rates.counted(work);
    double amount = counted.within(active);
    double average = amount / Math.max(0.001, active.seconds());
    double most = counted.rates(active, run.span().rateSeconds()).max();
    Series servers = run.samples().of(ClassicField.TABLET_SERVERS);
    Series tablets = run.samples().of(ClassicField.TABLE_TABLETS);
    double hosts = servers.isEmpty() ? run.tservers() : servers.at(active.to());
    return List.of(
        phase.words(),
        Rates.label(work),
        Formats.whole(run.journal().clients(work.name())),
        Formats.whole(hosts),
        tablets.isEmpty() || !(hosts > 0)
            ? Formats.NONE
            : Formats.short4(tablets.at(active.to()) / hosts),
        Formats.large(size(run, active.from())),
        Formats.large(size(run, active.to())),
        Amounts.span(active.duration()),
        Formats.large(most),
        Formats.large(average));
  }

  private static double size(RunHistory run, long at) {
    Series sampled = run.samples().of(ClassicField.TABLE_RECS);
    double size = sampled.at(at);
    return Double.isNaN(size)
        ? run.journal().puts().within(new Span(Math.min(run.span().from(), at), at))
        : size;
  }
}
