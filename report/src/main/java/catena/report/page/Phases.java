package catena.report.page;

import catena.records.words.Amounts;
import catena.report.history.PhaseSpan;
import catena.report.history.Rates;
import catena.report.history.RunHistory;
import catena.report.phase.PhaseFigures;
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
    List<PhaseSpan> phases = PhaseFigures.phases(run);
    for (PhaseSpan phase : phases) {
      rows(run, phase, phases).forEach(table::row);
    }
    return table.done();
  }

  private static List<List<String>> rows(RunHistory run, PhaseSpan phase, List<PhaseSpan> phases) {
    List<List<String>> rows =
        PhaseFigures.of(run, phase, phases).stream().map(each -> row(phase, each)).toList();
    if (rows.isEmpty()) {
      String took = Amounts.span(phase.span().duration());
      String none = Formats.NONE;
      return List.of(List.of(phase.words(), none, none, none, none, none, none, took, none, none));
    }
    return rows;
  }

  private static List<String> row(PhaseSpan phase, PhaseFigures figures) {
    return List.of(
        phase.words(),
        Rates.label(figures.work()),
        Formats.whole(figures.clients()),
        Formats.whole(figures.servers()),
        Formats.short4(figures.tablets()),
        Formats.large(figures.initial()),
        Formats.large(figures.last()),
        Amounts.span(figures.active().duration()),
        Formats.large(figures.maximum()),
        Formats.large(figures.average()));
  }
}
