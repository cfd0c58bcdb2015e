// SPDX-License-Identifier: Apache-2.0
package catena.report;

import catena.records.run.RunDirectory;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.page.Cell;
import catena.report.page.Formats;
import catena.report.page.HeadMaker;
import catena.report.page.Page;
import catena.report.page.Table;
import catena.report.page.Unit;
import catena.report.render.HtmlPage;
import com.google.common.escape.Escaper;
import com.google.common.net.UrlEscapers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The runs in a directory, the latest first: when, which scenario, verdict, rate, faults, findings.
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
                "Begin", Unit.TIME, run -> run.begin == 0 ? Cell.NONE : Cell.time(run.begin, zone))
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
