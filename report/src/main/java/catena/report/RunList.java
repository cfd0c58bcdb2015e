package catena.report;

import catena.records.run.RunDirectory;
import catena.records.words.Amounts;
import catena.records.words.TextTable;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.page.Formats;
import catena.report.page.HeadMaker;
import catena.report.page.Page;
import catena.report.render.IndexPage;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The runs in a directory, the latest first: when, which scenario, verdict, rate, faults, findings.
 */
final class RunList {
  private static final List<String> COLUMNS =
      List.of("Run", "Begin", "Verdict", "Entries/s", "Faults", "Findings", "Scenario");

  private record Listed(long begin, IndexPage.Row row) {}

  private final String title;
  private final String made;
  private final List<IndexPage.Row> rows;

  private RunList(String title, String made, List<IndexPage.Row> rows) {
    this.title = title;
    this.made = made;
    this.rows = rows;
  }

  /**
   * Reads each run of a directory.
   *
   * @param zone in which times are told
   * @throws IOException if the directory or one of the runs cannot be listed
   */
  static RunList of(RunDirectory directory, Clock clock, ZoneId zone) throws IOException {
    List<Listed> listed = new ArrayList<>();
    for (FileStatus each : directory.fileSystem().listStatus(directory.root())) {
      if (each.isDirectory()) {
        try (RunDirectory run = RunDirectory.open(each.getPath().toString(), new Configuration())) {
          if (isOne(run)) {
            listed.add(listed(run, clock, zone));
          }
        }
      }
    }
    listed.sort(Comparator.comparingLong(Listed::begin).reversed());
    return new RunList(
        directory.display(),
        "Made " + Formats.time(clock.millis(), zone),
        listed.stream().map(Listed::row).toList());
  }

  /** Whether somebody has begun a run there. */
  private static boolean isOne(RunDirectory directory) throws IOException {
    return directory.fileSystem().exists(directory.verdict())
        || directory.fileSystem().exists(directory.environment());
  }

  private static Listed listed(RunDirectory directory, Clock clock, ZoneId zone)
      throws IOException {
    RunHistory run = RunReader.read(directory, clock);
    Page.Head head = HeadMaker.of(run, zone);
    Path report = directory.report("html");
    boolean reported = directory.fileSystem().exists(report);
    List<String> cells =
        List.of(
            run.name(),
            run.span().from() == 0 ? Formats.NONE : Formats.time(run.span().from(), zone),
            head.verdict(),
            rate(head),
            Amounts.grouped(run.faults().size()),
            Amounts.grouped(run.findingTotal()),
            run.title());
    String link = reported ? relative(run.name() + "/" + report.getName()) : "";
    return new Listed(
        run.span().from(),
        new IndexPage.Row(head.mood(), link, cells.stream().map(RunList::plain).toList()));
  }

  /** Without line ends and terminal controls, which a name may hold. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  /** A path as an address. */
  private static String relative(String path) throws IOException {
    try {
      return new URI(null, null, path, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IOException(path + " is no address", e);
    }
  }

  /** Of those who write, who come first; else of the first who read. */
  private static String rate(Page.Head head) {
    return head.tiles().stream()
        .filter(tile -> tile.label().endsWith(" per second"))
        .map(Page.Tile::value)
        .findFirst()
        .orElse(Formats.NONE);
  }

  /** For a terminal. */
  List<String> lines() {
    if (rows.isEmpty()) {
      return List.of("There is no run in " + title);
    }
    TextTable table = new TextTable(COLUMNS.toArray(new String[0]));
    rows.forEach(row -> table.row(row.cells().toArray()));
    return table.lines();
  }

  /** Writes {@code index.html} into the directory; returns the file. */
  Path writeTo(RunDirectory directory) throws IOException {
    Path file = directory.path("index.html");
    byte[] page = IndexPage.of(title, made, COLUMNS, rows).getBytes(StandardCharsets.UTF_8);
    directory.writeAtomically(file, page, "the table of runs");
    return file;
  }
}
