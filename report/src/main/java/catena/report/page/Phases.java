// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.Span;
import catena.report.history.PhaseFigures;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.PhaseSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The phases of a run in the shape of the paper's tables 6-1 to 6-10. */
public final class Phases {
  private Phases() {}

  /** A row for each phase and work; one for the whole of a run that tells of no phase. */
  public static Table of(RunHistory run) {
    return Table.<PhaseWork>of(
            "phases",
            "Phases",
            "Sizes in entries: what the table held before the run's first write (0 if the run made"
                + " it, else as far as a collector saw it), and what was acknowledged since:"
                + " written for the first time, less deleted. Rates per second, the maximum over "
                + run.rateSeconds()
                + " s, on the grid of the plots.")
        .words("Phase", row -> row.phase.words())
        .known("Work", row -> row.figures.map(each -> each.work().label()))
        .numbers("Clients", Unit.COUNT, row -> row.number(PhaseFigures::clients))
        .numbers("Tablet servers", Unit.COUNT, row -> row.number(PhaseFigures::servers))
        .numbers("Tablets per server", Unit.NUMBER, row -> row.number(PhaseFigures::tablets))
        .numbers("Initial size", Unit.AMOUNT, row -> row.number(PhaseFigures::initial))
        .numbers("Final size", Unit.AMOUNT, row -> row.number(PhaseFigures::last))
        .numbers("Period", Unit.PERIOD, row -> row.period().seconds())
        .numbers("Maximum", Unit.PER_SECOND, row -> row.number(PhaseFigures::maximum))
        .numbers("Average", Unit.PER_SECOND, row -> row.number(PhaseFigures::average))
        .rows(rows(run));
  }

  /** A phase, and what was done in it; a phase without any work has a row as well. */
  private record PhaseWork(PhaseSpan phase, Optional<PhaseFigures> figures) {
    double number(ToDoubleFunction<PhaseFigures> number) {
      return figures.isEmpty() ? Double.NaN : number.applyAsDouble(figures.get());
    }

    Span period() {
      return figures.map(PhaseFigures::active).orElse(phase.span());
    }
  }

  private static List<PhaseWork> rows(RunHistory run) {
    List<PhaseFigures> all = PhaseFigures.of(run);
    List<PhaseWork> rows = new ArrayList<>();
    for (PhaseSpan phase : PhaseFigures.phases(run)) {
      List<PhaseFigures> own = all.stream().filter(each -> each.phase().equals(phase)).toList();
      own.forEach(each -> rows.add(new PhaseWork(phase, Optional.of(each))));
      if (own.isEmpty()) {
        rows.add(new PhaseWork(phase, Optional.empty()));
      }
    }
    return rows;
  }
}
