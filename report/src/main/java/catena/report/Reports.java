// SPDX-License-Identifier: Apache-2.0
package catena.report;

import catena.harness.command.Progress;
import catena.harness.command.ProgressTask;
import catena.harness.command.Terminal;
import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.budget.Measure;
import catena.records.history.RateFile;
import catena.records.latency.LatencyRecorder;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import catena.report.history.Operations;
import catena.report.history.RunHistory;
import catena.report.history.RunHistory.RunState;
import catena.report.history.RunReader;
import catena.report.history.Work;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.Page;
import catena.report.page.PageMaker;
import catena.report.page.Plot;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.page.Table;
import catena.report.page.Unit;
import catena.report.page.Words;
import catena.report.render.CsvFiles;
import catena.report.render.HtmlPage;
import catena.report.render.JunitFile;
import catena.report.render.TextPage;
import catena.report.render.YcsbFile;
import catena.report.table.ExperimentTables;
import catena.report.table.GrowthTables;
import catena.report.table.LagPage;
import catena.report.table.PlacementTables;
import catena.report.table.RatePage;
import catena.report.table.Resources;
import catena.report.table.SideBySide;
import catena.report.table.SplitTables;
import catena.report.table.SweptPlot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.fs.FileStatus;

/**
 * Writes reports: {@code report.html}, {@code report.txt} and {@code report/*.csv}; for one run,
 * {@code junit.xml} and, of YCSB's operations, {@code ycsb.txt}, too.
 *
 * @param clock shows whether a run is still running
 * @param zone the time zone in which times are shown
 * @param terminal empty where no progress is shown
 * @param soon size of a run in bytes up to which none is shown
 */
public record Reports(Clock clock, ZoneId zone, Optional<Terminal> terminal, long soon) {
  /** Size in bytes of a run that is read in a few seconds. */
  private static final long SOON = 100_000_000;

  /** Reports of which the reading of large runs shows its progress. */
  public Reports(Clock clock, ZoneId zone, Terminal terminal) {
    this(clock, zone, Optional.of(terminal), SOON);
  }

  /**
   * The published experiments whose tables reports can have, by the names by which a scenario
   * refers to the one that it repeats: {@code 6-3}.
   */
  public static List<String> experiments() {
    return ExperimentTables.names();
  }

  /** Writes the report of a run that has been read into its directory. */
  void write(RunDirectory run, RunHistory history) throws IOException {
    write(List.of(history), run, Optional.empty());
  }

  /**
   * Writes one report of runs, whatever their state, the later ones compared with the first.
   *
   * @param output takes the files, and may be one of the runs
   * @throws IOException if a directory cannot be listed or the output not written to
   */
  public void write(List<RunDirectory> runs, RunDirectory output) throws IOException {
    write(runs, output, Optional.empty(), false);
  }

  /**
   * The same, for runs some of which may be running.
   *
   * @param interval after which the browser reloads the page as long as that is so; empty for never
   * @param more whether more runs are to come, unless none was at work for a while
   * @return whether a run is still running, or to come, and the page is reloaded
   * @throws IOException if a directory cannot be listed or the output not written to
   */
  boolean write(
      List<RunDirectory> runs, RunDirectory output, Optional<Duration> interval, boolean more)
      throws IOException {
    List<RunHistory> read = new ArrayList<>();
    for (RunDirectory run : runs) {
      read.add(read(run));
    }
    boolean goesOn =
        read.stream().anyMatch(run -> run.life() == RunState.RUNNING)
            || (more && read.stream().anyMatch(run -> RunReader.isRecent(run.span(), clock)));
    Optional<Duration> renewed = interval.filter(any -> goesOn);
    write(read, output, renewed);
    return renewed.isPresent();
  }

  /** Reads a run, and shows the progress if the run is so large that reading takes a while. */
  RunHistory read(RunDirectory run) throws IOException {
    LongAdder read = new LongAdder();
    if (terminal.isEmpty() || bytes(run) <= soon) {
      return RunReader.read(run, clock, read);
    }
    ProgressTask task = ProgressTask.of("reading " + run.name(), "lines", read::sum);
    Progress progress = Progress.start(terminal.get(), task);
    try (progress) {
      return RunReader.read(run, clock, read);
    }
  }

  /** Of the files of its folders; not of those below, such as a cluster's. */
  private static long bytes(RunDirectory run) throws IOException {
    long bytes = 0;
    for (FileStatus each : run.fileSystem().listStatus(run.root())) {
      if (each.isDirectory()) {
        for (FileStatus file : run.fileSystem().listStatus(each.getPath())) {
          bytes += file.getLen();
        }
      }
    }
    return bytes;
  }

  private void write(List<RunHistory> runs, RunDirectory output, Optional<Duration> interval)
      throws IOException {
    Page page = page(runs);
    CsvFiles.write(page, runs, output);
    output.writeAtomically(output.report("txt"), utf8(TextPage.of(page)), "the report");
    String html = HtmlPage.of(page, runs, zone, interval);
    output.writeAtomically(output.report("html"), utf8(html), "the report");
    if (runs.size() == 1) {
      byte[] tests = JunitFile.of(runs.get(0), clock.instant());
      output.writeAtomically(output.junit(), tests, "the report of tests");
      Optional<String> ycsb = YcsbFile.of(runs.get(0), zone);
      if (ycsb.isPresent()) {
        output.writeAtomically(output.path("ycsb.txt"), utf8(ycsb.get()), "the figures for YCSB");
      }
    }
  }

  /** The page; tables of all runs side by side, and those that only some runs have, come first. */
  private Page page(List<RunHistory> runs) {
    PageMaker page = new PageMaker(runs, zone);
    if (runs.size() > 1) {
      SideBySide.of(runs).forEach(page::result);
      page.result(Resources.of(runs));
      page.result(SideBySide.phases(runs));
    }
    page.result(LagPage.table(runs));
    PlacementTables.of(runs).forEach(page::result);
    SortedMap<Integer, RateFile> searches = new TreeMap<>();
    for (int i = 0; i < runs.size(); i++) {
      int index = i;
      runs.get(i).rate().ifPresent(search -> searches.put(index, search));
      own(page, i, runs.get(i));
    }
    ExperimentTables.of(runs).forEach(page::result);
    RatePage.plot(searches).ifPresent(page::plot);
    YcsbPlot.of(runs).ifPresent(page::plot);
    SweptPlot.of(runs).forEach(page::plot);
    LagPage.plot(runs).ifPresent(page::plot);
    return page.page(clock.millis());
  }

  private void own(PageMaker page, int index, RunHistory run) {
    run.rate().ifPresent(search -> page.result(index, RatePage.steps(search)));
    String judged =
        run.rate().isPresent()
            ? "Judged by the confirming run of the search, or by what comes nearest to it."
            : "Judged when the run was over, by the numbers of this report.";
    run.budgets().ifPresent(file -> page.result(index, budgets(file, judged)));
    page.result(index, marks(run));
    GrowthTables.of(run, zone).forEach(table -> page.result(index, table));
    SplitTables.of(run).forEach(table -> page.result(index, table));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** How often the run met each mark. */
  private static Table marks(RunHistory run) {
    return Table.<Map.Entry<Measure, Long>>named("marks")
        .words("Mark", each -> each.getKey().word())
        .cells("Times", Unit.NUMBER, each -> Cell.of(each.getValue(), Unit.NUMBER))
        .words("What", each -> each.getKey().about())
        .rows(
            run.marks().entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .sorted(Map.Entry.comparingByKey())
                .toList());
  }

  /**
   * The budgets of a run with the result of each; without rows if it has none.
   *
   * @param judged when and by which numbers they were judged, in a sentence
   */
  private static Table budgets(BudgetFile file, String judged) {
    return Table.<Judgement>named("budgets", judged)
        .words("Budget", Judgement::budget)
        .known("Asked", each -> each.measure().map(m -> m.asked(each.limit())))
        .cells("Measured", Unit.NUMBER, Reports::measured)
        .words("Judgement", Reports::word)
        .words("Why", Judgement::sentence)
        .marked(each -> Table.Mark.mood(each.verdict() == Verdict.PASS ? "" : "worse"))
        .rows(file.budgets());
  }

  private static Cell measured(Judgement judgement) {
    double value = judgement.value().orElse(Double.NaN);
    return judgement
        .measure()
        .map(measure -> Cell.of(value, Unit.NUMBER, measure.inWords(value)))
        .orElse(Cell.NONE);
  }

  private static String word(Judgement judgement) {
    return switch (judgement.verdict()) {
      case PASS -> "met";
      case BUDGET -> "missed";
      case UNKNOWN -> judgement.value().isPresent() ? "not met" : "not judged";
      case FAIL -> "FAIL";
    };
  }

  /**
   * Latency against throughput, as in the figures of Cooper and others ("Benchmarking Cloud Serving
   * Systems with YCSB", SoCC 2010): a point for each part of a run that did YCSB's operations at
   * its own rate, or for each run of a sweep.
   */
  static final class YcsbPlot {
    private static final double NANOS_PER_MILLI = 1e6;

    /** With fewer rates than this there is no curve. */
    private static final int LEAST_RATES = 3;

    /** The share of the highest operations per second that marks the knee. */
    private static final double KNEE = 0.9;

    private YcsbPlot() {}

    /** The plot; empty if there are fewer than three rates. */
    public static Optional<Plot> of(List<RunHistory> runs) {
      SortedMap<String, List<Point>> curves = new TreeMap<>();
      for (RunHistory run : runs) {
        String of = runs.size() > 1 ? run.name() + ", " : "";
        run.measured().stream().filter(Work::mixes).forEach(work -> add(run, work, of, curves));
      }
      long rates =
          curves.values().stream().flatMap(List::stream).mapToDouble(Point::x).distinct().count();
      if (rates < LEAST_RATES) {
        return Optional.empty();
      }
      List<Curve> all = new ArrayList<>();
      curves.forEach((name, points) -> all.add(Curve.measured(-1, name, points)));
      return Optional.of(
          new CurvePlot(
              Words.of(
                  "ycsb-latency", runs.stream().map(YcsbPlot::knee).collect(Collectors.joining())),
              "operations done per second",
              List.of(),
              true,
              true,
              all));
    }

    /**
     * A sentence with the fewest clients at which a run was within a tenth of its highest
     * throughput; empty if fewer than three numbers of clients were used.
     */
    private static String knee(RunHistory run) {
      List<Work> works = run.measured().stream().filter(Work::mixes).toList();
      double most = works.stream().mapToDouble(Work::average).max().orElse(Double.NaN);
      return works.stream().mapToInt(Work::clients).distinct().count() < LEAST_RATES
          ? ""
          : works.stream()
              .filter(work -> work.average() >= KNEE * most)
              .min(Comparator.comparingInt(Work::clients))
              .map(
                  work ->
                      " The knee of %s is at %d clients: %s/s of at most %s/s."
                          .formatted(
                              run.name(),
                              work.clients(),
                              Formats.large(work.average()),
                              Formats.large(most)))
              .orElse("");
    }

    private static void add(RunHistory run, Work work, String of, Map<String, List<Point>> curves) {
      double rate = work.average();
      SortedMap<String, Histogram> latencies = run.latenciesOf(work.name());
      for (String tag : Operations.ordered(latencies.keySet())) {
        Histogram all = latencies.get(tag);
        if (all.getTotalCount() > 0 && rate > 0) {
          boolean paced = latencies.containsKey(tag + LatencyRecorder.SERVICE);
          String name = paced ? tag : tag + " without a rate";
          Map.of("average", all.getMean(), "p99", (double) all.getValueAtPercentile(99))
              .forEach(
                  (which, nanos) ->
                      curves
                          .computeIfAbsent(name + ", " + which, any -> new ArrayList<>())
                          .add(new Point(rate, nanos / NANOS_PER_MILLI, of + work.name())));
        }
      }
    }
  }
}
