// SPDX-License-Identifier: Apache-2.0
package catena.records.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.threads.ProgramRun.Errors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProgramRunTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir private Path directory;

  private static Optional<ProgramRun> shell(String command, String input, Duration limit)
      throws Exception {
    return ProgramRun.of(List.of("/bin/sh", "-c", command), Map.of(), input, Errors.PRINTED, limit);
  }

  @Test
  void itsStatusAndAllThatItPrintedAreReturned() throws Exception {
    assertThat(shell("cat; echo of errors >&2; exit 3", "what it reads\n", LONG))
        .contains(new ProgramRun(3, "what it reads\nof errors"));
  }

  @Test
  void errorsAreDroppedOnRequestAndTheEnvironmentIsKnown() throws Exception {
    List<String> command = List.of("/bin/sh", "-c", "echo $OF; echo of errors >&2");
    assertThat(ProgramRun.of(command, Map.of("OF", "this"), "", Errors.DROPPED, LONG))
        .contains(new ProgramRun(0, "this"));
  }

  @Test
  void oneThatGoesOnPrintsBehindWhatIsThere() throws Exception {
    Path printed = Files.writeString(directory.resolve("out"), "before\n");
    List<String> command = List.of("/bin/sh", "-c", "pwd; echo $OF; echo of errors >&2; cat");
    Process process = ProgramRun.begin(command, Map.of("OF", "this"), directory, printed);
    assertThat(process.waitFor()).isZero();
    assertThat(printed).hasContent("before\n" + directory.toRealPath() + "\nthis\nof errors\n");
  }

  @Test
  void oneThatReadsNothingAndPrintsNothingIsNoFailure() throws Exception {
    assertThat(shell("exit 0", "x".repeat(1 << 20), LONG)).contains(new ProgramRun(0, ""));
  }

  @Test
  void itIsNotWaitedForWhatItLeavesBehind() throws Exception {
    assertThat(shell("sleep 60 & echo $!", "", LONG))
        .hasValueSatisfying(
            run ->
                assertThat(ProcessHandle.of(Long.parseLong(run.printed())))
                    .map(ProcessHandle::destroyForcibly)
                    .contains(true));
  }

  @Test
  void oneThatDoesNotEndIsKilledWithAllThatItStarted() throws Exception {
    Path pid = directory.resolve("pid");
    String command = "sleep 60 & echo $! > '%s'; wait".formatted(pid);
    assertThat(shell(command, "", Duration.ofSeconds(1))).isEmpty();
    long started = Long.parseLong(Files.readString(pid).strip());
    Optional<ProcessHandle> left = ProcessHandle.of(started);
    if (left.isPresent()) {
      var unused = left.get().onExit().get();
    }
    assertThat(ProcessHandle.of(started)).isEmpty();
  }

  @Test
  void oneThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> ProgramRun.of(List.of("catena-no-such-program"), LONG))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("catena-no-such-program");
  }
}
