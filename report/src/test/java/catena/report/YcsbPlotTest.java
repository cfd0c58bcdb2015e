// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.RunPlan;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.report.Reports.YcsbPlot;
import catena.report.history.RunHistory;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.render.YcsbFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YcsbPlotTest {
  private static final long MILLI = 1_000_000;
  private static final long BEGIN = RunFiles.BEGIN;

  @TempDir private Path directory;

  /** Parts of ten seconds each that do so many operations; half of them are updates. */
  private RunHistory run(int... operations) throws IOException {
    return run(new int[operations.length], operations);
  }

  private RunHistory run(int[] clients, int... operations) throws IOException {
    RunFiles files = new RunFiles(directory.resolve("run"));
    List<Event> life = new ArrayList<>(List.of(new Event.RunStarted(BEGIN, "run", "x")));
    for (int i = 0; i < operations.length; i++) {
      String part = i == 0 ? "ycsb" : "ycsb-" + (i + 1);
      long from = BEGIN + i * 10_000L;
      life.add(new Event.PhaseStarted(from, "run", "ycsb"));
      life.add(new Event.PhaseEnded(from + 10_000, "run", "ycsb", "done"));
      long rows = operations[i] / 2;
      for (int client = 1; client < clients[i]; client++) {
        String other = part + "-" + client;
        files.events(other, new Event.ClientStarted(from, other, "operations"));
      }
      files.events(
          part + "-0",
          new Event.ClientStarted(from, part + "-0", "operations"),
          new Event.Throughput(
              from + 10_000,
              part + "-0",
              false,
              10,
              operations[i],
              rows,
              rows,
              100 * rows,
              0.1,
              0,
              List.of()),
          new Event.ClientStopped(from + 10_000, part + "-0", "done"));
      files.latencies(
          part,
          List.of(
              new RunFiles.Recorded(
                  "read", from + 5_000, List.of((i + 1) * MILLI, (i + 3) * MILLI)),
              new RunFiles.Recorded("scan", from + 5_000, List.of(7 * MILLI), false),
              new RunFiles.Recorded("read.unanswered", from + 5_000, List.of(MILLI))));
    }
    files.events("run", life);
    return files.read();
  }

  @Test
  void eachPartIsAPointAtTheOperationsThatItDid() throws IOException {
    RunHistory history = run(1000, 4000, 2000);
    CurvePlot plot = (CurvePlot) YcsbPlot.of(List.of(history)).orElseThrow();
    assertThat(plot.words().about()).as("all parts have as many clients").doesNotContain("knee");
    assertThat(plot.curves())
        .extracting(Curve::name)
        .containsExactly(
            "read, average",
            "read, p99",
            "scan without a rate, average",
            "scan without a rate, p99");
    assertThat(plot.curves().get(0).points())
        .extracting(Point::x)
        .containsExactly(100.0, 200.0, 400.0);
    assertThat(plot.curves().get(0).points())
        .extracting(point -> Math.round(point.y()))
        .containsExactly(2L, 4L, 3L); // those of parts 1, 3 and 2
  }

  @Test
  void ratesOfAMixAreItsOperationsAndNotTheRowsThatItRead() throws IOException {
    RunHistory history = run(1000);
    assertThat(history.journal().work().get("ycsb").label()).isEqualTo("ycsb operations");
    assertThat(history.journal().work().get("ycsb").average()).isEqualTo(100);
  }

  @Test
  void theKneeIsWhereMoreClientsBringLittle() throws IOException {
    RunHistory history = run(new int[] {4, 8, 16, 32}, 1000, 2000, 3000, 3100);
    assertThat(YcsbPlot.of(List.of(history)).orElseThrow().words().about())
        .contains("The knee of run is at 16 clients: 300/s of at most 310/s.");
  }

  @Test
  void whatMadeReadyForARowIsNoPointAndNoKnee() throws IOException {
    RunHistory all = run(new int[] {2, 4, 8, 16}, 3000, 1000, 2000, 3100);
    assertThat(YcsbPlot.of(List.of(all)).orElseThrow().words().about()).contains("is at 2 clients");
    List<RunPlan.Phase> phases = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String part = i == 0 ? "ycsb" : "ycsb-" + (i + 1);
      Optional<String> row = Optional.of(part).filter(name -> !name.equals("ycsb"));
      phases.add(new RunPlan.Phase("ycsb", row, List.of(part), Map.of()));
    }
    RunFiles files = new RunFiles(directory.resolve("run"));
    try (RunDirectory run = files.open()) {
      new RunPlan("x", Optional.empty(), 1, "", Map.of(), phases).writeTo(run);
    }
    CurvePlot plot = (CurvePlot) YcsbPlot.of(List.of(files.read())).orElseThrow();
    assertThat(plot.words().about()).contains("is at 16 clients");
    assertThat(plot.curves().get(0).points())
        .extracting(Point::x)
        .containsExactly(100.0, 200.0, 310.0);
  }

  @Test
  void theFiguresAreWrittenAsYcsbWritesThem() throws IOException {
    String text = YcsbFile.of(run(1000), ZoneOffset.UTC).orElseThrow();
    assertThat(text.lines())
        .contains(
            "[OVERALL], RunTime(ms), 10000",
            "[OVERALL], Throughput(ops/sec), 100.0",
            "[READ], Operations, 2",
            "[READ], Return=OK, 2",
            "[SCAN], Operations, 1")
        .anyMatch(line -> line.matches("\\[READ], AverageLatency\\(us\\), (999|1000)\\.\\d+"))
        .anyMatch(line -> line.matches("\\[READ], 95thPercentileLatency\\(us\\), 1500"))
        .anyMatch(line -> line.matches("\\[READ], 99thPercentileLatency\\(us\\), 1500"))
        .anyMatch(line -> line.matches("\\[Intended-READ], AverageLatency\\(us\\), \\d+\\.\\d+"))
        .noneMatch(line -> line.startsWith("[Intended-SCAN]"))
        .noneMatch(line -> line.contains("UPDATE"));
  }

  /** Those of its StatusThread, from the intervals of the logs. */
  @Test
  void statusLinesAreWrittenAsYcsbWritesThem() throws IOException {
    RunFiles files = new RunFiles(directory.resolve("run"));
    files.events(
        "run",
        new Event.RunStarted(BEGIN, "run", "x"),
        new Event.PhaseStarted(BEGIN, "run", "ycsb"),
        new Event.PhaseEnded(BEGIN + 20_000, "run", "ycsb", "done"));
    files.events(
        "ycsb-0",
        new Event.ClientStarted(BEGIN, "ycsb-0", "operations"),
        new Event.Throughput(BEGIN + 20_000, "ycsb-0", false, 20, 5, 5, 5, 500, 0.1, 0, List.of()),
        new Event.ClientStopped(BEGIN + 20_000, "ycsb-0", "done"));
    List<Long> first = List.of(2 * MILLI, 4 * MILLI);
    List<Long> second = List.of(8 * MILLI, 8 * MILLI, 8 * MILLI);
    for (String operation : List.of("operation", "read")) {
      files.latencies(
          "ycsb.w" + operation.length(),
          List.of(
              new RunFiles.Recorded(operation, BEGIN + 10_000, first),
              new RunFiles.Recorded(operation, BEGIN + 20_000, second)));
    }
    List<String> lines = YcsbFile.of(files.read(), ZoneOffset.UTC).orElseThrow().lines().toList();
    String time =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss:SSS", Locale.ROOT)
            .format(Instant.ofEpochMilli(BEGIN + 10_000).atZone(ZoneOffset.UTC));
    assertThat(lines.get(0))
        .startsWith(time + " 10 sec: 2 operations; 0.2 current ops/sec; [READ: Count=2, Max=2")
        .matches(
            ".* Min=(999|1000), Avg=\\d+(\\.\\d+)?, 90=200\\d, 99=200\\d, 99.9=200\\d, 99.99=200\\d] ");
    assertThat(lines.get(1))
        .contains(" 20 sec: 5 operations; 0.3 current ops/sec; [READ: Count=3, Max=4");
    assertThat(lines.get(2)).startsWith("[OVERALL], RunTime(ms)");
  }

  @Test
  void fewRatesAreNoCurve() throws IOException {
    assertThat(YcsbPlot.of(List.of(run(1000, 2000)))).isEmpty();
  }
}
