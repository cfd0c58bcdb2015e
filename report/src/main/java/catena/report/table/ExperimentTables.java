// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.journal.ClientName;
import catena.records.plan.RunPlan;
import catena.report.history.PhaseFigures;
import catena.report.history.PhaseSpan;
import catena.report.history.RunHistory;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Table;
import catena.report.page.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Tables of the paper with what runs of ours came to below each row, and what of both can be
 * compared: rates for each tablet server, and how rows stand to the first that both have.
 */
public final class ExperimentTables {
  private ExperimentTables() {}

  /** The names of all experiments that have a table. */
  public static List<String> names() {
    return List.copyOf(PaperTable.all().keySet());
  }

  /** The table of each experiment that one of the runs belongs to. */
  public static List<Table> of(List<RunHistory> runs) {
    Map<String, List<RunHistory>> byExperiment = new LinkedHashMap<>();
    for (RunHistory run : runs) {
      run.plan()
          .flatMap(RunPlan::experiment)
          .ifPresent(id -> byExperiment.computeIfAbsent(id, any -> new ArrayList<>()).add(run));
    }
    List<Table> tables = new ArrayList<>();
    if (!byExperiment.isEmpty()) {
      Map<String, PaperTable> known = PaperTable.all();
      byExperiment.forEach(
          (id, members) ->
              Optional.ofNullable(known.get(id)).ifPresent(t -> tables.add(table(t, members))));
    }
    return tables;
  }

  private static Table table(PaperTable paper, List<RunHistory> runs) {
    List<OurRow> ours = runs.stream().flatMap(run -> OurRow.of(run).stream()).toList();
    List<Line> lines = new ArrayList<>();
    for (PaperTable.Row row : paper.rows()) {
      lines.add(new Line(Optional.of(row), Optional.empty()));
      ours.stream()
          .filter(each -> each.name().equals(row.name()))
          .forEach(each -> lines.add(new Line(Optional.of(row), Optional.of(each))));
    }
    for (OurRow each : ours) {
      if (paper.rows().stream().noneMatch(row -> row.name().equals(each.name()))) {
        lines.add(new Line(Optional.empty(), Optional.of(each)));
      }
    }
    Table.Columns<Line> table =
        Table.<Line>of(
                "experiment-" + paper.id().replaceAll("[^A-Za-z0-9-]", "-"),
                "Table " + paper.id() + ": " + paper.title(),
                note(paper, runs))
            .words("Whose", Line::whose);
    int place = 0;
    for (Map.Entry<String, PaperTable.Field> column : paper.columns().entrySet()) {
      PaperTable.Field field = column.getValue();
      int index = place++;
      table.cells(column.getKey(), field.unit(), line -> line.cell(field, index));
    }
    for (String kind : paper.compare()) {
      String word = paper.compare().size() > 1 ? " (" + kind + ")" : "";
      Optional<PaperTable.Row> first = first(paper, kind, ours);
      table
          .cells("Per server" + word, Unit.PER_SECOND, line -> rate(line.perServer(kind)))
          .cells("To the first row" + word, Unit.NUMBER, line -> times(line.to(first, kind, ours)))
          .cells(
              "Here to paper, per server" + word,
              Unit.NUMBER,
              line -> times(line.hereToPaper(kind)));
    }
    String kind = paper.compare().get(0);
    paper
        .than()
        .ifPresent(
            title ->
                table.cells(
                    title,
                    Unit.NUMBER,
                    line ->
                        times(line.to(line.paper.flatMap(row -> other(paper, row)), kind, ours))));
    return table.rows(lines);
  }

  /**
   * A line of the table: one of the paper, one of ours below it, or one that the paper has not.
   *
   * @param paper whose row it is, or is to be compared with
   */
  private record Line(Optional<PaperTable.Row> paper, Optional<OurRow> own) {
    String whose() {
      return own.isEmpty() ? "paper" : paper.isEmpty() ? "here only" : "here";
    }

    Cell cell(PaperTable.Field field, int place) {
      return own.map(field::cell)
          .orElseGet(() -> Cell.words(paper.orElseThrow().cells().get(place)));
    }

    double perServer(String kind) {
      return own.map(row -> row.perServer(kind))
          .orElseGet(() -> paper.orElseThrow().perServer(kind));
    }

    /** Its average divided by that of another row, of the same side; NaN where that has none. */
    double to(Optional<PaperTable.Row> other, String kind, List<OurRow> ours) {
      if (paper.isEmpty() || other.isEmpty()) {
        return Double.NaN;
      }
      return own.map(
              row ->
                  row.average(kind)
                      / our(other.get(), kind, ours)
                          .map(base -> base.average(kind))
                          .orElse(Double.NaN))
          .orElseGet(() -> average(paper.get(), kind) / average(other.get(), kind));
    }

    double hereToPaper(String kind) {
      return own.isEmpty() || paper.isEmpty()
          ? Double.NaN
          : own.get().perServer(kind) / paper.get().perServer(kind);
    }
  }

  /** The first row of the paper with an average of this kind that runs of ours have, too. */
  private static Optional<PaperTable.Row> first(PaperTable paper, String kind, List<OurRow> ours) {
    return paper.rows().stream()
        .filter(row -> row.averages().containsKey(kind))
        .filter(row -> our(row, kind, ours).isPresent())
        .findFirst();
  }

  private static Optional<OurRow> our(PaperTable.Row row, String kind, List<OurRow> ours) {
    return ours.stream()
        .filter(each -> each.name().equals(row.name()) && each.average(kind) > 0)
        .findFirst();
  }

  /** The row that one of the paper is compared with, beside the first. */
  private static Optional<PaperTable.Row> other(PaperTable paper, PaperTable.Row row) {
    return row.than()
        .flatMap(
            name -> paper.rows().stream().filter(each -> each.name().equals(name)).findFirst());
  }

  private static double average(PaperTable.Row row, String kind) {
    return row.averages().getOrDefault(kind, Double.NaN);
  }

  private static Cell rate(double perSecond) {
    return Double.isFinite(perSecond)
        ? Cell.of(perSecond, Unit.PER_SECOND, Formats.large(perSecond) + "/s")
        : Cell.NONE;
  }

  private static Cell times(double ratio) {
    return Double.isFinite(ratio)
        ? Cell.of(ratio, Unit.NUMBER, String.format(Locale.ROOT, "%.2f", ratio))
        : Cell.NONE;
  }

  /** What can be compared, and what cannot. */
  private static String note(PaperTable paper, List<RunHistory> runs) {
    Set<String> scales = new TreeSet<>();
    runs.forEach(
        run -> run.plan().map(plan -> plan.parameters().get("scale")).ifPresent(scales::add));
    Set<String> sentences = new LinkedHashSet<>();
    sentences.add("Paper: " + paper.source() + ".");
    if (!scales.isEmpty() && !scales.equals(Set.of("1"))) {
      sentences.add(
          "Here scale is "
              + String.join(", ", scales)
              + " of the paper's 1: sizes, periods and absolute rates cannot be compared; rates per"
              + " tablet server and second, and how rows stand to the first, can be as far as the"
              + " machines can.");
    } else {
      sentences.add("Machines and versions differ, and rates with them.");
    }
    sentences.addAll(paper.cannot());
    return String.join(" ", sentences);
  }

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
    static final Set<String> QUERY = Set.of("walk", "batchwalk");

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

    double servers() {
      double seen = first(PhaseFigures::servers);
      return Double.isNaN(seen) ? run.tservers() : seen;
    }

    Duration period() {
      return works.isEmpty() ? phase.span().duration() : works.get(0).active().duration();
    }

    double initial() {
      return works.isEmpty() ? PhaseFigures.size(run, phase.span().from()) : works.get(0).initial();
    }

    double last() {
      return works.isEmpty() ? PhaseFigures.size(run, phase.span().to()) : works.get(0).last();
    }

    /** Of the first of its works; NaN where there was none. */
    double first(ToDoubleFunction<PhaseFigures> number) {
      return works.isEmpty() ? Double.NaN : number.applyAsDouble(works.get(0));
    }

    /** Of the first of its works of some activities; NaN where there was none. */
    double of(Set<String> activities, ToDoubleFunction<PhaseFigures> number) {
      Optional<PhaseFigures> found =
          works.stream()
              .filter(each -> activities.contains(ClientName.activity(each.work().name())))
              .findFirst();
      return found.map(number::applyAsDouble).orElse(Double.NaN);
    }
  }
}
