// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.run.Environment;
import catena.records.run.RunDirectory;
import catena.records.sample.SampleFile;
import catena.records.verdict.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two collectors for one file of samples, of which each sample would be there twice. */
class SampledTwiceTest {
  @TempDir private Path temp;

  @Test
  void aSecondCollectorIsRefusedAndTheFirstGoesOn() throws Exception {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      Path file = temp.resolve("stats").resolve(run.hostSamples(Environment.hostName()).getName());
      try (SampleFile first =
          SampleFile.open(run, run.hostSamples(Environment.hostName()), trouble -> {})) {
        first.lines(List.of("one"));
        CommandLine second = stats();

        assertThat(second.status()).as(second.all()).isEqualTo(Verdict.USAGE);
        assertThat(second.notes())
            .contains("Another process samples into", "name another directory");
        first.lines(List.of("two"));
        assertThat(Files.readAllLines(file)).containsExactly("one", "two");
      }
      CommandLine alone = stats();
      assertThat(alone.status()).as(alone.all()).isZero();
    }
  }

  private CommandLine stats() {
    return CommandLine.run(
        "stats",
        "--run-dir",
        temp.toString(),
        "-o",
        "stats.parts=host",
        "-o",
        "stats.interval=1s",
        "-o",
        "stats.duration=10ms");
  }
}
