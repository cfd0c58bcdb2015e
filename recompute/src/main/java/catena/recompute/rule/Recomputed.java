package catena.recompute.rule;

import catena.recompute.raw.RawRun;
import catena.recompute.sheet.Sheet;
import catena.recompute.sheet.TextCheck;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** The report of a run as it must be. */
public final class Recomputed {
  private final RawRun run;
  private final Journal journal;
  private final TableSheets tables;
  private final Costs costs;
  private final ZoneId zone;

  /**
   * Of a run's raw files.
   *
   * @param zone in which times are told in tables and text
   */
  public Recomputed(RawRun run, ZoneId zone) {
    this.run = run;
    this.zone = zone;
    this.journal = new Journal(run);
    this.tables = new TableSheets(run, journal, zone);
    this.costs = new Costs(journal);
  }

  /** All files of plots and tables. */
  public List<Sheet> files() {
    List<Sheet> sheets = new ArrayList<>(new WorkSheets(run.name(), journal).all());
    sheets.addAll(new LatencySheets(run, journal.time()).all());
    sheets.addAll(new SampleSheets(run, journal.time()).all());
    sheets.addAll(results());
    sheets.removeIf(sheet -> sheet.rows().isEmpty());
    return sheets;
  }

  private List<Sheet> results() {
    List<Sheet> sheets = new ArrayList<>(List.of(tables.phases()));
    tables.recovery().ifPresent(sheets::add);
    costs.sheet().ifPresent(sheets::add);
    tables.faults().ifPresent(sheets::add);
    tables.unanswered().ifPresent(sheets::add);
    return sheets;
  }

  /** Compares the text: its first screen, its tables, and what they say of what is usual. */
  public void check(TextCheck text) {
    new TextRules(run, journal, zone).check(text);
    text.table(new LatencySheets(run, journal.time()).table());
    if (!costs.sentences().isEmpty()) {
      text.phrases("What each fault cost", costs.sentences());
    }
    results().forEach(text::table);
    text.table(tables.ledgers());
    text.table(tables.tally());
    text.table(tables.settings());
  }
}
