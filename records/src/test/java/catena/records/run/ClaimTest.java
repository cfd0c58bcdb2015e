// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.fixture.HeldFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ClaimTest {
  @TempDir private Path temp;

  @Test
  void aFileIsOnesUntilItIsGivenBack() throws IOException {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      Optional<Claim> first = Claim.of(run, run.clusterSamples());
      assertThat(first).isPresent();
      assertThat(Claim.of(run, run.clusterSamples())).isEmpty();
      try (Claim other = Claim.of(run, run.clientSamples()).orElseThrow()) {
        assertThat(other).as("another file").isNotNull();
      }
      first.get().close();
      try (Claim again = Claim.of(run, run.clusterSamples()).orElseThrow()) {
        assertThat(again).isNotNull();
      }
      assertThat(run.samples()).as("what claims a file is no file of samples").isEmpty();
    }
  }

  /** Of all processes of a host one samples it, on HDFS too, where files have no claims. */
  @Test
  void whatOneProcessOfAHostDoesForARunIsItsOwn() throws IOException {
    RunDirectory run =
        RunDirectory.on(
            new HeldFileSystem(), new org.apache.hadoop.fs.Path(temp.resolve("run").toUri()));
    RunDirectory other =
        RunDirectory.on(
            new HeldFileSystem(), new org.apache.hadoop.fs.Path(temp.resolve("other").toUri()));
    try (Claim first = Claim.ofHost(run, temp, "stats").orElseThrow()) {
      assertThat(first).isNotNull();
      assertThat(Claim.ofHost(run, temp, "stats")).isEmpty();
      try (Claim another = Claim.ofHost(other, temp, "stats").orElseThrow()) {
        assertThat(another).as("of another run").isNotNull();
      }
    }
    assertThat(temp.toFile().list()).as("nothing of it is left").isEmpty();
    try (Claim again = Claim.ofHost(run, temp, "stats").orElseThrow()) {
      assertThat(again).isNotNull();
    }
  }

  /** An interrupt, as of a client that is to stop, would close the file that is locked. */
  @Test
  @Timeout(60)
  void whatAProcessLeavesThatWasKilledWhileItChangedAFileIsRemoved() throws IOException {
    RunDirectory run =
        RunDirectory.on(new HeldFileSystem(), new org.apache.hadoop.fs.Path(temp.toUri()));
    Files.createFile(temp.resolve(".verdict.json.claim"));
    Thread.currentThread().interrupt();
    assertThat(Claim.<String>changing(run, run.verdict(), () -> "done")).isEqualTo("done");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(temp).isEmptyDirectory();
  }

  /** A process that is killed cannot remove what it has in a place that no run's end clears. */
  @Test
  void whatALocalDirectoryClaimsStaysWithinIt() throws IOException {
    Path place = temp.resolve("place");
    try (RunDirectory run =
            RunDirectory.at(temp.resolve("run").toString(), new Configuration(false));
        Claim claim = Claim.ofHost(run, place, "stats").orElseThrow()) {
      assertThat(claim).isNotNull();
      assertThat(place).doesNotExist();
    }
  }
}
