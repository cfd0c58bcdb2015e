// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.verdict.Finding;
import catena.scenario.watch.WatchCompanion.FindingCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command of a user, run by a real shell. */
@Timeout(60)
class FindingCommandTest {
  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

  @TempDir private Path files;

  private static Finding finding(int row) {
    return Finding.of(FindingKind.LOST, "%016x".formatted(row), 5);
  }

  private void run(String command, Finding... findings) {
    try (FindingCommand each = new FindingCommand(command, "runs/x", notes::add)) {
      for (Finding finding : findings) {
        each.found(finding);
      }
    }
  }

  private Path out() {
    return files.resolve("out");
  }

  @Test
  void itIsRunForEachFindingInTurnAndGivenItAndTheRun() throws Exception {
    run("echo \"$CATENA_RUN $CATENA_FINDING\" >> " + out(), finding(1), finding(2));

    List<String> lines = Files.readAllLines(out());
    assertThat(lines).hasSize(2).allMatch(line -> line.startsWith("runs/x {"));
    assertThat(lines.get(0)).contains("0000000000000001", "LOST");
    assertThat(lines.get(1)).contains("0000000000000002");
    assertThat(notes).isEmpty();
  }

  @Test
  void itsInputIsAtItsEnd() throws Exception {
    run("cat > " + out() + "; echo done >> " + out(), finding(1));
    assertThat(Files.readAllLines(out())).containsExactly("done");
  }

  @Test
  void aStatusThatIsNotZeroIsReported() {
    run("exit 3", finding(1));
    assertThat(notes).containsExactly("the command of --on-finding ended with status 3");
  }

  /** A variable of a process has a limit, and a long finding must not be the one that is lost. */
  @Test
  void theKindAndTheRowOfALongFindingAreGiven() throws Exception {
    run(
        "printf '%s' \"$CATENA_FINDING\" > " + out(),
        finding(7).withSeen("x".repeat(200_000)),
        finding(8).withSeen("short"));
    assertThat(notes).isEmpty();
    assertThat(Files.readString(out())).contains("0000000000000008", "short");
    run("printf '%s' \"$CATENA_FINDING\" > " + out(), finding(7).withSeen("x".repeat(200_000)));
    assertThat(Files.readString(out())).contains("LOST", "0000000000000007").doesNotContain("xx");
  }

  /** The first waits until all others were found, so that their number is not a matter of time. */
  @Test
  void whatThereIsNoRoomForIsLeftOutAndCounted() throws Exception {
    Path go = files.resolve("go");
    String command = "while [ ! -e %s ]; do sleep 0.01; done; echo one >> %s".formatted(go, out());
    try (FindingCommand each = new FindingCommand(command, "runs/x", notes::add)) {
      for (int i = 0; i < 111; i++) {
        each.found(finding(i));
      }
      Files.createFile(go);
    }
    long left = 111L - Files.readAllLines(out()).size();
    assertThat(left).isBetween(10L, 11L);
    assertThat(notes)
        .containsExactly("the command of --on-finding was not run for " + left + " more findings");
  }
}
