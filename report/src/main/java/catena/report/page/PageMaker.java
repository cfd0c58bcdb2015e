package catena.report.page;

import catena.report.history.RunHistory;
import catena.report.page.Page.Evidence;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Tells what runs came to. */
public final class PageMaker {
  private PageMaker() {}

  /**
   * The page of one run, or of several compared with the first of them.
   *
   * @param made of the report, wall clock in milliseconds since 1970
   * @param zone in which times are told
   */
  public static Page of(List<RunHistory> runs, long made, ZoneId zone) {
    boolean one = runs.size() == 1;
    List<Table> tested = new ArrayList<>();
    List<Table> results = new ArrayList<>();
    List<Table> background = new ArrayList<>();
    List<Evidence> evidence = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      RunHistory run = runs.get(i);
      String suffix = one ? "" : "-" + (i + 1);
      UnderTest.of(run).forEach(t -> tested.add(named(t, run, one, suffix)));
      results.add(named(Phases.of(run), run, one, suffix));
      FaultTables.kinds(run).ifPresent(t -> results.add(named(t, run, one, suffix)));
      FaultTables.costs(run).ifPresent(t -> results.add(named(t, run, one, suffix)));
      FaultTables.all(run, zone).ifPresent(t -> results.add(named(t, run, one, suffix)));
      results.add(named(UnansweredTable.of(run, zone), run, one, suffix));
      EvidenceMaker.of(run, zone).forEach(e -> evidence.add(named(e, run, one, suffix)));
      Background.of(run, "", zone).forEach(t -> background.add(named(t, run, one, suffix)));
    }
    Comparison compared = Comparison.of(runs);
    List<Table> comparison = new ArrayList<>(compared.tables());
    if (!one) {
      comparison.add(Background.differences(runs));
    }
    results.removeIf(table -> table.rows().isEmpty());
    comparison.removeIf(table -> table.rows().isEmpty());
    return new Page(
        one ? runs.get(0).title() : runs.size() + " runs compared",
        "Made "
            + Formats.time(made, zone)
            + ", times in "
            + (zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId()),
        tested,
        runs.stream().map(run -> HeadMaker.of(run, zone)).toList(),
        compared.sentences(),
        comparison,
        results,
        evidence,
        background,
        Timeline.of(runs, zone),
        Plots.of(runs));
  }

  private static Table named(Table t, RunHistory run, boolean one, String suffix) {
    String title = one ? t.title() : t.title() + ": " + run.name();
    return new Table(
        t.id() + suffix,
        title,
        t.note(),
        t.folded(),
        t.columns(),
        t.numeric(),
        t.rows(),
        t.marks().stream().map(mark -> of(mark, suffix)).toList());
  }

  /** What is named in the page has another name for each run. */
  private static Table.Mark of(Table.Mark mark, String suffix) {
    return new Table.Mark(
        mark.anchor().isEmpty() ? "" : mark.anchor() + suffix,
        mark.link().startsWith("#fault-") ? mark.link() + suffix : mark.link(),
        mark.mood());
  }

  private static Evidence named(Evidence e, RunHistory run, boolean one, String suffix) {
    String title = one ? e.title() : e.title() + ", " + run.name();
    return new Evidence(
        e.id() + suffix,
        title,
        e.suspicion(),
        e.facts(),
        e.tables().stream().map(table -> named(table, run, true, suffix)).toList(),
        e.lines());
  }
}
