// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.harness.command.Terminal;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSummaryWordsTest {
  @TempDir private Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private List<String> printed(RunSummary summary) {
    PrintStream stream = new PrintStream(out, true, UTF_8);
    summary.print(new Terminal(stream, stream), "soak", "runs/1-soak");
    return out.toString(UTF_8).lines().map(String::strip).toList();
  }

  @Test
  void theEndOfARunPrintsAllThatCountsAndTheVerdictLast() throws Exception {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      RunSummary summary =
          new RunSummary(
              RunVerdict.ofScenario(run, PendingVerdict.begin(run, Clock.systemUTC(), "the run")));
      Proof proof = new Proof(List.of("Exactly: 5 of 5"), Optional.empty());
      summary.add(
          new PartOutcome(
              Verdict.FAIL,
              List.of("a reason"),
              Map.of("x", 1L),
              Map.of(FindingKind.LOST, 1079L, FindingKind.LATE, 2L),
              List.of("a fact"),
              proof));
      summary.took("ingest", Duration.ofSeconds(90));
      summary.took("verify", Duration.ofSeconds(5));
      summary.close(new StopSignal());

      List<String> lines = printed(summary);
      assertThat(lines)
          .containsSubsequence(
              "Scenario soak; findings: 1,079 LOST, 2 LATE; phases: ingest 1m30s, verify 5s",
              "a fact",
              "Compared: Exactly: 5 of 5",
              "a reason",
              "nothing was verified",
              "Run directory: runs/1-soak",
              "What to do next: docs/first-fail.md; causes, if traced, are in causes.txt",
              "FAIL");
      assertThat(lines.get(0)).as("what stands between it and the run's own lines").isEmpty();
      assertThat(lines.get(lines.size() - 1)).isEqualTo("FAIL");
    }
  }

  /** What {@code quick} prints: three facts, and what was compared in both ways. */
  @Test
  void aPassHasTenLines() throws Exception {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      RunSummary summary =
          new RunSummary(
              RunVerdict.ofScenario(run, PendingVerdict.begin(run, Clock.systemUTC(), "the run")));
      List<String> compared = List.of("Exactly: 5 of 5", "By the ledgers: 5", "By references: 5");
      summary.add(
          new PartOutcome(
              Verdict.PASS,
              List.of(),
              Map.of("rows", 5L, "milliseconds", 7L),
              Map.of(),
              List.of("table t", "5 entries written", "2 samples", "tested: Accumulo"),
              new Proof(compared, Optional.empty())));
      summary.took("verify", Duration.ofSeconds(5));

      List<String> lines = printed(summary).stream().filter(line -> !line.isEmpty()).toList();
      assertThat(lines)
          .hasSize(10)
          .startsWith("Scenario soak; findings: none; phases: verify 5s", "table t")
          .endsWith("Run directory: runs/1-soak", "PASS");
    }
  }

  @Test
  void equalReasonsArePrintedOnceAndCountsAreAddedUp() throws Exception {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      RunSummary summary =
          new RunSummary(
              RunVerdict.ofScenario(run, PendingVerdict.begin(run, Clock.systemUTC(), "the run")));
      assertThat(summary.verdict()).isEqualTo(Verdict.PASS);
      PartOutcome part =
          new PartOutcome(
              Verdict.BUDGET, List.of("too slow"), Map.of("x", 2L), Map.of(), List.of());
      summary.add(part);
      assertThat(summary.verdict()).isEqualTo(Verdict.BUDGET);
      summary.add(part);
      summary.close(new StopSignal());

      assertThat(VerdictFile.readFrom(run).orElseThrow().tally()).isEqualTo(Map.of("x", 4L));
      assertThat(printed(summary))
          .containsOnlyOnce("too slow")
          .contains("Scenario soak; findings: none; phases: none");
    }
  }
}
