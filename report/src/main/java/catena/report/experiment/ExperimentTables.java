package catena.report.experiment;

import catena.records.plan.RunPlan;
import catena.report.history.RunHistory;
import catena.report.page.Formats;
import catena.report.page.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tables of the paper with what runs of ours came to below each row, and what of both can be
 * compared: rates for each tablet server, and how rows stand to the first that both have.
 */
public final class ExperimentTables {
  /** A run with what it was to do. */
  public record Planned(RunHistory run, RunPlan plan) {}

  private ExperimentTables() {}

  /** The names of all experiments that have a table. */
  public static List<String> names() {
    return List.copyOf(PaperTables.all().keySet());
  }

  /** The table of each experiment that one of the runs belongs to. */
  public static List<Table> of(List<Planned> runs) {
    Map<String, List<Planned>> byExperiment = new LinkedHashMap<>();
    for (Planned each : runs) {
      each.plan()
          .experiment()
          .ifPresent(id -> byExperiment.computeIfAbsent(id, any -> new ArrayList<>()).add(each));
    }
    List<Table> tables = new ArrayList<>();
    if (!byExperiment.isEmpty()) {
      Map<String, PaperTable> known = PaperTables.all();
      byExperiment.forEach(
          (id, members) ->
              Optional.ofNullable(known.get(id)).ifPresent(t -> tables.add(table(t, members))));
    }
    return tables;
  }

  private static Table table(PaperTable paper, List<Planned> runs) {
    List<OurRow> ours =
        runs.stream().flatMap(each -> OurRow.of(each.run(), each.plan()).stream()).toList();
    List<String> columns = new ArrayList<>(List.of("Whose"));
    paper.columns().forEach(column -> columns.add(column.title()));
    for (String kind : paper.compare()) {
      String word = paper.compare().size() > 1 ? " (" + kind + ")" : "";
      columns.add("Per server" + word);
      columns.add("To the first row" + word);
      columns.add("Here to paper, per server" + word);
    }
    paper.than().ifPresent(columns::add);
    Table.Draft table =
        Table.of(
                "experiment-" + paper.id().replaceAll("[^A-Za-z0-9-]", "-"),
                "Table " + paper.id() + ": " + paper.title(),
                note(paper, runs))
            .columns(columns);
    for (PaperTable.Row row : paper.rows()) {
      table.row(paperLine(paper, row, ours));
      ours.stream()
          .filter(each -> each.name().equals(row.name()))
          .forEach(each -> table.row(ourLine(paper, row, each, ours)));
    }
    for (OurRow each : ours) {
      if (paper.rows().stream().noneMatch(row -> row.name().equals(each.name()))) {
        table.row(alone(paper, each));
      }
    }
    return table.done();
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

  /** Of the paper, of the kind of work that its table compares first. */
  private static double average(PaperTable paper, PaperTable.Row row) {
    return row.averages().getOrDefault(paper.compare().get(0), Double.NaN);
  }

  private static List<String> paperLine(PaperTable paper, PaperTable.Row row, List<OurRow> ours) {
    List<String> cells = new ArrayList<>(List.of("paper"));
    cells.addAll(row.cells());
    for (String kind : paper.compare()) {
      double average = row.averages().getOrDefault(kind, Double.NaN);
      double base =
          first(paper, kind, ours).map(each -> each.averages().get(kind)).orElse(Double.NaN);
      cells.add(rate(row.perServer(kind)));
      cells.add(times(average / base));
      cells.add(Formats.NONE);
    }
    if (paper.than().isPresent()) {
      cells.add(
          times(
              average(paper, row)
                  / other(paper, row).map(to -> average(paper, to)).orElse(Double.NaN)));
    }
    return cells;
  }

  private static List<String> ourLine(
      PaperTable paper, PaperTable.Row row, OurRow own, List<OurRow> ours) {
    List<String> cells = new ArrayList<>(List.of("here"));
    paper.columns().forEach(column -> cells.add(own.cell(column.field())));
    for (String kind : paper.compare()) {
      double base =
          first(paper, kind, ours)
              .flatMap(each -> our(each, kind, ours))
              .map(each -> each.average(kind))
              .orElse(Double.NaN);
      cells.add(rate(own.perServer(kind)));
      cells.add(times(own.average(kind) / base));
      cells.add(times(own.perServer(kind) / row.perServer(kind)));
    }
    if (paper.than().isPresent()) {
      String kind = paper.compare().get(0);
      double base =
          other(paper, row)
              .flatMap(each -> our(each, kind, ours))
              .map(each -> each.average(kind))
              .orElse(Double.NaN);
      cells.add(times(own.average(kind) / base));
    }
    return cells;
  }

  /** A row that the paper has not. */
  private static List<String> alone(PaperTable paper, OurRow own) {
    List<String> cells = new ArrayList<>(List.of("here only"));
    paper.columns().forEach(column -> cells.add(own.cell(column.field())));
    for (String kind : paper.compare()) {
      cells.add(rate(own.perServer(kind)));
      cells.add(Formats.NONE);
      cells.add(Formats.NONE);
    }
    paper.than().ifPresent(title -> cells.add(Formats.NONE));
    return cells;
  }

  private static String rate(double perSecond) {
    return Double.isFinite(perSecond) ? Formats.large(perSecond) + "/s" : Formats.NONE;
  }

  private static String times(double ratio) {
    return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : Formats.NONE;
  }

  /** What can be compared, and what cannot. */
  private static String note(PaperTable paper, List<Planned> runs) {
    Set<String> scales = new TreeSet<>();
    runs.forEach(
        each -> Optional.ofNullable(each.plan().parameters().get("scale")).ifPresent(scales::add));
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
}
