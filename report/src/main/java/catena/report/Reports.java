package catena.report;

import catena.harness.command.Terminal;
import catena.records.budget.BudgetFile;
import catena.records.history.Addition;
import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.placement.PlacementHistory;
import catena.records.plan.RunPlan;
import catena.records.rate.RateFile;
import catena.records.run.RunDirectory;
import catena.report.budget.BudgetTable;
import catena.report.experiment.ExperimentTables;
import catena.report.growth.GrowthTables;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.history.RunState;
import catena.report.lag.LagPage;
import catena.report.page.Page;
import catena.report.page.PageMaker;
import catena.report.page.Table;
import catena.report.placement.PlacementTables;
import catena.report.rate.RatePage;
import catena.report.render.CsvFiles;
import catena.report.render.HtmlPage;
import catena.report.render.TextPage;
import catena.report.results.JunitFile;
import catena.report.several.PhasesSideBySide;
import catena.report.several.Resources;
import catena.report.several.SideBySide;
import catena.report.split.SplitTables;
import catena.report.ycsb.YcsbPlot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableFunction;

/**
 * Writes reports: {@code report.html}, {@code report.txt} and {@code report/*.csv}; of one run,
 * {@code junit.xml}, too.
 */
public final class Reports {
  private final Clock clock;
  private final ZoneId zone;
  private final FailableFunction<RunDirectory, RunHistory, IOException> reading;

  /**
   * Reports of now.
   *
   * @param clock tells whether a run is going on
   * @param zone in which times are told
   */
  public Reports(Clock clock, ZoneId zone) {
    this(clock, zone, run -> RunReader.read(run, clock));
  }

  /** The same, which show how the reading of large runs goes on. */
  public Reports(Clock clock, ZoneId zone, Terminal terminal) {
    this(clock, zone, new LongReading(clock, terminal)::read);
  }

  private Reports(
      Clock clock, ZoneId zone, FailableFunction<RunDirectory, RunHistory, IOException> reading) {
    this.clock = clock;
    this.zone = zone;
    this.reading = reading;
  }

  /**
   * Writes the report of a run into its own directory, whatever state the directory is in.
   *
   * @throws IOException if the directory cannot be listed or written to
   */
  public void write(RunDirectory run) throws IOException {
    write(List.of(run), run);
  }

  /** The same of a run that has been read. */
  void write(RunDirectory run, RunHistory history) throws IOException {
    write(List.of(Told.of(history, run)), run, Optional.empty());
  }

  /**
   * A run with what its directory tells beside its history.
   *
   * @param budgets what came of its budgets, if it had any
   * @param plan what it was to do, where that is on record
   * @param rate the search for its highest rate, if it had one
   * @param placement where its data was, on a cluster with fast and slow disks
   * @param additions the servers that were added meanwhile
   */
  private record Told(
      RunHistory run,
      Optional<BudgetFile> budgets,
      Optional<RunPlan> plan,
      Optional<RateFile> rate,
      Optional<PlacementHistory> placement,
      List<Addition> additions) {
    static Told of(RunHistory run, RunDirectory directory) {
      TolerantReader files = new TolerantReader(directory, new Missing());
      return new Told(
          run,
          BudgetFile.readFrom(directory, files),
          RunPlan.readFrom(directory, files),
          RateFile.readFrom(directory, files),
          PlacementHistory.readFrom(directory, files),
          files.additions());
    }
  }

  /**
   * Writes one report of several runs, each compared with the first.
   *
   * @param output takes the files, and may be one of the runs
   * @throws IOException if a directory cannot be listed or the output not written to
   */
  public void write(List<RunDirectory> runs, RunDirectory output) throws IOException {
    write(read(runs), output, Optional.empty());
  }

  /**
   * The same, of runs of which some may be going on: then the page has itself loaded again after
   * every interval.
   *
   * @return whether a run goes on
   * @throws IOException if a directory cannot be listed or the output not written to
   */
  public boolean writeRenewed(List<RunDirectory> runs, RunDirectory output, Duration interval)
      throws IOException {
    List<Told> told = read(runs);
    boolean goesOn = told.stream().anyMatch(each -> each.run().life() == RunState.RUNNING);
    write(told, output, goesOn ? Optional.of(interval) : Optional.empty());
    return goesOn;
  }

  private List<Told> read(List<RunDirectory> runs) throws IOException {
    List<Told> told = new ArrayList<>();
    for (RunDirectory run : runs) {
      told.add(Told.of(reading.apply(run), run));
    }
    return told;
  }

  private void write(List<Told> told, RunDirectory output, Optional<Duration> interval)
      throws IOException {
    List<RunHistory> histories = told.stream().map(Told::run).toList();
    Page page = PageMaker.of(histories, clock.millis(), zone).withResults(more(told, zone));
    List<RatePage.Searched> searches = new ArrayList<>();
    for (int i = 0; i < told.size(); i++) {
      if (told.get(i).rate().isPresent()) {
        RateFile search = told.get(i).rate().get();
        searches.add(new RatePage.Searched(i, search));
        page = page.withTile(i, RatePage.tile(search));
      }
    }
    page = LagPage.plot(histories).map(page::withPlot).orElse(page);
    page = YcsbPlot.of(histories).map(page::withPlot).orElse(page);
    page = RatePage.plot(searches).map(page::withPlot).orElse(page);
    CsvFiles.write(
        page,
        histories,
        (name, content) ->
            output.writeAtomically(
                output.reportSeries(name), utf8(content), "a series of the report"));
    output.writeAtomically(output.report("txt"), utf8(TextPage.of(page)), "the report");
    String html = HtmlPage.of(page, histories, zone, interval);
    output.writeAtomically(output.report("html"), utf8(html), "the report");
    if (told.size() == 1) {
      byte[] tests = JunitFile.of(histories.get(0), told.get(0).budgets(), clock.instant());
      output.writeAtomically(output.junit(), tests, "the report of tests");
    }
  }

  /** All runs side by side, budgets of each, and the tables of experiments that they belong to. */
  private static List<Table> more(List<Told> told, ZoneId zone) {
    List<Table> tables = new ArrayList<>();
    List<RunHistory> runs = told.stream().map(Told::run).toList();
    boolean one = told.size() == 1;
    if (!one) {
      tables.add(SideBySide.of(runs));
      Resources.of(runs).ifPresent(tables::add);
      PhasesSideBySide.of(runs).ifPresent(tables::add);
    }
    LagPage.table(runs).ifPresent(tables::add);
    tables.addAll(
        PlacementTables.of(
            told.stream()
                .filter(each -> each.placement().isPresent())
                .map(each -> new PlacementTables.Placed(each.run(), each.placement().orElseThrow()))
                .toList()));
    for (int i = 0; i < told.size(); i++) {
      String suffix = one ? "" : "-" + (i + 1);
      String title = one ? "" : ": " + told.get(i).run().name();
      String judged =
          told.get(i).rate().isPresent()
              ? "Judged by the confirming run of the search, or by what comes nearest to it."
              : "Judged when the run was over, by the numbers of this report.";
      told.get(i).rate().ifPresent(file -> tables.add(RatePage.steps(file, suffix, title)));
      told.get(i)
          .budgets()
          .flatMap(file -> BudgetTable.of(file, suffix, title, judged))
          .ifPresent(tables::add);
      tables.addAll(
          GrowthTables.of(told.get(i).run(), told.get(i).additions(), suffix, title, zone));
      tables.addAll(SplitTables.of(told.get(i).run(), suffix, title));
    }
    tables.addAll(
        ExperimentTables.of(
            told.stream()
                .filter(each -> each.plan().isPresent())
                .map(each -> new ExperimentTables.Planned(each.run(), each.plan().orElseThrow()))
                .toList()));
    return tables;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
