// SPDX-License-Identifier: Apache-2.0
package catena.scenario.recompute;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.run.RunDirectory;
import catena.report.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.StringJoiner;
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
    samples();
    try (RunDirectory directory = RunDirectory.open(run.toString())) {
      new Reports(LATER, ZoneOffset.UTC, Optional.empty(), Long.MAX_VALUE)
          .write(List.of(directory), directory);
    }
  }

  /** 200 s of two tservers on each of six hosts, with values that were not known, as texts. */
  private void samples() throws IOException {
    Random random = new Random(5);
    append(
        "stats/metrics.json",
        "{\"cpu.cores\":{\"unit\":\"cores\"},\"hdfs.bytes\":{\"unit\":\"bytes\"},\"entries\":{\"unit\":\"entries\"}}");
    for (long at = 1_795_000_020_000L; at < 1_795_000_220_000L; at += 10_000) {
      StringJoiner classic = new StringJoiner(" ", "", "\n").add(Long.toString(at));
      for (int field = 1; field <= 26; field++) {
        boolean gone = random.nextInt(9) == 0 || field == 18;
        classic.add(field == 1 ? "3" : gone ? "-" : Integer.toString(random.nextInt(9999)));
      }
      append("stats/stats.out", classic.toString());
      List<String> scopes = new ArrayList<>(List.of("cluster", "table:ci"));
      for (int host = 0; host < 6; host++) {
        scopes.addAll(
            List.of("host:h" + host, "group:tserver@h" + host, "group:datanode@h" + host));
      }
      for (String scope : scopes) {
        String values =
            random.nextInt(9) == 0
                ? "\"values\":{},\"absent\":[\"cpu.cores\",\"entries\"]"
                : "\"values\":{\"cpu.cores\":%d.5,\"entries\":%d,\"hdfs.bytes\":%d},\"absent\":[]"
                    .formatted(random.nextInt(4), random.nextInt(9999), random.nextLong(1L << 40));
        append(
            "stats/cluster.jsonl",
            "{\"at\":%d,\"scope\":\"%s\",%s}\n".formatted(at, scope, values));
      }
    }
  }

  private void append(String name, String text) throws IOException {
    Path file = run.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
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
        .anyMatch(line -> line.startsWith("tservers: ") && line.endsWith("sampled null"));
  }
}
