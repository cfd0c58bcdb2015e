// SPDX-License-Identifier: Apache-2.0
package catena.records.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import catena.records.history.Missing;
import catena.records.history.TolerantReader;
import catena.records.run.RunDirectory;
import catena.records.words.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFileTest {
  @TempDir Path directory;

  @Test
  void aLineThatWasTornIsEndedAndTheNextStandsAlone() throws Exception {
    Path file = Files.createDirectories(directory.resolve("stats")).resolve("x");
    Files.writeString(file, "whole\nto");
    try (RunDirectory run = RunDirectory.at(directory.toString())) {
      SampleFile.open(run, run.path("stats/x"), trouble -> {}).close();
      try (SampleFile lines = SampleFile.open(run, run.path("stats/x"), trouble -> {})) {
        lines.lines(List.of("a", "b"));
        assertThat(Files.readAllLines(file)).containsExactly("whole", "to", "a", "b");
      }
    }
  }

  @Test
  void twoCollectorsDoNotDoubleTheSamplesOfOneFile() throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.toString());
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
  void whatCannotBeWrittenIsReportedOnce() throws Exception {
    List<String> troubles = new ArrayList<>();
    Path file = Files.createDirectories(directory.resolve("stats")).resolve("x");
    assumeTrue(Files.exists(Path.of("/dev/full")));
    Files.createSymbolicLink(file, Path.of("/dev/full"));
    try (RunDirectory run = RunDirectory.at(directory.toString());
        SampleFile lines = SampleFile.open(run, run.path("stats/x"), troubles::add)) {
      lines.lines(List.of("a"));
      lines.lines(List.of("b"));
    }
    assertThat(troubles).singleElement().asString().contains("cannot be written");
  }

  private static List<String> samples(long from, int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> Sample.of(from + i, "host:a", List.of("n"), Map.of("n", i + 0.5)).json())
        .toList();
  }

  /** The times of all samples that a report would read, and what it would miss. */
  private static List<Long> times(RunDirectory run) {
    Missing missing = new Missing();
    List<Long> times = new ArrayList<>();
    new TolerantReader(run, missing).samples(sample -> times.add(sample.at()));
    assertThat(missing.sentences()).isEmpty();
    return times;
  }

  @Test
  void aLongFileIsCompressedWhenItIsClosedAndReadAsBefore() throws Exception {
    Path plain = directory.resolve("stats/host-a.jsonl");
    List<Long> all = LongStream.range(0, 30_010).boxed().toList();
    try (RunDirectory run = RunDirectory.at(directory.toString())) {
      try (SampleFile lines = SampleFile.open(run, run.hostSamples("a"), trouble -> {})) {
        lines.lines(samples(0, 30_000));
        Files.copy(plain, directory.resolve("kept"));
      }
      Path compressed = directory.resolve("stats/host-a.jsonl.gz");
      assertThat(plain).doesNotExist();
      assertThat(Files.size(compressed)).isLessThan(Files.size(directory.resolve("kept")) / 4);

      try (SampleFile lines = SampleFile.open(run, run.hostSamples("a"), trouble -> {})) {
        lines.lines(samples(30_000, 10));
      }
      assertThat(directory.resolve("stats/host-a-2.jsonl")).as("it is short").exists();
      assertThat(times(run)).isEqualTo(all);

      Files.move(directory.resolve("kept"), plain); // as if killed before it was removed
      assertThat(times(run)).isEqualTo(all);
    }
  }

  @Test
  void aFileThatIsCompressedAfterItWasListedIsRead() throws Exception {
    try (RunDirectory run = RunDirectory.at(directory.toString())) {
      SampleFile lines = SampleFile.open(run, run.hostSamples("a"), trouble -> {});
      lines.lines(samples(0, 30_000));
      List<org.apache.hadoop.fs.Path> listed = run.samples();
      lines.close();
      assertThat(listed.get(0).getName()).isEqualTo("host-a.jsonl");
      assertThat(run.samples().get(0).getName()).isEqualTo("host-a.jsonl.gz");
      Missing missing = new Missing();
      List<Sample> read = new ArrayList<>();
      new TolerantReader(run, missing)
          .lines(listed.get(0), line -> Optional.of(Sample.parse(line)), read::add);
      assertThat(read).hasSize(30_000);
      assertThat(missing.sentences()).isEmpty();
    }
  }
}
