package catena.recompute.rule;

import catena.recompute.raw.RawRun;
import catena.recompute.sheet.Sheet;
import catena.recompute.sheet.TextCheck;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The report of a run as it must be. */
public final class Recomputed {
  /** Names of the files that there are rules for, whether a run has them or not. */
  private static final Pattern FILES =
      Pattern.compile(
          "(phases|recovery|costs|faults|unanswered|servers-added|ingest-rate|query-rate|query-rows|rejections"
              + "|flush-time|entries-in-memory|tablets|files-per-tablet|tservers|server-rates"
              + "|hdfs-bytes|hdfs-files|yarn|(latency|heat|histogram|group|host|cluster|table)-.+)"
              + "\\.csv");

  /** Titles of the sections that there are rules for, but for those of damaged ledgers. */
  private static final Pattern SECTIONS =
      Pattern.compile(
          "Latency|Phases|Recovery by kind of fault|What each fault cost|Faults|Causes"
              + "|Servers added|Not answered when the phase ended|Cause \\d+: .*|[\\d,]+ [A-Z]+");

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

  /** Whether there is a rule for a file, so that it must not be there unless it is recomputed. */
  public static boolean knows(String file) {
    return FILES.matcher(file).matches();
  }

  private List<Sheet> results() {
    List<Sheet> sheets = new ArrayList<>(List.of(tables.phases()));
    tables.recovery().ifPresent(sheets::add);
    costs.sheet().ifPresent(sheets::add);
    tables.faults().ifPresent(sheets::add);
    tables.unanswered().ifPresent(sheets::add);
    AdditionSheet.of(run, zone).ifPresent(sheets::add);
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
    text.nothingLike(SECTIONS);
  }
}
