// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import catena.records.history.RunPlan;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.settings.Texts;
import catena.records.words.Amounts;
import catena.report.history.PhaseFigures;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.PhaseSpan;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Table;
import catena.report.page.Unit;
import com.google.common.primitives.Doubles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.commons.lang3.StringUtils;

/**
 * Tables of the paper with the results of Catena's runs below each row, and what can be compared:
 * rates per tablet server, and the ratio of each row to the first that both have.
 */
public final class ExperimentTables {
  private ExperimentTables() {}

  /** All published experiments that have a table, as a scenario names the one that it repeats. */
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
    Map<String, List<OurRow>> ours = new LinkedHashMap<>();
    for (RunHistory run : runs) {
      OurRow.of(run)
          .forEach(row -> ours.computeIfAbsent(row.name(), any -> new ArrayList<>()).add(row));
    }
    List<Line> lines = new ArrayList<>();
    for (PaperTable.Row row : paper.rows()) {
      lines.add(new Line(Optional.of(row), List.of()));
      Optional.ofNullable(ours.get(row.name()))
          .ifPresent(own -> lines.add(new Line(Optional.of(row), own)));
    }
    ours.forEach(
        (name, own) -> {
          if (paper.rows().stream().noneMatch(row -> row.name().equals(name))) {
            lines.add(new Line(Optional.empty(), own));
          }
        });
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
      List<PaperTable.Row> compared = compared(paper, kind, ours);
      Optional<PaperTable.Row> first = compared.stream().findFirst();
      table
          .cells("Per server" + word, Unit.PER_SECOND, line -> rate(line.perServer(kind)))
          .cells("To the first row" + word, Unit.NUMBER, line -> times(line.to(first, kind, ours)))
          .cells(
              "Here to paper, per server" + word,
              Unit.NUMBER,
              line -> times(line.hereToPaper(kind)));
      if (lines.stream().anyMatch(line -> line.own.size() > 1)) {
        table.known("Direction" + word, line -> line.direction(compared, kind, ours));
      }
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
    if (lines.stream().anyMatch(line -> line.doubt().isPresent())) {
      table.known("Doubt", Line::doubt);
    }
    return table
        .marked(line -> Table.Mark.mood(line.doubt().isPresent() ? "worse" : ""))
        .rows(lines);
  }

  /**
   * A line of the table: one of the paper, one of ours below it, or one that the paper lacks.
   *
   * @param paper the paper's row that it is or is compared with
   * @param own the row in each of its repetitions; none for a line of the paper
   */
  private record Line(Optional<PaperTable.Row> paper, List<OurRow> own) {
    String whose() {
      String here = own.size() > 1 ? "here, median of " + own.size() : "here";
      return own.isEmpty() ? "paper" : paper.isEmpty() ? "here only" : here;
    }

    Cell cell(PaperTable.Field field, int place) {
      return own.isEmpty() ? Cell.words(paper.orElseThrow().cells().get(place)) : field.cell(own);
    }

    double[] perServer(String kind) {
      return own.isEmpty()
          ? new double[] {paper.orElseThrow().perServer(kind)}
          : own.stream().mapToDouble(row -> row.perServer(kind)).toArray();
    }

    /** Its average divided by another row's of the same side and repetition; none without one. */
    double[] to(Optional<PaperTable.Row> other, String kind, Map<String, List<OurRow>> ours) {
      if (paper.isEmpty() || other.isEmpty()) {
        return new double[0];
      }
      if (own.isEmpty()) {
        return new double[] {average(paper.get(), kind) / average(other.get(), kind)};
      }
      List<OurRow> base = new ArrayList<>(ours.getOrDefault(other.get().name(), List.of()));
      List<Double> ratios = new ArrayList<>();
      for (OurRow row : own) {
        Optional<OurRow> its = base.stream().filter(row::isBeside).findFirst();
        its.ifPresent(it -> ratios.add(row.average(kind) / it.average(kind)));
        its.ifPresent(base::remove);
      }
      return Doubles.toArray(ratios);
    }

    /** Whether it is above or below the row before it of those, and whether the paper's is, too. */
    Optional<String> direction(
        List<PaperTable.Row> compared, String kind, Map<String, List<OurRow>> ours) {
      int place = paper.map(compared::indexOf).orElse(-1);
      if (place < 1) {
        return Optional.empty();
      }
      PaperTable.Row other = compared.get(place - 1);
      double[] base = averages(ours.getOrDefault(other.name(), List.of()), kind);
      boolean expected = average(paper.get(), kind) > average(other, kind);
      return Cell.direction(averages(own, kind), base)
          .map(
              it ->
                  it == 0
                      ? "no difference"
                      : it > 0 == expected ? "the paper's" : "not the paper's");
    }

    double[] hereToPaper(String kind) {
      return own.isEmpty() || paper.isEmpty()
          ? new double[0]
          : own.stream()
              .mapToDouble(row -> row.perServer(kind) / paper.get().perServer(kind))
              .toArray();
    }

    Optional<String> doubt() {
      return own.stream().flatMap(row -> row.doubt().stream()).findFirst();
    }
  }

  private static double[] averages(List<OurRow> rows, String kind) {
    return rows.stream().mapToDouble(row -> row.average(kind)).filter(rate -> rate > 0).toArray();
  }

  /** The rows of the paper with an average of this kind that our runs have, too. */
  private static List<PaperTable.Row> compared(
      PaperTable paper, String kind, Map<String, List<OurRow>> ours) {
    return paper.rows().stream()
        .filter(row -> row.averages().containsKey(kind))
        .filter(row -> averages(ours.getOrDefault(row.name(), List.of()), kind).length > 0)
        .toList();
  }

  /** The row that a row of the paper is compared with, in addition to the first. */
  private static Optional<PaperTable.Row> other(PaperTable paper, PaperTable.Row row) {
    return row.than()
        .flatMap(
            name -> paper.rows().stream().filter(each -> each.name().equals(name)).findFirst());
  }

  private static double average(PaperTable.Row row, String kind) {
    return row.averages().getOrDefault(kind, Double.NaN);
  }

  private static Cell rate(double[] perSecond) {
    return Cell.median(perSecond, Unit.PER_SECOND, each -> Formats.large(each) + "/s");
  }

  private static Cell times(double[] ratios) {
    return Cell.median(ratios, Unit.NUMBER, each -> String.format(Locale.ROOT, "%.2f", each));
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
    SortedSet<Integer> processes = new TreeSet<>();
    runs.forEach(run -> processes.add(processes(run)));
    sentences.add(
        "Clients were in %s here, and in one on each server there."
            .formatted(
                processes.equals(Set.of(1))
                    ? "one process"
                    : StringUtils.join(processes, " and ") + " processes"));
    sentences.addAll(paper.cannot());
    return String.join(" ", sentences);
  }

  /** How many processes had clients: the workers, or the run's own. */
  private static int processes(RunHistory run) {
    List<Event.WorkerJoined> all = run.journal().all(Event.WorkerJoined.class);
    return Math.max(1, (int) all.stream().map(Event.WorkerJoined::worker).distinct().count());
  }

  /**
   * A phase of one of our runs that is a row of an experiment.
   *
   * @param name as the scenario names it
   * @param threshold the table's split threshold in this phase, as its property has it
   * @param works what its own parts did; a part that begins at its end belongs to another phase
   */
  record OurRow(
      String name, String threshold, RunHistory run, PhaseSpan phase, List<PhaseFigures> works) {
    private static final String SPLIT_THRESHOLD = "table.prop.table.split.threshold";

    /**
     * Bytes in files of an entry without checksum, payload and visibility, as in the paper's
     * tables; other entries are larger.
     */
    private static final double ENTRY_BYTES = 41;

    /** Walkers and batch walkers, the queries of the paper. */
    static final Set<String> QUERY = Set.of("walk", "batchwalk");

    /** Kinds of work that one of several activities does; YCSB's F only inserts. */
    private static final Map<String, Set<String>> KINDS =
        Map.of("query", QUERY, "operations", Set.of("ycsb", "ingest"));

    /** The rows of a run: its performed phases that its plan names as rows. */
    static List<OurRow> of(RunHistory run) {
      RunPlan plan = run.plan().orElseThrow();
      List<PhaseSpan> performed = PhaseFigures.phases(run);
      List<PhaseFigures> all = PhaseFigures.of(run);
      List<OurRow> rows = new ArrayList<>();
      for (int i = 0; i < Math.min(performed.size(), plan.phases().size()); i++) {
        RunPlan.Phase planned = plan.phases().get(i);
        PhaseSpan phase = performed.get(i);
        if (!planned.words().equals(phase.words())) {
          return rows; // the journal is not of this plan, or lacks a phase
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

    /** The threshold in a phase: if phases set it, the run's settings have only the last one's. */
    private static String threshold(RunHistory run, RunPlan plan, int phase) {
      String ofRun = plan.varies(SPLIT_THRESHOLD) ? null : run.settings().get(SPLIT_THRESHOLD);
      return plan.setting(SPLIT_THRESHOLD, phase)
          .or(() -> Optional.ofNullable(ofRun))
          .orElse(Formats.NONE);
    }

    /**
     * The rate per second of a kind of work; NaN if there was none. For {@code verify}, the entries
     * of the table divided by the time of the phase.
     */
    double average(String kind) {
      if (kind.equals("verify")) {
        return last() / phase.span().seconds();
      }
      return of(KINDS.getOrDefault(kind, Set.of(kind)), PhaseFigures::average);
    }

    /** The rate per tablet server and second; NaN if not known. */
    double perServer(String kind) {
      return average(kind) / servers();
    }

    /** Whether it is of the same repetition; one that was not verified has none of some rows. */
    boolean isBeside(OurRow other) {
      Function<RunHistory, Optional<String>> which = it -> it.plan().flatMap(RunPlan::repetition);
      return which.apply(run).equals(which.apply(other.run));
    }

    double servers() {
      double seen = first(PhaseFigures::servers);
      return Double.isNaN(seen) ? run.tservers() : seen;
    }

    /**
     * Why it does not show what it should: tablets larger than the threshold had not split when the
     * row ended.
     */
    Optional<String> doubt() {
      if (threshold.equals(Formats.NONE)) {
        return Optional.empty();
      }
      double held = run.tablets().at(phase.span().to());
      double bytes = last() * ENTRY_BYTES;
      double due = Math.floor(bytes / Texts.parseSize(threshold));
      return held < due
          ? Optional.of(
              "ended with %s tablets: %s over %s are %s"
                  .formatted(
                      Formats.whole(held),
                      Amounts.bytes((long) bytes),
                      threshold,
                      Formats.whole(due)))
          : Optional.empty();
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

    /** A number of the first of its works; NaN if there is none. */
    double first(ToDoubleFunction<PhaseFigures> number) {
      return works.isEmpty() ? Double.NaN : number.applyAsDouble(works.get(0));
    }

    /** A number of the first of its works of some activities; NaN if there is none. */
    double of(Set<String> activities, ToDoubleFunction<PhaseFigures> number) {
      Optional<PhaseFigures> found =
          works.stream()
              .filter(each -> activities.contains(ClientName.activity(each.work().name())))
              .findFirst();
      return found.map(number::applyAsDouble).orElse(Double.NaN);
    }
  }
}
