// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import static java.nio.charset.StandardCharsets.UTF_8;
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

  /** A lock of the system is lost when its process opens the same file again, and closes it. */
  @Test
  void anotherProcessDoesNotGetWhatThisOneHas() throws Exception {
    RunDirectory run = here(temp);
    try (Claim claim = Claim.ofHost(run, temp, "stats").orElseThrow()) {
      assertThat(claim).isNotNull();
      assertThat(isFreeElsewhere()).isFalse();
      assertThat(Claim.ofHost(run, temp, "stats")).isEmpty();
      assertThat(isFreeElsewhere()).as("after a second attempt here").isFalse();
    }
    assertThat(isFreeElsewhere()).isTrue();
  }

  private static RunDirectory here(Path place) throws IOException {
    return RunDirectory.on(
        new HeldFileSystem(), new org.apache.hadoop.fs.Path(place.resolve("run").toUri()));
  }

  private boolean isFreeElsewhere() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    Process process =
        new ProcessBuilder(java, "-cp", classes, ClaimTest.class.getName(), temp.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String answer = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    return Boolean.parseBoolean(answer.strip());
  }

  /** Another process, which says whether it gets what one of a host has at a time. */
  public static void main(String[] place) throws IOException {
    Path temp = Path.of(place[0]);
    Optional<Claim> claim = Claim.ofHost(here(temp), temp, "stats");
    System.out.println(claim.isPresent());
    if (claim.isPresent()) {
      claim.get().close();
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
