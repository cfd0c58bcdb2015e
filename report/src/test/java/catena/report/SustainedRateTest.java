// SPDX-License-Identifier: Apache-2.0
package catena.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.records.journal.Event;
import catena.records.verdict.Verdict;
import catena.report.page.Plot;
import catena.report.page.Plot.Line;
import catena.report.page.Plot.TimePlot;
import catena.report.page.Plots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rate that was sustained for half an hour has its means of ten minutes in the same plot. */
class SustainedRateTest {
  @TempDir private Path directory;

  /** The lines of the ingest rate: 600 entries a second in even minutes, none in the others. */
  private List<Line> lines(int minutes) throws IOException {
    List<Event> events = new ArrayList<>();
    long begin = RunFiles.BEGIN + 5_000;
    events.add(new Event.ClientStarted(begin, "ingest-w0", "writes"));
    for (int i = 0; i < minutes; i++) {
      long took = 60_000_000_000L;
      long entries = i % 2 == 0 ? 36_000 : 1;
      long at = begin + (i + 1) * 60_000L;
      events.add(new Event.Flush(at, "ingest-w0", 0, 0, i, entries, 0, took, took));
    }
    RunFiles files = new RunFiles(directory.resolve("m" + minutes));
    files.events("ingest-w0", events);
    files.events(
        "run",
        new Event.RunStarted(RunFiles.BEGIN, "run", "x"),
        new Event.RunEnded(begin + minutes * 60_000L + 300_000, "run", Verdict.PASS));
    return Plots.of(List.of(files.read())).stream()
        .filter(plot -> plot.id().equals("ingest-rate"))
        .map(Plot.class::cast)
        .flatMap(plot -> ((TimePlot) plot).lines().stream())
        .toList();
  }

  @Test
  void halfAnHourHasThreeMeansAndTheTimeWithoutWorkIsInNone() throws IOException {
    List<Line> lines = lines(30);
    assertThat(lines)
        .extracting(Line::name)
        .containsExactly("written", "written, means of ten minutes");
    Line means = lines.get(1);
    assertThat(means.steps()).isTrue();
    assertThat(means.series().known()).containsExactly(new double[] {300, 300, 300}, within(1.0));
    assertThat(means.series().time(0)).isEqualTo(RunFiles.BEGIN + 5_000);
    assertThat(means.series().time(3)).isEqualTo(RunFiles.BEGIN + 1_805_000);
  }

  @Test
  void lessThanHalfAnHourHasNone() throws IOException {
    assertThat(lines(29)).extracting(Line::name).containsExactly("written");
  }

  @Test
  void partsAreAboutTenMinutes() throws IOException {
    assertThat(lines(36).get(1).series().known()).hasSize(4);
    assertThat(lines(61).get(1).series().known()).hasSize(6);
  }
}
