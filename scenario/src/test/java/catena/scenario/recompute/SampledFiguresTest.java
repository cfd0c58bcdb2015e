package catena.scenario.recompute;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.run.RunDirectory;
import catena.report.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code bench/recompute} says of a report that is right, and of one with a wrong cell. */
class SampledFiguresTest {
  private static final Clock LATER =
      Clock.fixed(Instant.ofEpochMilli(1_800_000_000_000L), ZoneOffset.UTC);

  @TempDir Path run;

  @BeforeEach
  void report() throws IOException {
    PlantedRun.write(run, 5, 200);
    try (RunDirectory directory = RunDirectory.open(run.toString(), new Configuration())) {
      new Reports(LATER, ZoneOffset.UTC).write(directory);
    }
  }

  @Test
  void noSampledFigureOfARightReportDiffers() throws IOException {
    SampledFigures figures = SampledFigures.of(run);
    assertThat(figures.lines()).isEmpty();
    assertThat(figures.differing()).isZero();
    assertThat(figures.cells()).isGreaterThan(500);
  }

  private void plant(String file, String right, String wrong) throws IOException {
    Path path = run.resolve("report/" + file);
    String text = Files.readString(path);
    assertThat(text).contains(right);
    Files.writeString(path, text.replaceFirst(right, wrong));
  }

  @Test
  void aWrongCellOfTheOldCollectorsFieldsIsNamed() throws IOException {
    plant("tservers.csv", ",3\r\n", ",4\r\n");
    SampledFigures figures = SampledFigures.of(run);
    assertThat(figures.differing()).isEqualTo(1);
    assertThat(figures.lines())
        .singleElement()
        .asString()
        .startsWith("tservers: tablet servers at ")
        .endsWith(": shown 4, sampled 3.0");
  }

  @Test
  void aWrongCellOfAMetricIsNamed() throws IOException {
    Path file = run.resolve("report/group-cpu-cores.csv");
    String first = Files.readAllLines(file).get(1);
    String wrong = first.substring(0, first.lastIndexOf(',')) + ",77";
    Files.writeString(file, Files.readString(file).replace(first + "\r\n", wrong + "\r\n"));
    SampledFigures figures = SampledFigures.of(run);
    assertThat(figures.differing()).isEqualTo(1);
    assertThat(figures.lines())
        .singleElement()
        .asString()
        .startsWith("group-cpu-cores: ")
        .contains("shown 77, sampled ");
  }

  @Test
  void aSampleThatIsGoneIsNamed() throws IOException {
    Path file = run.resolve("stats/stats.out");
    Files.writeString(file, Files.readString(file).replaceFirst("[^\n]*\n", ""));
    assertThat(SampledFigures.of(run).lines())
        .anyMatch(line -> line.startsWith("tservers: ") && line.endsWith("sampled nothing"));
  }
}
