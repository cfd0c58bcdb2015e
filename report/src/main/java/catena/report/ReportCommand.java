// SPDX-License-Identifier: Apache-2.0
package catena.report;

import catena.harness.command.Command;
import catena.harness.command.CommandDescription;
import catena.harness.command.Terminal;
import catena.records.history.Missing;
import catena.records.history.SweepFile;
import catena.records.history.TolerantReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Texts;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.Reasons;
import catena.records.words.UsageException;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.HeadMaker;
import catena.report.page.Page;
import catena.report.page.Table;
import catena.report.page.Unit;
import catena.report.render.HtmlPage;
import com.beust.jcommander.Parameter;
import com.google.common.escape.Escaper;
import com.google.common.net.UrlEscapers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** {@code bin/catena report RUN…}: what happened, on one page. */
public final class ReportCommand implements Command {
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  @Parameter(
      description =
          "RUN [RUN...]: run directories, or that of a sweep; each is compared with the first")
  private List<String> runs = new ArrayList<>();

  @Parameter(
      names = "--run-dir",
      description = "where the report goes; the run's own directory, or a new one for several runs")
  private String runDir;

  @Parameter(
      names = "--every",
      description =
          "write it again every so often (30s) until the run has ended; the page renews itself")
  private String every;

  @Parameter(
      names = "--list",
      description = "a table of the runs in this directory, here and as its index.html")
  private String list;

  private final Clock clock;
  private final StopSignal stop;

  /**
   * The command.
   *
   * @param stop ends the rewriting of a report
   */
  public ReportCommand(Clock clock, StopSignal stop) {
    this.clock = clock;
    this.stop = stop;
  }

  @Override
  public CommandDescription description() {
    return CommandDescription.of(
            "report",
            "write the report of a run, or of several compared; list runs",
            CommandDescription.DONE,
            "bin/catena report runs/before runs/after",
            "bin/catena report --every 30s runs/soak")
        .in(CommandDescription.START);
  }

  @Override
  public Verdict run(Terminal terminal) throws Exception {
    if (list != null) {
      list(terminal);
      return Verdict.PASS;
    }
    if (runs.isEmpty()) {
      throw new UsageException("Name the directory of a run: bin/catena report runs/...");
    }
    Optional<Duration> interval = interval();
    close(opened()); // what is no run is said before there is a directory for the report
    try (RunDirectory output = output()) {
      Reports reports = new Reports(clock, ZoneId.systemDefault(), terminal);
      boolean goesOn = write(reports, output, interval);
      terminal.line(output.display(output.report("html")));
      if (goesOn) {
        terminal.note("Written again every " + Texts.duration(interval.get()) + "; Ctrl-C ends it");
      }
      while (goesOn && !stop.await(interval.get())) {
        goesOn = write(reports, output, interval);
      }
      if (goesOn) {
        write(reports, output, Optional.empty());
      }
    }
    return Verdict.PASS;
  }

  /**
   * Writes the report of the runs, also of those that a sweep has begun since.
   *
   * @param interval after which it is to be written again, if it is
   * @return whether it is to be written again, until all runs have ended
   */
  private boolean write(Reports reports, RunDirectory output, Optional<Duration> interval)
      throws IOException {
    boolean more = interval.isPresent() && rowsToCome();
    List<RunDirectory> opened = opened();
    try {
      return reports.write(opened, output, interval, more);
    } finally {
      close(opened);
    }
  }

  private List<RunDirectory> opened() throws IOException {
    List<RunDirectory> opened = new ArrayList<>();
    for (String run : runs) {
      opened.addAll(open(run));
    }
    return opened;
  }

  private static void close(List<RunDirectory> opened) throws IOException {
    for (RunDirectory each : opened) {
      each.close();
    }
  }

  private Optional<Duration> interval() {
    if (every == null) {
      return Optional.empty();
    }
    try {
      Duration interval = Texts.parseDuration(every);
      if (interval.compareTo(SHORTEST) >= 0) {
        return Optional.of(interval);
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    throw new UsageException(
        "--every %s is no time of at least 1s: say 30s, or 5m".formatted(every));
  }

  /** Whether a sweep among the runs has not ended. */
  private boolean rowsToCome() throws IOException {
    for (String run : runs) {
      try (RunDirectory directory = RunDirectory.open(run)) {
        if (directory.read(directory.sweep()).isPresent()
            && VerdictFile.readFrom(directory).filter(VerdictFile::unfinished).isPresent()) {
          return true;
        }
      }
    }
    return false;
  }

  private void list(Terminal terminal) throws IOException {
    if (!runs.isEmpty() || runDir != null || every != null) {
      throw new UsageException(
          "--list goes alone: bin/catena report --list "
              + list
              + " prints a table of the runs and writes index.html next to them");
    }
    try (RunDirectory directory = RunDirectory.open(list)) {
      RunList table = RunList.of(directory, clock, ZoneId.systemDefault());
      table.lines().forEach(terminal::line);
      try {
        terminal.note(directory.display(table.writeTo(directory)));
      } catch (IOException e) {
        terminal.note("index.html could not be written: " + Reasons.of(e));
      }
    }
  }

  private RunDirectory output() {
    if (runs.size() == 1 || runDir != null) {
      return RunDirectory.at(Optional.ofNullable(runDir).orElse(runs.get(0)));
    }
    return RunDirectory.create(
        "runs", "report", clock.instant(), ZoneId.systemDefault(), new Configuration());
  }

  /**
   * The runs that a directory stands for: itself, or those that a sweep created below it. The
   * caller closes them.
   *
   * @throws catena.records.words.UsageException if there is no such directory
   * @throws IOException if it cannot be listed
   */
  static List<RunDirectory> open(String named) throws IOException {
    RunDirectory directory = RunDirectory.open(named);
    Optional<SweepFile> sweep =
        new TolerantReader(directory, new Missing()).json(directory.sweep(), SweepFile.class);
    List<RunDirectory> rows = sweep.isPresent() ? sweep.get().open(directory) : List.of();
    if (rows.isEmpty()) {
      return List.of(directory);
    }
    directory.close();
    return rows;
  }

  /**
   * The runs in a directory, the latest first: when, which scenario, verdict, rate, faults,
   * findings.
   */
  record RunList(String title, String made, Table table) {
    private static final Escaper PATH = UrlEscapers.urlPathSegmentEscaper();

    /**
     * A run.
     *
     * @param begin milliseconds since 1970; 0 if not recorded
     * @param link to its report, relative to the directory; empty if it has none
     */
    private record Listed(
        String name, long begin, Page.Head head, long faults, long findings, String link) {}

    /**
     * Reads each run of a directory.
     *
     * @param zone the time zone in which times are shown
     * @throws IOException if the directory or one of the runs cannot be listed
     */
    static RunList of(RunDirectory directory, Clock clock, ZoneId zone) throws IOException {
      List<Listed> listed = new ArrayList<>();
      for (FileStatus each : directory.fileSystem().listStatus(directory.root())) {
        if (each.isDirectory()) {
          try (RunDirectory run = RunDirectory.open(each.getPath().toString())) {
            if (run.fileSystem().exists(run.verdict())
                || run.fileSystem().exists(run.environment())) {
              listed.add(listed(run, clock, zone));
            }
          }
        }
      }
      listed.sort(Comparator.comparingLong(Listed::begin).reversed());
      return new RunList(
          directory.display(),
          "Made " + Formats.time(clock.millis(), zone),
          Table.<Listed>of("runs", "Runs", "")
              .words("Run", run -> Formats.plain(run.name))
              .words("Verdict", run -> run.head.verdict())
              .numbers("Findings", Unit.COUNT, Listed::findings)
              .cells(
                  "Begin",
                  Unit.TIME,
                  run -> run.begin == 0 ? Cell.NONE : Cell.time(run.begin, zone))
              .words("Entries/s", run -> rate(run.head))
              .numbers("Faults", Unit.COUNT, Listed::faults)
              .words("Scenario", run -> Formats.plain(run.head.scenario()))
              .marked(run -> new Table.Mark("", run.link, run.head.mood()))
              .rows(listed));
    }

    private static Listed listed(RunDirectory directory, Clock clock, ZoneId zone)
        throws IOException {
      RunHistory run = RunReader.read(directory, clock);
      Path report = directory.report("html");
      boolean reported = directory.fileSystem().exists(report);
      return new Listed(
          run.name(),
          run.span().from(),
          HeadMaker.of(run, zone),
          run.faults().size(),
          run.findingTotal(),
          reported ? PATH.escape(run.name()) + "/" + report.getName() : "");
    }

    /** The rate of the writers, who come first; else of the first readers. */
    private static String rate(Page.Head head) {
      return head.tiles().stream()
          .filter(tile -> tile.label().endsWith(" per second"))
          .map(Page.Tile::value)
          .findFirst()
          .orElse(Formats.NONE);
    }

    /** The table as lines for a terminal. */
    List<String> lines() {
      if (table.rows().isEmpty()) {
        return List.of("There is no run in " + title);
      }
      return table.aligned();
    }

    /** Writes {@code index.html} into the directory; returns the file. */
    Path writeTo(RunDirectory directory) throws IOException {
      Path file = directory.path("index.html");
      byte[] page = HtmlPage.ofRuns(title, made, table).getBytes(StandardCharsets.UTF_8);
      directory.writeAtomically(file, page, "the table of runs");
      return file;
    }
  }
}
