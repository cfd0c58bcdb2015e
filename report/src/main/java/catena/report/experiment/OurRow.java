package catena.report.experiment;

import catena.records.journal.ClientName;
import catena.records.plan.RunPlan;
import catena.report.history.PhaseSpan;
import catena.report.history.RunHistory;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Unit;
import catena.report.phase.PhaseFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * A phase of one of our runs that is a row of an experiment.
 *
 * @param name as the scenario names it
 * @param threshold that the table splits by in this phase, as its property says it
 * @param works what its own parts did: one that begins at the moment of its end is another's
 */
record OurRow(
    String name, String threshold, RunHistory run, PhaseSpan phase, List<PhaseFigures> works) {
  private static final String SPLIT_THRESHOLD = "table.prop.table.split.threshold";

  /** Walkers and batch walkers, the queries of the paper. */
  private static final Set<String> QUERY = Set.of("walk", "batchwalk");

  /** The rows of a run: of phases that were performed and that its plan names. */
  static List<OurRow> of(RunHistory run) {
    RunPlan plan = run.plan().orElseThrow();
    List<PhaseSpan> performed = PhaseFigures.phases(run);
    List<PhaseFigures> all = PhaseFigures.of(run);
    List<OurRow> rows = new ArrayList<>();
    for (int i = 0; i < Math.min(performed.size(), plan.phases().size()); i++) {
      RunPlan.Phase planned = plan.phases().get(i);
      PhaseSpan phase = performed.get(i);
      if (!planned.words().equals(phase.words())) {
        return rows; // the journal is not that of this plan, or lacks a phase
      }
      if (planned.row().isPresent() && phase.span().seconds() > 0) {
        List<PhaseFigures> own =
            all.stream()
                .filter(figures -> figures.phase().equals(phase))
                .filter(figures -> planned.parts().contains(figures.work().name()))
                .toList();
        rows.add(new OurRow(planned.row().get(), threshold(run, plan, i), run, phase, own));
      }
    }
    return rows;
  }

  /** Where phases set it, the run's settings have what the last of them set. */
  private static String threshold(RunHistory run, RunPlan plan, int phase) {
    String ofRun = plan.varies(SPLIT_THRESHOLD) ? null : run.settings().get(SPLIT_THRESHOLD);
    return plan.setting(SPLIT_THRESHOLD, phase)
        .or(() -> Optional.ofNullable(ofRun))
        .orElse(Formats.NONE);
  }

  /** What a column is in. */
  static Unit unit(PaperTable.Field field) {
    return switch (field) {
      case LABEL, THRESHOLD, SIZES, NOTHING -> Unit.WORDS;
      case SERVERS -> Unit.COUNT;
      case TABLETS -> Unit.NUMBER;
      case INITIAL, FINAL -> Unit.AMOUNT;
      case PERIOD -> Unit.PERIOD;
      case MAXIMUM, AVERAGE, INGEST_MAXIMUM, INGEST_AVERAGE, QUERY_MAXIMUM, QUERY_AVERAGE ->
          Unit.PER_SECOND;
    };
  }

  /** What stands in a column. */
  Cell cell(PaperTable.Field field) {
    return switch (field) {
      case LABEL -> Cell.words(name);
      case THRESHOLD -> Cell.words(threshold);
      case SIZES -> Cell.words(Formats.large(initial()) + "-" + Formats.large(last()));
      case NOTHING -> Cell.NONE;
      default -> Cell.of(number(field), unit(field));
    };
  }

  private double number(PaperTable.Field field) {
    return switch (field) {
      case SERVERS -> servers();
      case TABLETS -> first(PhaseFigures::tablets);
      case INITIAL -> initial();
      case FINAL -> last();
      case PERIOD -> period().toMillis() / 1000.0;
      case MAXIMUM -> first(PhaseFigures::maximum);
      case AVERAGE -> first(PhaseFigures::average);
      case INGEST_MAXIMUM -> of(Set.of("ingest"), PhaseFigures::maximum);
      case INGEST_AVERAGE -> average("ingest");
      case QUERY_MAXIMUM -> of(QUERY, PhaseFigures::maximum);
      case QUERY_AVERAGE -> average("query");
      case LABEL, THRESHOLD, SIZES, NOTHING -> Double.NaN;
    };
  }

  /**
   * Per second, of a kind of work; NaN where there was none. Of {@code verify}, entries of the
   * table by the time of the phase.
   */
  double average(String kind) {
    if (kind.equals("verify")) {
      return last() / phase.span().seconds();
    }
    return of(kind.equals("query") ? QUERY : Set.of(kind), PhaseFigures::average);
  }

  /** Per tablet server and second; NaN where that is not known. */
  double perServer(String kind) {
    return average(kind) / servers();
  }

  private double servers() {
    double seen = first(PhaseFigures::servers);
    return Double.isNaN(seen) ? run.tservers() : seen;
  }

  private Duration period() {
    return works.isEmpty() ? phase.span().duration() : works.get(0).active().duration();
  }

  private double initial() {
    return works.isEmpty() ? PhaseFigures.size(run, phase.span().from()) : works.get(0).initial();
  }

  private double last() {
    return works.isEmpty() ? PhaseFigures.size(run, phase.span().to()) : works.get(0).last();
  }

  private double first(ToDoubleFunction<PhaseFigures> number) {
    return works.isEmpty() ? Double.NaN : number.applyAsDouble(works.get(0));
  }

  private double of(Set<String> activities, ToDoubleFunction<PhaseFigures> number) {
    Optional<PhaseFigures> found =
        works.stream()
            .filter(each -> activities.contains(ClientName.activity(each.work().name())))
            .findFirst();
    return found.map(number::applyAsDouble).orElse(Double.NaN);
  }
}
