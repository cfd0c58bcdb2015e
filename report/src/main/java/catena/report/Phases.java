package catena.report;

import catena.harness.command.Amounts;
import java.util.ArrayList;
import java.util.List;

/** The phases of a run in the shape of the paper's tables 6-1 to 6-10. */
final class Phases {
  private Phases() {}

  static Table of(RunHistory run) {
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
      String none = Show.NONE;
      rows.add(List.of(phase.words(), none, none, none, none, none, none, took, none, none));
    }
    return rows;
  }

  private static List<String> row(RunHistory run, PhaseSpan phase, Work work, Span active) {
    Spread counted = Rates.counted(work);
    double amount = counted.within(active);
    double average = amount / Math.max(0.001, active.seconds());
    double most = counted.rates(active, run.span().rateSeconds()).max();
    Series servers = run.samples().of(StatsOut.SCOPE, "TABLET_SERVERS");
    Series tablets = run.samples().of(StatsOut.SCOPE, "TABLE_TABLETS");
    double hosts = servers.isEmpty() ? run.tservers() : servers.at(active.to());
    return List.of(
        phase.words(),
        Rates.label(work),
        Show.whole(run.journal().clients(work.name())),
        Show.whole(hosts),
        tablets.isEmpty() || !(hosts > 0)
            ? Show.NONE
            : Show.short4(tablets.at(active.to()) / hosts),
        Show.large(size(run, active.from())),
        Show.large(size(run, active.to())),
        Amounts.span(active.duration()),
        Show.large(most),
        Show.large(average));
  }

  private static double size(RunHistory run, long at) {
    Series sampled = run.samples().of(StatsOut.SCOPE, "TABLE_RECS");
    double size = sampled.at(at);
    return Double.isNaN(size)
        ? run.journal().puts().within(new Span(Math.min(run.span().from(), at), at))
        : size;
  }
}
