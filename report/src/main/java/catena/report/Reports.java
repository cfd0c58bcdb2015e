package catena.report;

import catena.harness.run.RunDirectory;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.history.RunState;
import catena.report.page.Page;
import catena.report.page.PageMaker;
import catena.report.render.CsvFiles;
import catena.report.render.HtmlPage;
import catena.report.render.TextPage;
import catena.report.results.JunitFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes reports: {@code report.html}, {@code report.txt} and {@code report/*.csv}; of one run,
 * {@code junit.xml}, too.
 */
public final class Reports {
  private final Clock clock;
  private final ZoneId zone;

  /**
   * Reports of now.
   *
   * @param clock tells whether a run is going on
   * @param zone in which times are told
   */
  public Reports(Clock clock, ZoneId zone) {
    this.clock = clock;
    this.zone = zone;
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
    write(List.of(history), run, Optional.empty());
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
    List<RunHistory> histories = read(runs);
    boolean goesOn = histories.stream().anyMatch(run -> run.life() == RunState.RUNNING);
    write(histories, output, goesOn ? Optional.of(interval) : Optional.empty());
    return goesOn;
  }

  private List<RunHistory> read(List<RunDirectory> runs) throws IOException {
    List<RunHistory> histories = new ArrayList<>();
    for (RunDirectory run : runs) {
      histories.add(RunReader.read(run, clock));
    }
    return histories;
  }

  private void write(List<RunHistory> histories, RunDirectory output, Optional<Duration> interval)
      throws IOException {
    Page page = PageMaker.of(histories, clock.millis(), zone);
    CsvFiles.write(
        page,
        histories,
        (name, content) ->
            output.writeAtomically(
                output.reportSeries(name), utf8(content), "a series of the report"));
    output.writeAtomically(output.report("txt"), utf8(TextPage.of(page)), "the report");
    String html = HtmlPage.of(page, histories, zone, interval);
    output.writeAtomically(output.report("html"), utf8(html), "the report");
    if (histories.size() == 1) {
      byte[] tests = JunitFile.of(histories.get(0), clock.instant());
      output.writeAtomically(output.junit(), tests, "the report of tests");
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
