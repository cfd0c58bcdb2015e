// SPDX-License-Identifier: Apache-2.0
package catena.trace;

import static catena.trace.HandWrittenRun.LOWER;
import static catena.trace.HandWrittenRun.ONE;
import static catena.trace.HandWrittenRun.TWO;
import static catena.trace.HandWrittenRun.UPPER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.judge.FindingKind;
import catena.harness.activity.Companion.Attendance;
import catena.harness.activity.PartRig;
import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.harness.fixture.NoCluster;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/catena trace}, and what every run does of it by itself. */
@Timeout(120)
class TraceCommandTest {
  @TempDir private Path temp;
  private HandWrittenRun run;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeEach
  void aRunWithAKill() throws IOException {
    run = new HandWrittenRun(temp.resolve("run"));
    run.hosted(0, LOWER, ONE).hosted(0, UPPER, TWO);
    run.wrote(0, 10, 20, 30, 40);
    run.fault(23, 4, "kill", "tserver-1@" + ONE).recovered(29, 4);
  }

  private Verdict trace(String... words) throws Exception {
    TraceCommand command =
        new TraceCommand(
            new CommandContext(
                List.of(), List.of("trace"), new StopSignal(), Clock.systemUTC(), () -> 7));
    new JCommander(command).parse(words);
    PrintStream out = new PrintStream(said, true, UTF_8);
    return command.run(new Terminal(out, out));
  }

  private String said() {
    return said.toString(UTF_8);
  }

  @Test
  void whereSomethingIsLostItsCauseIsNamedAndTheStatusIsThatOfAFailure() throws Exception {
    run.found(60, FindingKind.LOST, run.nodes(0, 1, LOWER));
    run.write(false);
    assertThat(trace(run.path.toString())).isEqualTo(Verdict.FAIL);
    assertThat(said()).contains("Fault 4 (kill)", "The same in ");
    assertThat(Files.readString(run.path.resolve("causes.txt"))).contains("Fault 4 (kill)");
  }

  @Test
  void whereNothingIsLostThatIsSaid() throws Exception {
    run.write(false);
    assertThat(trace("--run-dir", run.path.toString())).isEqualTo(Verdict.PASS);
    assertThat(said()).contains("No lost write was found in ", "and every tablet is hosted");
    assertThat(run.path.resolve("causes.txt")).doesNotExist();
  }

  /** What cannot be read may be the finding of a lost write. */
  @Test
  void whereNotAllCanBeReadThatNothingIsLostIsADoubt() throws Exception {
    run.write(false);
    Files.writeString(run.path.resolve("findings.jsonl"), "{\"kind\":\"LO");
    assertThat(trace(run.path.toString())).isEqualTo(Verdict.UNKNOWN);
    assertThat(said()).contains("No lost write was found in what can be read of ");

    Files.delete(run.path.resolve("findings.jsonl"));
    Files.writeString(run.path.resolve("events/walk.jsonl"), "{\"type\":\"FindingSe");
    assertThat(trace(run.path.toString())).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aTabletThatWasLeftWithoutAHostIsADoubt() throws Exception {
    run.hosted(50, LOWER, null);
    run.write(false);
    assertThat(trace(run.path.toString())).isEqualTo(Verdict.UNKNOWN);
    assertThat(said()).contains(LOWER);
  }

  @Test
  void aDryRunSaysWhatHoldsAndTracesNothing() throws Exception {
    run.found(60, FindingKind.LOST, run.nodes(0, 1, LOWER));
    run.write(false);
    assertThat(trace("--dry-run", "-o", "trace.interval=3s", run.path.toString()))
        .isEqualTo(Verdict.PASS);
    assertThat(said()).contains("trace.interval=3s").doesNotContain("Fault 4");
    assertThat(run.path.resolve("causes.txt")).doesNotExist();
  }

  @Test
  void whatIsNoRunAndMoreThanOneAreUsageErrors() {
    assertThatThrownBy(() -> trace())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Name one run directory to trace");
    assertThatThrownBy(() -> trace(run.path.toString(), "another"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Name one run directory to trace");
    assertThatThrownBy(() -> trace(run.path.toString()))
        .as("there are ledgers, but neither findings nor events")
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has neither findings nor events");
  }

  private static Settings settings() {
    return Settings.resolve(new TraceCompanion().settings(), List.of());
  }

  @Test
  void aRunRecordsItsTabletsWithoutADoubt() throws Exception {
    PartRig rig = new PartRig(temp.resolve("rig"));
    try (TestingServer zooKeeper = new TestingServer()) {
      rig.instance.zooKeeper(zooKeeper.getConnectString());
      Attendance attendance = new TraceCompanion().attend(rig.context("quick"), settings());
      attendance.close();
      assertThat(attendance).isNotSameAs(Attendance.NONE);
      assertThat(attendance.outcome().verdict()).isEqualTo(Verdict.PASS);
      assertThat(temp.resolve("rig/events/tablets.jsonl")).exists();
    }
  }

  @Test
  void aRunWithoutAClusterIsTracedFromItsFilesAlone() throws Exception {
    run.found(60, FindingKind.LOST, run.nodes(0, 1, LOWER));
    run.write(false);
    PartRig rig = new PartRig(run.path);
    var alone =
        rig.context("quick").of("quick", NoCluster.site(OutputStream.nullOutputStream()), rig.stop);
    TraceCompanion companion = new TraceCompanion();
    assertThat(companion.name()).isEqualTo("trace");
    assertThat(companion.attend(alone, settings())).isSameAs(Attendance.NONE);
    assertThat(companion.after(alone, settings()).facts())
        .anyMatch(fact -> fact.contains("Fault 4") || fact.contains("fault 4"));
  }
}
