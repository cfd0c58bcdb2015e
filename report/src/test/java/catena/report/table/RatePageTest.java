// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.RateCause;
import catena.records.history.RateFile;
import catena.records.history.RateState;
import catena.records.history.RateStep;
import catena.records.run.RunDirectory;
import catena.report.Reports;
import catena.report.page.Plot.CurvePlot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search as its run directory tells it, in the report of that run. */
public class RatePageTest {
  @TempDir private Path files;

  private static RateStep step(int number, double asked, double done, double p99, RateCause cause) {
    return new RateStep(
        number,
        "ramp",
        1,
        asked,
        done,
        1_795_000_000_000L,
        1_795_000_020_000L,
        cause,
        cause == RateCause.NONE ? List.of() : List.of("ingest came to less <b>"),
        new TreeMap<>(Map.of("flush", new RateStep.Latency(77, p99 / 4, p99, 2 * p99))),
        0.1,
        0.45,
        0.99);
  }

  /** A search that found 40,000 per second. */
  public static RateFile found() {
    return new RateFile(
        "ingest",
        "entries",
        List.of("Steps of 20s after 5s of warm-up."),
        RateState.FOUND,
        40_000,
        39_000,
        41_000,
        "the highest rate is 40.0 k/s entries",
        List.of(
            step(1, 20_000, 19_990, 0.05, RateCause.NONE),
            step(2, 40_000, 39_900, 0.4, RateCause.NONE),
            step(3, 80_000, 43_000, 9, RateCause.SERVERS),
            step(4, 44_000, 41_500, 1.7, RateCause.BUDGET)));
  }

  private void report(RateFile file) throws Exception {
    Clock clock = Clock.fixed(Instant.ofEpochMilli(1_795_000_100_000L), ZoneOffset.UTC);
    try (RunDirectory run = RunDirectory.at(files.toString())) {
      file.writeTo(run);
      new Reports(clock, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE).write(List.of(run), run);
    }
  }

  private String text(String name) throws Exception {
    return Files.readString(files.resolve(name));
  }

  @Test
  void theReportHasTheNumberItsStepsAndTheCurve() throws Exception {
    report(found());

    assertThat(text("report.html"))
        .contains("Highest rate: ingest", "40.0 k/s", "39.0 k/s to 41.0 k/s")
        .contains("Throughput against latency", "\"id\":\"rate-latency\"", "\"log\":true")
        .contains("The highest rate is 40.0 k/s entries.", "Not held: 44.0 k/s (budget)")
        .doesNotContain("less <b>");
    assertThat(text("report.txt"))
        .contains("Highest rate: ingest: 40.0 k/s", "Search for the highest rate");
    assertThat(text("report.txt").lines()).allMatch(line -> line.length() <= 80);
    assertThat(text("report/rate-steps.csv").lines()).hasSize(5);
    assertThat(text("report/rate-latency.csv").lines())
        .hasSize(1 + 2 + 2 + 2)
        .anyMatch(line -> line.endsWith("\"flush p99, held\",39900,400"))
        .anyMatch(line -> line.endsWith("\"flush p99, not held\",43000,9000"))
        .anyMatch(line -> line.endsWith("\"flush p50, held\",19990,12.5"));
  }

  @Test
  void whatHasNoNumberSaysSo() throws Exception {
    RateFile file = found();
    report(
        new RateFile(
            file.workload(),
            file.unit(),
            file.terms(),
            RateState.CANNOT_TELL,
            0,
            20_000,
            40_000,
            "the highest rate cannot be determined: x",
            file.steps()));
    assertThat(text("report.html"))
        .contains("cannot tell", "The highest rate cannot be determined: x.");
  }

  @Test
  void aRunWithoutASearchHasNothingOfIt() throws Exception {
    Clock clock = Clock.fixed(Instant.ofEpochMilli(1_795_000_100_000L), ZoneOffset.UTC);
    try (RunDirectory run = RunDirectory.at(files.toString())) {
      run.writeSettings(new TreeMap<>(Map.of("table.name", "x")));
      new Reports(clock, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE).write(List.of(run), run);
    }
    assertThat(text("report.html")).doesNotContain("Highest rate");
    assertThat(files.resolve("report/rate-steps.csv")).doesNotExist();
  }

  @Test
  void pointsAreInTheOrderOfWhatWasDone() {
    RateFile file = found();
    CurvePlot plot = (CurvePlot) RatePage.plot(new TreeMap<>(Map.of(0, file))).orElseThrow();
    assertThat(plot.curves()).hasSize(3);
    assertThat(plot.curves().get(1).points().get(0).x()).isEqualTo(41_500);
    assertThat(plot.curves().get(1).points().get(0).label()).contains("step 4", "budget");
    assertThat(RatePage.plot(new TreeMap<>())).isEmpty();
  }
}
