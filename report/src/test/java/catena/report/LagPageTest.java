// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;

import catena.read.announce.LagTimes;
import catena.read.check.Count;
import catena.records.history.RunPlan;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import catena.report.history.RunHistory;
import catena.report.history.RunReader;
import catena.report.page.Plot.Curve;
import catena.report.page.Plot.CurvePlot;
import catena.report.page.Plot.Point;
import catena.report.page.Table;
import catena.report.table.LagPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LagPageTest {
  private static final long MILLI = 1_000_000;

  @TempDir private Path directory;

  /**
   * Readers of two workers; one in ten rows lagged by 100 to 1,000 ms, the others were there in 2
   * ms.
   */
  private RunFiles lagging(String name) {
    List<Long> lags = new ArrayList<>();
    List<Long> visible = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      lags.add(i * 100L * MILLI);
      visible.add(i * 100L * MILLI + MILLI);
    }
    for (int i = 0; i < 90; i++) {
      visible.add(2 * MILLI);
    }
    long at = RunFiles.BEGIN + 10_000;
    return new RunFiles(directory.resolve(name))
        .latencies("lag.w0", List.of(new RunFiles.Recorded(LagTimes.LAG, at, lags)))
        .latencies("lag.w1.2", List.of(new RunFiles.Recorded(LagTimes.VISIBLE, at, visible)))
        .verdict(
            Verdict.PASS,
            List.of(),
            Map.of("lag: " + Count.ANNOUNCED.words(), 100L, "lag: " + Count.LAGGING.words(), 10L));
  }

  private static RunHistory read(RunDirectory run) throws Exception {
    return RunReader.read(run, RunFiles.LATER);
  }

  @Test
  void theShareOfLaggingRowsAndTheirPercentilesStandInATable() throws Exception {
    try (RunDirectory run = lagging("run").open()) {
      Table table = LagPage.table(List.of(read(run)));
      assertThat(table.texts())
          .containsExactly(
              List.of(
                  "run",
                  "lag",
                  "100",
                  "10.0 %",
                  "0",
                  "500.2 ms",
                  "900.2 ms",
                  "1.00 s",
                  "1.00 s",
                  "2.00 ms",
                  "901.3 ms",
                  "1.00 s"));
      new Reports(RunFiles.LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(List.of(run), run);
    }
    assertThat(Files.readString(directory.resolve("run/report.txt")))
        .contains("Read-after-write lag");
    assertThat(directory.resolve("run/report/lags.csv")).exists();
  }

  @Test
  void aPartThatMadeReadyForARowIsNotListed() throws Exception {
    try (RunDirectory run = lagging("run").open()) {
      Optional<String> none = Optional.empty();
      List<RunPlan.Phase> phases =
          List.of(
              new RunPlan.Phase("lag", none, List.of("lag"), Map.of()),
              new RunPlan.Phase("lag", Optional.of("10K"), List.of("lag-2"), Map.of()));
      new RunPlan("x", none, 1, "", Map.of(), phases).writeTo(run);
      assertThat(LagPage.table(List.of(read(run))).rows()).isEmpty();
      assertThat(LagPage.plot(List.of(read(run)))).isEmpty();
    }
  }

  @Test
  void theCurveRisesToOneAndIsAtHalfWhereHalfOfTheRowsWereSeen() throws Exception {
    try (RunDirectory run = lagging("run").open()) {
      CurvePlot plot = (CurvePlot) LagPage.plot(List.of(read(run))).orElseThrow();
      assertThat(plot.curves())
          .extracting(Curve::name)
          .containsExactly("lagging rows", "all rows, from insert");
      List<Point> lags = plot.curves().get(0).points();
      assertThat(lags.get(0).y()).isZero();
      assertThat(lags.get(lags.size() - 1).y()).isEqualTo(1);
      assertThat(lags).extracting(Point::y).isSorted();
      Point half = lags.stream().filter(point -> point.y() >= 0.5).findFirst().orElseThrow();
      assertThat(half.x()).isBetween(500.0, 600.0);
    }
  }

  @Test
  void aRunWithoutLagHasNeitherTableNorPlot() throws Exception {
    RunFiles files =
        new RunFiles(directory.resolve("walk"))
            .latencies(
                "walk",
                List.of(new RunFiles.Recorded("lookup", RunFiles.BEGIN + 10_000, List.of(MILLI))))
            .verdict(Verdict.PASS, List.of(), Map.of());
    try (RunDirectory run = files.open()) {
      assertThat(LagPage.table(List.of(read(run))).rows()).isEmpty();
      assertThat(LagPage.plot(List.of(read(run)))).isEmpty();
    }
  }
}
