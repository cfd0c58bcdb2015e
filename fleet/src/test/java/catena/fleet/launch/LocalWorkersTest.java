// SPDX-License-Identifier: Apache-2.0
package catena.fleet.launch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.fleet.launch.Workers.WorkerEnd;
import catena.records.settings.Settings;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalWorkersTest {
  /** Else a run that was taken over from a coordinator that stands still would wait for them. */
  @Test
  void aWorkerThatEndedUnderAParentThatDoesNotAskIsGone() throws Exception {
    Process still = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; exec sleep 600").start();
    try (BufferedReader said = still.inputReader()) {
      ProcessHandle worker = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
      // In ticks: the instant that Java gives moves where the machine's clock is set.
      String stat = Files.readString(Path.of("/proc/" + worker.pid() + "/stat"));
      long start = Long.parseLong(stat.split(" ", -1)[21]);
      LaunchRequest request =
          new LaunchRequest(
              "/runs/x", 1, Path.of("client.properties"), Settings.resolve(List.of(), List.of()));
      try (Workers workers =
          new LocalLauncher()
              .attach(
                  request,
                  "[{\"slot\":0,\"attempt\":1,\"pid\":%d,\"start\":%d}]"
                      .formatted(worker.pid(), start))) {
        assertThat(workers.ended()).isEmpty();
        assertThat(workers.stop(Duration.ofMinutes(1))).as("SIGTERM was enough").isZero();
        assertThat(worker.isAlive()).as("a zombie").isTrue();
        assertThat(workers.ended())
            .extracting(WorkerEnd::words)
            .containsExactly("process " + worker.pid() + " is gone");
      }
    } finally {
      still.destroyForcibly();
    }
  }

  /** Several processes would write one archive of classes, or two one mark. */
  @Test
  void aWorkerDoesNotInheritOptionsOfTheFirstProcessAlone() {
    assertThat(
            LocalWorkers.inherited(
                List.of(
                    "-XX:SharedArchiveFile=c.jsa",
                    "-XX:ArchiveClassesAtExit=/tmp/m/classes",
                    "-Dcatena.marks=/tmp/m",
                    "-Xmx1g")))
        .containsExactly("-XX:SharedArchiveFile=c.jsa", "-Xmx1g");
  }
}
