package catena.harness.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import catena.harness.run.RunDirectory;
import catena.harness.words.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFileTest {
  @TempDir Path directory;

  @Test
  void aLineThatWasTornIsEndedAndTheNextStandsAlone() throws Exception {
    Path file = Files.createDirectories(directory.resolve("stats")).resolve("x");
    Files.writeString(file, "whole\nto");
    try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration())) {
      SampleFile.open(run, run.path("stats/x"), trouble -> {}).close();
      try (SampleFile lines = SampleFile.open(run, run.path("stats/x"), trouble -> {})) {
        lines.lines(List.of("a", "b"));
        assertThat(Files.readAllLines(file)).containsExactly("whole", "to", "a", "b");
      }
    }
  }

  @Test
  void twoCollectorsDoNotDoubleTheSamplesOfOneFile() throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration());
        SampleFile first = SampleFile.open(run, run.clusterSamples(), trouble -> {})) {
      first.lines(List.of("a"));
      assertThatThrownBy(() -> SampleFile.open(run, run.clusterSamples(), trouble -> {}))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("stats/cluster.jsonl already")
          .hasMessageContaining("name another directory");
      first.lines(List.of("b"));
    }
    assertThat(Files.readAllLines(directory.resolve("stats/cluster.jsonl")))
        .containsExactly("a", "b");
  }

  @Test
  void whatCannotBeWrittenIsToldOnce() throws Exception {
    List<String> troubles = new ArrayList<>();
    Path file = Files.createDirectories(directory.resolve("stats")).resolve("x");
    assumeTrue(Files.exists(Path.of("/dev/full")));
    Files.createSymbolicLink(file, Path.of("/dev/full"));
    try (RunDirectory run = RunDirectory.at(directory.toString(), new Configuration());
        SampleFile lines = SampleFile.open(run, run.path("stats/x"), troubles::add)) {
      lines.lines(List.of("a"));
      lines.lines(List.of("b"));
    }
    assertThat(troubles).singleElement().asString().contains("cannot be written");
  }
}
