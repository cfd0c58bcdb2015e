// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import catena.graph.GraphSpec;
import catena.records.history.RunPlan;
import catena.records.journal.Event;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.tested.Tested;
import catena.records.tested.Tested.Server;
import catena.records.tested.Tested.Snapshot;
import catena.report.history.RunHistory;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.page.Table;
import catena.report.table.ExperimentTables;
import catena.report.table.SideBySide;
import catena.report.table.SweptPlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of the paper with rows of hand-written runs below the paper's own. */
class ExperimentTest {
  private static final long BEGIN = RunFiles.BEGIN;

  @TempDir private Path temp;

  /** A run whose phases ingest so many entries, ten seconds each, with these names of rows. */
  private RunFiles run(
      String name, String experiment, String scale, List<String> rows, long... entries)
      throws IOException {
    Path root = Files.createDirectories(temp.resolve(name));
    RunFiles files = new RunFiles(root);
    files.text("scenario.yaml", "name: x\ncluster:\n  tserver: 2\n");
    List<RunPlan.Phase> phases = new ArrayList<>();
    List<Event> life = new ArrayList<>(List.of(new Event.RunStarted(BEGIN, "run", "x")));
    for (int i = 0; i < entries.length; i++) {
      String part = i == 0 ? "ingest" : "ingest-" + (i + 1);
      phases.add(
          new RunPlan.Phase(
              "ingest",
              Optional.of(rows.get(i)).filter(row -> !row.isEmpty()),
              List.of(part),
              Map.of()));
      long from = BEGIN + i * 10_000L;
      life.add(new Event.PhaseStarted(from, "run", "ingest"));
      life.add(new Event.PhaseEnded(from + 10_000, "run", "ingest", "done"));
      String client = part + "-0";
      files.events(
          client,
          new Event.ClientStarted(from, client, "writes"),
          new Event.Flush(
              from + 10_000, client, i, 0, 0, entries[i], 0, 10_000_000_000L, 10_000_000_000L),
          new Event.ClientStopped(from + 10_000, client, "done"));
    }
    files.events("run", life);
    try (RunDirectory directory = RunDirectory.at(root.toString(), new Configuration(false))) {
      new RunPlan(
              "x",
              Optional.of(experiment).filter(id -> !id.isEmpty()),
              1,
              "",
              Map.of("scale", scale),
              phases)
          .writeTo(directory);
    }
    return files;
  }

  private static List<String> row(Table table, String whose, String label) {
    return row(table, whose, label, "Table Split Threshold");
  }

  private static List<String> row(Table table, String whose, String label, String title) {
    int column = table.titles().indexOf(title);
    return table.texts().stream()
        .filter(row -> row.get(0).equals(whose) && row.get(column).equals(label))
        .findFirst()
        .orElseThrow();
  }

  private static String cell(Table table, List<String> row, String column) {
    return row.get(table.titles().indexOf(column));
  }

  private List<Table> tables(RunFiles... runs) throws IOException {
    List<RunHistory> read = new ArrayList<>();
    for (RunFiles each : runs) {
      read.add(each.read());
    }
    return ExperimentTables.of(read);
  }

  @Test
  void eachRowOfThePaperHasOursBelowIt() throws IOException {
    Table table =
        tables(run("a", "6-3", "0.001", List.of("1 GB", "", "128 GB"), 10_000, 5_000, 40_000))
            .get(0);
    assertThat(table.title())
        .isEqualTo("Table 6-3: Continuous ingest into non-presplit tables (AWB)");
    assertThat(table.texts())
        .extracting(row -> row.get(0))
        .containsExactly("paper", "here", "paper", "here");
    List<String> paper = row(table, "paper", "128 GB");
    assertThat(cell(table, paper, "Average Ingest Throughput")).isEqualTo("11,003K");
    assertThat(cell(table, paper, "To the first row")).isEqualTo("3.36");
    assertThat(cell(table, paper, "Per server")).isEqualTo("38.34 k/s");
    List<String> here = row(table, "here", "128 GB");
    assertThat(cell(table, here, "Initial Table Size")).isEqualTo("15 k");
    assertThat(cell(table, here, "Table Size")).isEqualTo("55 k");
    assertThat(cell(table, here, "Average Ingest Throughput")).isEqualTo("4,000");
    assertThat(cell(table, here, "Per server")).isEqualTo("2,000/s");
    assertThat(cell(table, here, "To the first row")).isEqualTo("4.00");
    assertThat(cell(table, here, "Here to paper, per server")).isEqualTo("0.05");
    assertThat(cell(table, row(table, "here", "1 GB"), "To the first row")).isEqualTo("1.00");
  }

  @Test
  void aPartThatBeginsWhereARowEndsIsNotTheRows() throws IOException {
    String[] rows = new String[11];
    long[] entries = new long[11];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i == 8 ? "1 GB" : ""; // the parts of its end are ingest-9 and ingest-10
      entries[i] = 1000L * (i + 1);
    }
    Table table = tables(run("a", "6-3", "1", List.of(rows), entries)).get(0);
    List<String> here = row(table, "here", "1 GB");
    assertThat(cell(table, here, "Average Ingest Throughput")).isEqualTo("900");
    assertThat(cell(table, here, "Test Period (Hours)")).isEqualTo("10s");
  }

  @Test
  void whatCannotBeComparedIsSaid() throws IOException {
    Table small = tables(run("a", "6-3", "0.001", List.of("1 GB"), 10_000)).get(0);
    assertThat(small.note())
        .contains("Sen, Farris, Guerra", "Here scale is 0.001", "absolute rates cannot be compared")
        .contains("Clients were in one process here");
    Table whole = tables(run("b", "6-3", "1", List.of("1 GB"), 10_000)).get(0);
    assertThat(whole.note()).doesNotContain("scale is").contains("Machines and versions differ");
  }

  @Test
  void rowsOfSeveralRunsComeTogetherInOneTable() throws IOException {
    List<Table> tables =
        tables(
            run("a", "6-1", "0.001", List.of("300"), 10_000),
            run("b", "6-1", "0.001", List.of("500"), 30_000),
            run("c", "", "1", List.of("500"), 30_000));
    assertThat(tables).hasSize(1);
    assertThat(tables.get(0).texts())
        .extracting(row -> row.get(0))
        .containsExactly("paper", "here", "paper", "here", "paper");
  }

  @Test
  void howManyProcessesHadClientsIsTheRunsOwn() throws IOException {
    RunFiles files = run("a", "6-3", "1", List.of("1 GB"), 10_000);
    for (int i = 0; i < 3; i++) {
      String worker = "worker-" + i + "-1";
      files.events(worker, new Event.WorkerJoined(BEGIN, worker, worker, "host" + i, 1, 0, 0, 0));
    }
    assertThat(tables(files).get(0).note())
        .contains("Clients were in 3 processes here, and in one on each server there.");
  }

  @Test
  void aRowWithFewerTabletsThanItsSizeOverTheThresholdIsADoubt() throws IOException {
    Table late = tables(tablets("late", "6-3", "1K", "<", ";8")).get(0);
    assertThat(cell(late, row(late, "here", "1 GB"), "Doubt"))
        .isEqualTo("ended with 2 tablets: 400.4 KiB over 1K are 400");
    Table split = tables(tablets("split", "6-3", "150K", "<", ";8")).get(0);
    assertThat(split.titles())
        .as("410,000 bytes are two of 150K, and a part")
        .doesNotContain("Doubt");
    Table small = tables(tablets("small", "6-3", "1G", "<")).get(0);
    assertThat(small.titles()).doesNotContain("Doubt");
  }

  @Test
  void thatDoubtStandsBesideRunsOfNoTableOfThePaperToo() throws IOException {
    RunHistory late = tablets("late", "", "1K", "<", ";8").read();
    RunHistory small = tablets("small", "", "1G", "<").read();
    Table both = SideBySide.of(List.of(late, small)).get(0);
    assertThat(both.texts())
        .extracting(row -> cell(both, row, "Doubt"))
        .containsExactly("1 GB ended with 2 tablets: 400.4 KiB over 1K are 400", "–");
    assertThat(SideBySide.of(List.of(small)).get(0).titles()).doesNotContain("Doubt");
  }

  private RunFiles tablets(String name, String experiment, String threshold, String... rows)
      throws IOException {
    List<Event> hosted = new ArrayList<>();
    for (String each : rows) {
      hosted.add(
          new Event.TabletHosted(
              BEGIN + 500, "tablets", "2a" + each, Optional.of("h:9997"), List.of()));
    }
    RunFiles files = run(name, experiment, "0.001", List.of("1 GB"), 10_000);
    return files
        .text("settings.properties", "table.prop.table.split.threshold=" + threshold + "\n")
        .graph(new GraphFile("t", "2a", "instance", GraphSpec.ofSeed(5)))
        .events("tablets", hosted);
  }

  @Test
  void repetitionsOfARowAreOneLineWithTheirRange() throws IOException {
    List<String> rows = List.of("1 GB", "128 GB");
    Table apart =
        tables(
                run("a", "6-3", "0.1", rows, 10_000, 40_000),
                run("b", "6-3", "0.1", rows, 12_000, 30_000),
                run("c", "6-3", "0.1", rows, 11_000, 44_000))
            .get(0);
    assertThat(apart.texts())
        .extracting(row -> row.get(0))
        .containsExactly("paper", "here, median of 3", "paper", "here, median of 3");
    List<String> second = row(apart, "here, median of 3", "128 GB");
    assertThat(cell(apart, second, "Average Ingest Throughput"))
        .isEqualTo("4,000 (3,000 to 4,400)");
    assertThat(cell(apart, second, "To the first row")).isEqualTo("4.00 (2.50 to 4.00)");
    assertThat(cell(apart, second, "Direction")).isEqualTo("the paper's");
  }

  /** Of the first repetition the first row was not run: its second stands beside no other's. */
  @Test
  void aRowIsComparedWithThatOfItsOwnRepetition() throws IOException {
    List<String> rows = List.of("1 GB", "128 GB");
    Table apart =
        tables(
                repeated(1, run("a", "6-3", "0.1", List.of("128 GB"), 70_000)),
                repeated(2, run("b", "6-3", "0.1", rows, 10_000, 30_000)),
                repeated(3, run("c", "6-3", "0.1", rows, 20_000, 40_000)))
            .get(0);
    List<String> second = row(apart, "here, median of 3", "128 GB");
    assertThat(cell(apart, second, "To the first row")).isEqualTo("2.50 (2.00 to 3.00)");
  }

  private static RunFiles repeated(int repetition, RunFiles files) throws IOException {
    RunPlan made = files.read().plan().orElseThrow();
    try (RunDirectory directory = files.open()) {
      new RunPlan(
              made.scenario(),
              made.experiment(),
              repetition,
              RunPlan.REPETITION + " " + repetition,
              made.parameters(),
              made.phases())
          .writeTo(directory);
    }
    return files;
  }

  @Test
  void rowsAreDrawnAgainstThePapersServersNextToThePaper() throws IOException {
    List<String> rows = List.of("300", "", "500");
    RunFiles one = run("a", "6-1", "0.1", rows, 10_000, 99_000, 30_000);
    RunFiles two = run("b", "6-1", "0.1", rows, 12_000, 99_000, 20_000);
    CurvePlot plot = (CurvePlot) SweptPlot.of(List.of(one.read(), two.read())).get(0);
    assertThat(plot.acrossWords()).isEqualTo("tablet servers of the paper's row");
    assertThat(plot.curves())
        .extracting(Curve::name)
        .containsExactly("6-1 ingest", "6-1 ingest, the paper's");
    assertThat(plot.curves().get(0).points())
        .as("the ingest between the rows is none; a bar has the range of the repetitions")
        .containsExactly(
            new Point(287, 1.1, 1, 1.2, "1 to 1.20"), new Point(488, 2.5, 2, 3, "2 to 3"));
    assertThat(plot.curves().get(1).points())
        .extracting(point -> Math.round(100 * point.y()))
        .containsExactly(100L, 124L);
    assertThat(plot.curves().get(1).points()).allMatch(point -> point.low() == point.high());
    try (RunDirectory a = one.open();
        RunDirectory b = two.open()) {
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(List.of(a, b), a);
    }
    assertThat(Files.readAllLines(one.root().resolve("report/swept-rows.csv")))
        .contains("1 to 1.20,6-1 ingest,287,1.1")
        .contains("1 to 1.20,\"6-1 ingest, least\",287,1", "2 to 3,\"6-1 ingest, most\",488,3");
  }

  /** All rows of 6-3 and 6-5 have the same servers, and two of 6-12. */
  @Test
  void rowsThatDifferInAnotherNumberAreDrawnAtIt() throws IOException {
    CurvePlot thresholds = drawn("6-3", List.of("1 GB", "128 GB"), 10_000, 20_000);
    assertThat(thresholds.acrossWords()).isEqualTo("split threshold of the paper's row, GB");
    assertThat(points(thresholds, 0)).containsExactly(tuple(1.0, 1.0), tuple(128.0, 2.0));
    assertThat(points(thresholds, 1)).extracting(each -> each.toList().get(0)).contains(1.0, 128.0);
    CurvePlot clients =
        drawn("6-5", List.of("100 clients", "250 clients", "500 clients"), 10_000, 30_000, 20_000);
    assertThat(points(clients, 0))
        .containsExactly(tuple(100.0, 1.0), tuple(250.0, 3.0), tuple(500.0, 2.0));
    CurvePlot entries =
        drawn("6-12", List.of("300, 1.46B", "1000, 12.3B", "1000, 1T"), 10_000, 20_000, 30_000);
    assertThat(entries.curves())
        .extracting(Curve::name)
        .containsExactly("6-12 verify", "6-12 verify, the paper's");
    assertThat(points(entries, 0))
        .as("the table's entries in the time of each row")
        .containsExactly(tuple(1.46e9, 1.0), tuple(1.23e10, 3.0), tuple(1e12, 6.0));
  }

  private CurvePlot drawn(String experiment, List<String> rows, long... entries)
      throws IOException {
    RunHistory run = run("d" + experiment, experiment, "0.1", rows, entries).read();
    return (CurvePlot) SweptPlot.of(List.of(run)).get(0);
  }

  private static List<Tuple> points(CurvePlot plot, int curve) {
    return plot.curves().get(curve).points().stream().map(p -> tuple(p.x(), p.y())).toList();
  }

  @Test
  void aSweepIsDrawnAgainstTheParameterWithTheMostValues() throws IOException {
    List<RunHistory> runs = new ArrayList<>();
    for (String buffer : List.of("10K", "1M", "100K")) {
      for (String clients : List.of("1", "6")) {
        RunFiles files = run(buffer + clients, "", "1", List.of(""), 1000L * runs.size() + 1000);
        try (RunDirectory directory = files.open()) {
          Map<String, String> swept = Map.of("buffer", buffer, "clients", clients);
          new RunPlan("x", Optional.empty(), 1, "", swept, List.of()).writeTo(directory);
        }
        runs.add(files.read());
      }
    }
    CurvePlot plot = (CurvePlot) SweptPlot.of(runs).get(0);
    assertThat(plot.words().title()).isEqualTo("Rates against buffer");
    assertThat(plot.curves())
        .extracting(Curve::name)
        .containsExactly("ingest entries, clients=1", "ingest entries, clients=6");
    assertThat(plot.curves().get(1).points())
        .extracting(Point::x, Point::y)
        .containsExactly(tuple(10240.0, 200.0), tuple(102400.0, 600.0), tuple(1048576.0, 400.0));
  }

  /** Of a run that waits for its turn, the latencies without the wait are for its own page. */
  @Test
  void latenciesOfASweepAreThoseFromWhenEachWasDue() throws IOException {
    List<RunHistory> all = new ArrayList<>();
    List<RunHistory> rows = new ArrayList<>();
    for (String nodes : List.of("1", "2")) {
      RunFiles files = run("n" + nodes, "", "1", List.of("row " + nodes), 1000);
      RunPlan made = files.read().plan().orElseThrow();
      List<Long> nanos = List.of(4_000_000L * nodes.length());
      files.latencies("ingest", List.of(new RunFiles.Recorded("flush", BEGIN + 10_000, nanos)));
      assertThat(files.read().latencies()).containsKeys("flush", "flush.service");
      for (boolean whole : List.of(true, false)) {
        List<RunPlan.Phase> phases = whole ? List.of() : made.phases();
        try (RunDirectory directory = files.open()) {
          new RunPlan("x", Optional.empty(), 1, "", Map.of("nodes", nodes), phases)
              .writeTo(directory);
        }
        (whole ? all : rows).add(files.read());
      }
    }
    assertThat(latencies(all)).containsExactly("ingest flush");
    assertThat(latencies(rows)).containsExactly("ingest flush");
  }

  private static List<String> latencies(List<RunHistory> runs) {
    return SweptPlot.of(runs).stream()
        .filter(each -> each.id().equals("swept-latency"))
        .flatMap(each -> ((CurvePlot) each).curves().stream())
        .map(Curve::name)
        .toList();
  }

  @Test
  void whenTheFastestAndTheSlowestWriterHadWrittenAllIsDrawn() throws IOException {
    List<RunHistory> runs = new ArrayList<>();
    for (String tablets : List.of("1", "17")) {
      RunFiles files = run("t" + tablets, "", "1", List.of(""), 1000);
      long last = BEGIN + 100L * tablets.length() * tablets.length() + 6000;
      files.events(
          "ingest-1",
          new Event.ClientStarted(BEGIN, "ingest-1", "writes"),
          new Event.Flush(last, "ingest-1", 7, 0, 0, 1000, 0, 1_000_000, 1_000_000),
          new Event.ClientStopped(BEGIN + 10_000, "ingest-1", "done"));
      try (RunDirectory directory = files.open()) {
        Map<String, String> swept = Map.of("tablets", tablets);
        new RunPlan("x", Optional.empty(), 1, "", swept, List.of()).writeTo(directory);
      }
      runs.add(files.read());
    }
    CurvePlot plot =
        SweptPlot.of(runs).stream()
            .filter(each -> each.words().title().equals("Times to write all against tablets"))
            .map(CurvePlot.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(plot.curves())
        .extracting(Curve::name)
        .containsExactly("ingest, fastest writer", "ingest, slowest writer");
    assertThat(plot.curves().get(0).points())
        .extracting(Point::x, Point::y)
        .containsExactly(tuple(1.0, 6.1), tuple(17.0, 6.4));
    assertThat(plot.curves().get(1).points()).extracting(Point::y).containsExactly(10.0, 10.0);
  }

  /** A run whose phase begins a second time where its coordinator was taken over, if it was. */
  private RunHistory workers(String tablets, boolean takenOver, String... clients)
      throws IOException {
    RunFiles files = new RunFiles(Files.createDirectories(temp.resolve("w" + tablets)));
    List<Event> life = new ArrayList<>(List.of(new Event.PhaseStarted(BEGIN, "run", "ingest")));
    if (takenOver) {
      if (tablets.equals(
          "17")) { // as on HDFS, where it cannot be appended to: a journal of its own
        files.events("run", life);
        life.clear();
      }
      life.add(new Event.PhaseStarted(BEGIN + 5_000, "run", "ingest"));
    }
    life.add(new Event.PhaseEnded(BEGIN + 10_000, "run", "ingest", "done"));
    files.events(takenOver && tablets.equals("17") ? "run-2" : "run", life);
    for (int i = 0; i < clients.length; i++) {
      String client = clients[i].replace("!", "");
      long end = BEGIN + 4_000 + i * 2_500L;
      files.events(
          client,
          new Event.ClientStarted(BEGIN + 100, client, "writes"),
          new Event.Flush(end, client, i, 0, 0, 1000, 0, 3_000_000_000L, 3_000_000_000L));
      if (!clients[i].endsWith("!")) {
        files.events(client, new Event.ClientStopped(end + 100, client, "done"));
      }
    }
    try (RunDirectory directory = files.open()) {
      Map<String, String> swept = Map.of("tablets", tablets);
      new RunPlan("x", Optional.empty(), 1, "", swept, List.of()).writeTo(directory);
    }
    return files.read();
  }

  private static List<Tuple> times(RunHistory... runs) {
    return SweptPlot.of(List.of(runs)).stream()
        .filter(each -> each.id().equals("swept-time"))
        .flatMap(each -> ((CurvePlot) each).curves().stream())
        .flatMap(curve -> curve.points().stream().map(p -> tuple(curve.name(), p.x(), p.y())))
        .toList();
  }

  @Test
  void writersOfAllWorkersAreComparedWithEachOther() throws IOException {
    RunHistory one = workers("1", false, "ingest.w0-w0", "ingest.w1-w0");
    RunHistory two = workers("17", false, "ingest.w0-w0", "ingest.w0-w1", "ingest.w1-w0");
    assertThat(times(one, two))
        .containsExactly(
            tuple("ingest, fastest writer", 1.0, 3.9),
            tuple("ingest, fastest writer", 17.0, 3.9),
            tuple("ingest, slowest writer", 1.0, 6.5),
            tuple("ingest, slowest writer", 17.0, 9.0));
  }

  @Test
  void aRunThatWasTakenOverHasItsTimesFromItsFirstBegin() throws IOException {
    RunHistory one = workers("1", true, "ingest.w0-w0", "ingest.w1-w0");
    RunHistory two = workers("17", true, "ingest.w0-w0", "ingest.w0-w1", "ingest.w1-w0");
    assertThat(times(one, two))
        .extracting(each -> each.toList().get(2))
        .containsExactly(3.9, 3.9, 6.5, 9.0);
    assertThat(two.journal().phases())
        .extracting(phase -> phase.span().from(), phase -> phase.span().to())
        .containsExactly(tuple(BEGIN, BEGIN + 10_000));
  }

  /** Its successor has writers of its own, so that not all had written what they were to write. */
  @Test
  void whereAWorkerDiedNoWriterIsTheFastest() throws IOException {
    RunHistory one = workers("1", false, "ingest.w0-w0!", "ingest.w1-w0", "ingest.w0.2-w0");
    RunHistory two = workers("17", false, "ingest.w0-w0", "ingest.w0-w1", "ingest.w1-w0");
    assertThat(times(one, two)).as("a single value is no sweep").isEmpty();
  }

  @Test
  void whatMadeReadyForARowIsNotDrawn() throws IOException {
    List<RunHistory> runs = new ArrayList<>();
    for (String nodes : List.of("1", "2")) {
      RunFiles files =
          run("n" + nodes, "", "1", List.of("", nodes), 90_000, 1000L * runs.size() + 1000);
      RunPlan made = files.read().plan().orElseThrow();
      try (RunDirectory directory = files.open()) {
        Map<String, String> swept = Map.of("nodes", nodes);
        new RunPlan("x", Optional.empty(), 1, "", swept, made.phases()).writeTo(directory);
      }
      runs.add(files.read());
    }

    CurvePlot plot = (CurvePlot) SweptPlot.of(runs).get(0);

    assertThat(plot.curves()).extracting(Curve::name).containsExactly("ingest-2 entries");
    assertThat(plot.curves().get(0).points())
        .extracting(Point::x, Point::y)
        .containsExactly(tuple(1.0, 100.0), tuple(2.0, 200.0));
  }

  @Test
  void whatMadeReadyForARowIsInNoFigureOfItsRun() throws IOException {
    RunFiles files = run("a", "", "1", List.of("", "row"), 90_000, 1_000);
    files.latencies("ingest", List.of(flushed(10, 900)));
    files.latencies("ingest-2", List.of(flushed(20, 5)));
    RunHistory read = files.read();
    Table table = SideBySide.of(List.of(read)).get(0);
    assertThat(table.titles()).contains("ingest-2 /s").doesNotContain("ingest /s");
    assertThat(cell(table, table.texts().get(0), "ingest-2 /s")).isEqualTo("100");
    assertThat(cell(table, table.texts().get(0), "flush p99")).isEqualTo("5.00 ms");
    assertThat(read.average("ingest")).as("the first that is a row").isEqualTo(100);
    assertThat(read.latencies().get("flush").total().getTotalCount())
        .as("what the whole run's page has")
        .isEqualTo(2);
  }

  private static RunFiles.Recorded flushed(int second, long millis) {
    return new RunFiles.Recorded("flush", BEGIN + second * 1000L, List.of(millis * 1_000_000));
  }

  @Test
  void aDirectionIsStatedOnlyWhereTheRangesDoNotOverlap() throws IOException {
    List<String> rows = List.of("1 GB", "128 GB");
    Table mixed =
        tables(
                run("a", "6-3", "0.1", rows, 10_000, 40_000),
                run("b", "6-3", "0.1", rows, 12_000, 11_000))
            .get(0);
    assertThat(cell(mixed, row(mixed, "here, median of 2", "128 GB"), "Direction"))
        .isEqualTo("no difference");
    Table other =
        tables(
                run("c", "6-3", "0.1", rows, 10_000, 4_000),
                run("d", "6-3", "0.1", rows, 12_000, 5_000))
            .get(0);
    assertThat(cell(other, row(other, "here, median of 2", "128 GB"), "Direction"))
        .isEqualTo("not the paper's");
  }

  /** The paper's third row of 6-5 is below both others; here it is only below the second. */
  @Test
  void aDirectionIsThatOfTheStepFromTheRowBefore() throws IOException {
    List<String> rows = List.of("100 clients", "250 clients", "500 clients");
    Table steps =
        tables(
                run("a", "6-5", "0.1", rows, 10_000, 40_000, 12_000),
                run("b", "6-5", "0.1", rows, 11_000, 30_000, 13_000))
            .get(0);
    assertThat(steps.texts())
        .extracting(row -> cell(steps, row, "Direction"))
        .containsExactly("–", "–", "–", "the paper's", "–", "the paper's");
    List<String> few = List.of("100 clients", "500 clients");
    Table gap =
        tables(
                run("c", "6-5", "0.1", few, 10_000, 12_000),
                run("d", "6-5", "0.1", few, 11_000, 13_000))
            .get(0);
    assertThat(cell(gap, row(gap, "here, median of 2", "500 clients", "Clients"), "Direction"))
        .as("without the second row, the first is the one before it")
        .isEqualTo("not the paper's");
  }

  @Test
  void aRowMayBeComparedWithAnotherThanTheFirst() throws IOException {
    List<String> rows = List.of("500, no ACL", "500, with ACL", "1000, no ACL", "1000, with ACL");
    Table table = tables(run("a", "6-11", "0.1", rows, 10_000, 20_000, 40_000, 30_000)).get(0);
    assertThat(table.texts())
        .extracting(row -> cell(table, row, "With to without ACL"))
        .containsExactly("–", "–", "1.14", "2.00", "–", "–", "0.85", "0.75");
  }

  @Test
  void verificationIsComparedBySizeAndTime() throws IOException {
    Table table =
        tables(run("a", "6-12", "0.1", List.of("300, 1.46B", "1000, 12.3B"), 10_000, 20_000))
            .get(0);
    assertThat(table.texts())
        .extracting(row -> cell(table, row, "To the first row"))
        .containsExactly("1.00", "1.00", "10.00", "3.00", "27.71");
    assertThat(cell(table, table.texts().get(1), "Per server")).isEqualTo("500/s");
  }

  @Test
  void operationsOfYcsbAndInsertsAreComparedWithTheFirstRow() throws IOException {
    Table table =
        tables(run("a", "6-13", "1", List.of("300, A", "300, F 1 MB"), 1_000, 4_000)).get(0);
    List<String> here = row(table, "here", "300, F 1 MB", "Nodes, Workload");
    assertThat(cell(table, here, "Throughput (Operations per Second)")).isEqualTo("400");
    assertThat(cell(table, here, "To the first row")).isEqualTo("4.00");
    List<String> paper = row(table, "paper", "300, F 1 MB", "Nodes, Workload");
    assertThat(cell(table, paper, "Throughput (Operations per Second)")).isEqualTo("539.57");
    assertThat(cell(table, paper, "To the first row")).isEqualTo("48.18");
  }

  @Test
  void theThresholdAndTheServersOfARunThatIsTooShortForASampleAreKnown() throws IOException {
    RunFiles files = run("a", "6-4", "0.1", List.of("300, 1 GB"), 10_000);
    files.text("scenario.yaml", "name: x\ncluster:\n  tserver: ${least}\n");
    files.text("settings.properties", "table.prop.table.split.threshold=104858K\n");
    Server server =
        new Server(
            "tserver", "127.0.0.1:1", false, Optional.empty(), Optional.empty(), Optional.empty());
    Snapshot snapshot = new Snapshot("", "run", "i", "id", List.of(server), List.of(), List.of());
    try (RunDirectory directory = files.open()) {
      new Tested(List.of(snapshot)).writeTo(directory);
    }
    Table table = tables(files).get(0);
    List<String> here = table.texts().get(1);
    assertThat(cell(table, here, "Tablet Split Threshold")).isEqualTo("104858K");
    assertThat(cell(table, here, "Per server")).isEqualTo("1,000/s");
  }

  @Test
  void aRowThatThePaperHasNotStandsAlone() throws IOException {
    Table table = tables(run("a", "6-3", "1", List.of("64 GB"), 10_000)).get(0);
    List<String> last = table.texts().get(table.texts().size() - 1);
    assertThat(last.get(0)).isEqualTo("here only");
    assertThat(last).contains("64 GB");
    assertThat(cell(table, row(table, "paper", "1 GB"), "To the first row")).isEqualTo("–");
  }

  @Test
  void aJournalThatIsNotThePlansGivesNoRow() throws IOException {
    RunFiles files = run("a", "6-3", "1", List.of("1 GB"), 10_000);
    try (RunDirectory directory = files.open()) {
      new RunPlan(
              "x",
              Optional.of("6-3"),
              1,
              "",
              Map.of(),
              List.of(
                  new RunPlan.Phase("verify", Optional.of("1 GB"), List.of("verify"), Map.of())))
          .writeTo(directory);
    }
    assertThat(tables(files).get(0).texts()).extracting(row -> row.get(0)).containsOnly("paper");
  }

  /** Rates are known to the second, and a phase may begin within that in which another ends. */
  private static void plan(RunFiles files, List<RunPlan.Phase> phases) throws IOException {
    try (RunDirectory directory = files.open()) {
      new RunPlan("x", Optional.of("6-4"), 1, "", Map.of(), phases).writeTo(directory);
    }
  }

  /** Initial and final size of the table in each of our rows. */
  private List<Tuple> sizes(RunFiles files) throws IOException {
    Table table = tables(files).get(0);
    return table.texts().stream()
        .filter(row -> row.get(0).equals("here"))
        .map(
            row ->
                tuple(cell(table, row, "Initial Table Size"), cell(table, row, "Final Table Size")))
        .toList();
  }

  @Test
  void aRowBeginsWithTheEntriesThatTheOneBeforeEndedWith() throws IOException {
    Path root = Files.createDirectories(temp.resolve("short"));
    RunFiles files = new RunFiles(root);
    List<Event> life = new ArrayList<>(List.of(new Event.RunStarted(BEGIN, "run", "x")));
    List<RunPlan.Phase> phases = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      long from = BEGIN + 100 + i * 2_300L;
      String part = i == 0 ? "ingest" : "ingest-" + (i + 1);
      phases.add(phase(List.of("300, 1 GB", "", "500, 1 GB").get(i), part, Map.of()));
      life.add(new Event.PhaseStarted(from, "run", "ingest"));
      life.add(new Event.PhaseEnded(from + 2_300, "run", "ingest", "done"));
      files.events(
          part + "-0",
          new Event.ClientStarted(from, part + "-0", "writes"),
          new Event.Flush(
              from + 2_300, part + "-0", 0, 0, 0, 1_000, 100, 2_300_000_000L, 2_300_000_000L),
          new Event.ClientStopped(from + 2_300, part + "-0", "done"));
    }
    files.events("run", life);
    plan(files, phases);
    assertThat(sizes(files)).containsExactly(tuple("0", "900"), tuple("1,800", "2,700"));
  }

  /** It is counted from before the client said that it was there. */
  @Test
  void aTableThatTheRunMadeBeginsWithNothing() throws IOException {
    Path root = Files.createDirectories(temp.resolve("early"));
    RunFiles files = new RunFiles(root);
    long from = BEGIN + 834;
    files.events(
        "ingest-0",
        new Event.ClientStarted(from, "ingest-0", "writes"),
        new Event.Flush(
            from + 2_000, "ingest-0", 0, 0, 0, 1_000, 0, 1_900_000_000L, 2_014_000_000L),
        new Event.ClientStopped(from + 2_000, "ingest-0", "done"));
    files.events(
        "run",
        List.of(
            new Event.RunStarted(BEGIN, "run", "x"),
            new Event.PhaseStarted(from, "run", "ingest"),
            new Event.PhaseEnded(from + 2_100, "run", "ingest", "done")));
    plan(files, List.of(phase("300, 1 GB", "ingest", Map.of())));
    assertThat(sizes(files)).containsExactly(tuple("0", "1,000"));
  }

  /** The run's settings have the last threshold only. */
  @Test
  void eachRowHasTheThresholdOfItsPhase() throws IOException {
    String key = "table.prop.table.split.threshold";
    RunFiles files = run("a", "6-4", "0.1", List.of("500, 1 GB", "", "500, 128 GB"), 10, 20, 30);
    files.text("settings.properties", key + "=128M\n");
    assertThat(thresholds(files)).as("where no phase sets it").containsOnly("128M");
    plan(
        files,
        List.of(
            phase("500, 1 GB", "ingest", Map.of(key, "1M")),
            phase("", "ingest-2", Map.of(key, "128M")),
            phase("500, 128 GB", "ingest-3", Map.of())));
    assertThat(thresholds(files)).containsExactly("1M", "128M");
    plan(
        files,
        List.of(
            phase("500, 1 GB", "ingest", Map.of()),
            phase("", "ingest-2", Map.of(key, "128M")),
            phase("500, 128 GB", "ingest-3", Map.of())));
    assertThat(thresholds(files)).as("not what a later phase sets").containsExactly("–", "128M");
  }

  private static RunPlan.Phase phase(String row, String part, Map<String, String> settings) {
    return new RunPlan.Phase(
        "ingest",
        Optional.of(row).filter(name -> !name.isEmpty()),
        List.of(part),
        Map.of(part, settings));
  }

  private List<String> thresholds(RunFiles files) throws IOException {
    Table table = tables(files).get(0);
    return table.texts().stream()
        .filter(row -> row.get(0).equals("here"))
        .map(row -> cell(table, row, "Tablet Split Threshold"))
        .toList();
  }

  @Test
  void anExperimentThatIsNotKnownHasNoTable() throws IOException {
    assertThat(tables(run("a", "99-9", "1", List.of("x"), 10))).isEmpty();
  }

  @Test
  void theReportOfTheRunHasTheTable() throws IOException {
    RunFiles files = run("a", "6-3", "0.001", List.of("1 GB", "", "128 GB"), 10_000, 5_000, 40_000);
    assertThat(files.report()).contains("Table 6-3", "11,003K", "Per server");
    assertThat(Files.readString(files.root().resolve("report.txt")))
        .contains("Table 6-3", "89.98B");
  }

  @Test
  void everyTableIsSoundAndComparesWhatItsRowsHave() throws IOException {
    for (String id : ids()) {
      Table table = tables(run("run-" + id, id, "1", List.of("none"), 10)).get(0);
      assertThat(table.texts()).as(id).hasSizeGreaterThan(1);
      for (List<String> row : table.texts()) {
        assertThat(row).as(id).hasSameSizeAs(table.titles());
      }
    }
  }

  private static List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      ids.add("6-" + i);
    }
    for (int i = 1; i <= 8; i++) {
      ids.add("7-" + i);
    }
    return ids;
  }
}
