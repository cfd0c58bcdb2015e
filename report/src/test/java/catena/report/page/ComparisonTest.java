package catena.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.run.RunDirectory;
import catena.report.Reports;
import catena.report.RunFiles;
import catena.report.SyntheticRun;
import catena.report.history.Blocks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs: what changed, and what is only noise. */
class ComparisonTest {
  @TempDir private Path directory;

  private static Blocks blocks(long seed, double mean) {
    Random random = new Random(seed);
    return new Blocks(random.doubles(30).map(d -> mean * (0.9 + d / 5)).toArray());
  }

  @Test
  void noiseDoesNotStandOut() {
    int alarms = 0;
    for (int seed = 0; seed < 1000; seed++) {
      String judgement = Comparison.judgement(blocks(seed, 100), blocks(seed + 5000, 100));
      alarms += judgement.startsWith("yes") ? 1 : 0;
    }
    assertThat(alarms).as("one in a hundred").isLessThan(25);
  }

  @Test
  void aChangeBeyondTheNoiseStandsOut() {
    assertThat(Comparison.judgement(blocks(1, 100), blocks(2, 110))).startsWith("yes, p < 0.0001");
  }

  @Test
  void tooFewBlocksTellNothing() {
    Blocks few = new Blocks(new double[] {1, 2, 3});

    assertThat(Comparison.judgement(few, blocks(1, 100)))
        .isEqualTo("too short to tell (3 and 30 blocks)");
    assertThat(Comparison.judgement(Blocks.NONE, few)).isEqualTo("one value each");
  }

  @Test
  void theProbabilityIsThatOfATableOfTheTest() {
    // U = 0 for 10 against 10: z = (50 - 0) / sqrt(10 * 10 * 21 / 12) = 3.7796, p = 0.000157.
    double[] low = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    double[] high = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20};

    assertThat(Comparison.judgement(new Blocks(low), new Blocks(high)))
        .isEqualTo("yes, p = 0.0002");
  }

  @Test
  void aSlowerRunIsSeenInRateAndNotInWhatIsEqual() throws Exception {
    RunFiles fast =
        new SyntheticRun(new RunFiles(directory.resolve("fast")), 1, 600, 30, 1).write();
    RunFiles slow =
        new SyntheticRun(new RunFiles(directory.resolve("slow")), 2, 600, 30, 0.5).write();
    slow.text("settings.properties", "ingest.clients=2\n");
    try (RunDirectory a = fast.open();
        RunDirectory b = slow.open();
        RunDirectory to =
            RunDirectory.at(directory.resolve("both").toString(), new Configuration())) {
      new Reports(RunFiles.LATER, ZoneOffset.UTC).write(List.of(a, b), to);
    }
    List<String> rows = Files.readAllLines(directory.resolve("both/report/comparison-1.csv"));

    assertThat(rows)
        .anyMatch(
            row -> row.matches("\"ingest entries, average\",.*,-(49|50)\\.\\d %,\"yes, p .*"));
    assertThat(rows).anyMatch(row -> row.matches("\"walk rows, average\",.*\"no, p = .*"));
    assertThat(Files.readString(directory.resolve("both/report/differences.csv")))
        .contains("ingest.clients,4,2");
    assertThat(Files.readAllLines(directory.resolve("both/report/scale.csv")))
        .anyMatch(row -> row.startsWith("fast,ingest entries,3,"))
        .anyMatch(row -> row.startsWith("slow,ingest entries,3,"));
  }
}
