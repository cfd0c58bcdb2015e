// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import catena.records.history.Span;
import catena.records.journal.Event;
import catena.records.latency.Unanswered;
import catena.report.history.PhaseFigures;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.PhaseSpan;
import catena.report.page.Page.Evidence;
import catena.report.page.Page.Head;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Makes the page of the results of one run, or of several compared with the first. */
public final class PageMaker {
  private final List<RunHistory> runs;
  private final ZoneId zone;
  private final List<Table> results = new ArrayList<>();
  private final List<Plot> plots = new ArrayList<>();

  /**
   * A page.
   *
   * @param zone the time zone in which times are shown
   */
  public PageMaker(List<RunHistory> runs, ZoneId zone) {
    this.runs = runs;
    this.zone = zone;
  }

  /** Adds a table of all runs to the results; one without rows is left out. */
  public PageMaker result(Table table) {
    results.add(table);
    return this;
  }

  /**
   * Adds a table of one run to the results.
   *
   * @param run the index of the run
   */
  public PageMaker result(int run, Table table) {
    return result(named(run, table));
  }

  /** Adds a plot before those that every run may have. */
  public PageMaker plot(Plot plot) {
    plots.add(plot);
    return this;
  }

  /**
   * The page with all that was added, followed by what every run may have. Called once.
   *
   * @param made wall clock in milliseconds since 1970
   */
  public Page page(long made) {
    boolean one = runs.size() == 1;
    List<Head> heads = new ArrayList<>();
    List<Table> tested = new ArrayList<>();
    List<Table> background = new ArrayList<>();
    List<Evidence> evidence = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      RunHistory run = runs.get(i);
      int index = i;
      heads.add(HeadMaker.of(run, zone));
      Background.tested(run, zone).forEach(table -> tested.add(named(index, table)));
      result(i, phases(run));
      result(i, FaultTables.kinds(run));
      result(i, FaultTables.costs(run));
      result(i, FaultTables.all(run, zone));
      result(i, unanswered(run, zone));
      EvidenceMaker.of(run, zone).forEach(each -> evidence.add(named(index, each)));
      Background.of(run, zone).forEach(table -> background.add(named(index, table)));
    }
    Comparison compared = Comparison.of(runs);
    List<Table> comparison = new ArrayList<>(compared.tables());
    if (!one) {
      comparison.add(Background.differences(runs));
    }
    List<Plot> drawn = Stream.concat(plots.stream(), Plots.of(runs).stream()).toList();
    return new Page(
        one ? runs.get(0).title() : runs.size() + " runs compared",
        "Made "
            + Formats.time(made, zone)
            + ", times in "
            + (zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId())
            + (one ? ofPlots(runs.get(0).span()) : ""),
        withRows(tested),
        heads,
        compared.sentences(),
        withRows(comparison),
        withRows(results),
        evidence,
        withRows(background),
        Timeline.of(runs, zone),
        drawn);
  }

  /** What is to be known of a run in which the clock is changed: its plots have one offset. */
  private String ofPlots(Span span) {
    ZoneOffset begin = zone.getRules().getOffset(Instant.ofEpochMilli(span.from()));
    ZoneOffset end = zone.getRules().getOffset(Instant.ofEpochMilli(span.to()));
    return begin.equals(end) ? "" : ", in plots UTC" + begin + " throughout";
  }

  private static List<Table> withRows(List<Table> tables) {
    return tables.stream().filter(table -> !table.rows().isEmpty()).toList();
  }

  /** The suffix of names in the page, which differs for each of several runs. */
  private String suffix(int run) {
    return runs.size() == 1 ? "" : "-" + (run + 1);
  }

  private Table named(int run, Table table) {
    return table.ofRun(suffix(run), runs.size() == 1 ? "" : runs.get(run).name());
  }

  private Evidence named(int run, Evidence e) {
    return new Evidence(
        e.id() + suffix(run),
        runs.size() == 1 ? e.title() : e.title() + ", " + runs.get(run).name(),
        e.suspicion(),
        e.facts(),
        e.tables().stream().map(table -> table.ofRun(suffix(run), "")).toList(),
        e.lines());
  }

  /** The operations that readers had due and not answered when their phase ended, if any. */
  private static Table unanswered(RunHistory run, ZoneId zone) {
    return Table.<Event.Unanswered>named("unanswered")
        .words("Client", Event.Unanswered::client)
        .words("Operation", Event.Unanswered::operation)
        .cells("End", Unit.TIME, left -> Cell.time(left.at(), zone))
        .numbers("Answered", Unit.COUNT, Event.Unanswered::answered)
        .numbers("Under way", Unit.COUNT, Event.Unanswered::underWay)
        .numbers("Due and never begun", Unit.COUNT, Event.Unanswered::neverBegun)
        .numbers("Oldest was due for", Unit.SECONDS, Event.Unanswered::oldestSeconds)
        .rows(
            run.journal().all(Event.Unanswered.class).stream()
                .filter(left -> Unanswered.of(left).isNotable())
                .toList());
  }

  /**
   * The phases of a run in the shape of the paper's tables 6-1 to 6-10: a row for each phase and
   * work; one for the whole of a run that records no phase.
   */
  public static Table phases(RunHistory run) {
    return Table.<PhaseWork>named("phases", run.rateSeconds())
        .words("Phase", row -> row.phase.words())
        .known("Work", row -> row.figures.map(each -> each.work().label()))
        .numbers("Clients", Unit.COUNT, row -> row.number(each -> each.work().clients()))
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
