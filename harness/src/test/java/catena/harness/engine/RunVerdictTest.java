// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.harness.activity.Effect;
import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.budget.Measure;
import catena.records.budget.Measured;
import catena.records.fleet.FleetFile;
import catena.records.run.RunDirectory;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in verdict.json while a command is at work and when it is over. */
class RunVerdictTest {
  private static final PartOutcome PASS =
      new PartOutcome(
          Verdict.PASS,
          List.of(),
          Map.of("walk: lookups", 5L),
          Map.of(),
          List.of(),
          new Proof(List.of("walk: 5 of 5 rows"), Optional.empty()));

  private static final PartOutcome FAIL =
      new PartOutcome(
          Verdict.FAIL,
          List.of(),
          Map.of("walk: lookups", 7L),
          Map.of(FindingKind.LOST, 2L),
          List.of());

  @TempDir private Path temp;
  private RunDirectory directory;

  @BeforeEach
  void open() {
    directory = RunDirectory.at(temp.toString(), new Configuration(false));
  }

  @AfterEach
  void close() throws IOException {
    directory.close();
  }

  private RunVerdict of(String name, Effect effect) throws IOException {
    return RunVerdict.ofCommand(directory, Clock.systemUTC(), name, effect, false);
  }

  private RunVerdict begun() throws IOException {
    return of("walk", Effect.READS);
  }

  private VerdictFile file() throws IOException {
    return VerdictFile.readFrom(directory).orElseThrow();
  }

  private VerdictFile after(PartOutcome... outcomes) throws IOException {
    for (PartOutcome outcome : outcomes) {
      var unused = begun().conclude(outcome);
    }
    return file();
  }

  @Test
  void itIsNotFinishedUntilItIs() throws IOException {
    RunVerdict verdict = of("walk", Effect.READS);
    PendingVerdict pending = verdict.pending().orElseThrow();
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons().get(0)).isEqualTo("walk is not finished");
    pending.found();
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    var unused = verdict.conclude(PASS);
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aSecondCommandThatFailsIsNotKeptSilent() throws IOException {
    VerdictFile both = after(PASS, FAIL);

    assertThat(both.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(both.findings()).isEqualTo(Map.of(FindingKind.LOST, 2L));
    assertThat(both.tally()).containsEntry("walk: lookups", 12L);
    assertThat(both.proof().compared()).containsExactly("walk: 5 of 5 rows");
  }

  @Test
  void aSecondCommandThatPassesDoesNotReplaceAFailure() throws IOException {
    VerdictFile both = after(FAIL, PASS);

    assertThat(both.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(both.findings()).isEqualTo(Map.of(FindingKind.LOST, 2L));
    assertThat(both.reasons()).anyMatch(reason -> reason.startsWith("before it: FAIL"));
  }

  @Test
  void theOwnReasonsComeFirstAndTheLastProof() throws IOException {
    Proof proof = new Proof(List.of("walk: 6 of 6 rows"), Optional.empty());
    PartOutcome slow =
        new PartOutcome(
            Verdict.UNKNOWN, List.of("slow", "sample"), Map.of(), Map.of(), List.of(), proof);
    VerdictFile both = after(PASS.noted("sample").noted("lag"), slow);

    assertThat(both.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(both.reasons()).hasSize(4).startsWith("slow", "sample").endsWith("lag");
    assertThat(both.reasons().get(2)).startsWith("before it: PASS as of ");
    assertThat(both.proof().compared()).containsExactly("walk: 5 of 5 rows", "walk: 6 of 6 rows");
  }

  @Test
  void aFailureStaysOneWhileTheNextCommandIsAtWork() throws IOException {
    assertThat(after(FAIL).verdict()).isEqualTo(Verdict.FAIL);
    RunVerdict unused = begun();
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void twoThatPassPass() throws IOException {
    assertThat(after(PASS, PASS).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void readingDoesNotVerifyTheRunWhoseDirectoryItIsIn() throws IOException {
    directory.writeAtomically(
        directory.ledger(0), "x".getBytes(StandardCharsets.UTF_8), "a ledger");

    assertThat(after(PASS).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons()).anyMatch(reason -> reason.contains("was not verified"));
    assertThat(after(FAIL).verdict()).isEqualTo(Verdict.FAIL);
  }

  private void concluded(String name, Effect effect, PartOutcome outcome) throws IOException {
    RunVerdict verdict = of(name, effect);
    var ignored = verdict.conclude(outcome);
  }

  @Test
  void aVerificationReplacesWhatStoodThere() throws IOException {
    assertThat(after(FAIL).verdict()).isEqualTo(Verdict.FAIL);
    concluded("verify", Effect.VERIFIES, PASS);

    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
    assertThat(file().reasons()).isEmpty();
  }

  /** As where it was stopped at once, or a pass was not completed. */
  @Test
  void aVerificationInDoubtLeavesAFailureWithItsFindings() throws IOException {
    assertThat(after(FAIL).verdict()).isEqualTo(Verdict.FAIL);
    concluded("verify", Effect.VERIFIES, PartOutcome.doubt("stopped"));

    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().findings()).isEqualTo(Map.of(FindingKind.LOST, 2L));
    assertThat(file().reasons()).hasSize(2).startsWith("stopped");
    assertThat(file().reasons().get(1)).startsWith("before it: FAIL as of ").endsWith(": 2 LOST");
    Map<String, Long> tally = file().tally();
    PartOutcome counted =
        new PartOutcome(Verdict.UNKNOWN, List.of("again"), tally, Map.of(), List.of());
    concluded("verify", Effect.VERIFIES, counted);
    assertThat(file().findings()).isEqualTo(Map.of(FindingKind.LOST, 2L));
    assertThat(file().tally()).as("counted once").isNotEmpty().isEqualTo(tally);
    concluded("verify", Effect.VERIFIES, PASS);
    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
    assertThat(file().findings()).isEmpty();
    concluded("verify", Effect.VERIFIES, PartOutcome.doubt("stopped"));
    assertThat(file().reasons()).as("there was no failure").containsExactly("stopped");
  }

  /** The data was compared: only budgets, which no verification judges, are a doubt. */
  @Test
  void aCompletedVerificationReplacesAFailureThoughBudgetsWereNeverJudged() throws IOException {
    directory.writeSettings(new TreeMap<>(Map.of(Measure.INGEST_RATE.key(), "5")));
    assertThat(after(FAIL).verdict()).isEqualTo(Verdict.FAIL);
    concluded("verify", Effect.VERIFIES, PASS);
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons()).containsExactly("the budgets of the run were never judged");
  }

  @Test
  void whatIsWrittenAfterAPassIsUnverifiedAndAFailureStays() throws IOException {
    concluded("verify", Effect.VERIFIES, PASS);
    concluded("ingest", Effect.WRITES, PartOutcome.NOTHING);
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons()).anyMatch(reason -> reason.startsWith("written to since PASS"));
    concluded("verify", Effect.VERIFIES, FAIL);
    concluded("ingest", Effect.WRITES, PartOutcome.NOTHING);
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().findings()).isEqualTo(Map.of(FindingKind.LOST, 2L));
  }

  @Test
  void whatIsWrittenFirstIsNotVerified() throws IOException {
    concluded("ingest", Effect.WRITES, PartOutcome.NOTHING);
    assertThat(file().reasons()).containsExactly("nothing was verified");
    RunVerdict killed = of("ingest", Effect.WRITES);
    assertThat(killed.pending()).isPresent();
    concluded("ingest", Effect.WRITES, PartOutcome.NOTHING);

    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().unfinished()).isFalse();
    killed = of("ingest", Effect.WRITES);
    concluded("walk", Effect.READS, PASS);
    assertThat(file().reasons()).startsWith("ingest is not finished");
  }

  @Test
  void whatAnotherConcludesMeanwhileCounts() throws IOException {
    RunVerdict ingest = of("ingest", Effect.WRITES);
    concluded("verify", Effect.VERIFIES, FAIL);
    var ignored = ingest.conclude(PartOutcome.NOTHING);

    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void whatAnotherHasFoundIsKeptThoughItNeverEnds() throws IOException {
    var pass = after(PASS);
    RunVerdict scan = of("scan", Effect.READS);
    of("walk", Effect.READS).pending().orElseThrow().found();
    VerdictFile stands = scan.conclude(PASS).orElseThrow();

    assertThat(file()).isEqualTo(stands);
    assertThat(stands.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(stands.unfinished()).isTrue();
    assertThat(stands.reasons()).startsWith("a fault was found", "walk is not finished");
    assertThat(after(PASS).verdict())
        .as("it stays one behind those that pass")
        .isEqualTo(Verdict.FAIL);
    assertThat(pass.unfinished()).isFalse();
  }

  @Test
  void twoThatPassAtOncePassOnceBothHaveEnded() throws IOException {
    RunVerdict first = of("scan", Effect.READS);
    RunVerdict second = of("walk", Effect.READS);
    assertThat(second.conclude(PASS).orElseThrow().reasons()).contains("scan is not finished");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    var unused = first.conclude(PASS);

    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
    assertThat(file().unfinished()).isFalse();
    assertThat(file().tally()).containsEntry("walk: lookups", 10L);
  }

  @Test
  void aRunAtWorkIsNotOverBecauseACommandHasEnded() throws IOException {
    PendingVerdict run = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    assertThat(after(PASS).unfinished()).isTrue();
    assertThat(file().reasons()).contains("the run is not finished");
    concluded("ingest", Effect.WRITES, PartOutcome.NOTHING);
    assertThat(file().unfinished()).isTrue();
    var unused = run.conclude(PASS.toFile());
    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
  }

  /** Another process may take it over, which refuses what is over. */
  @Test
  void aRunWithWorkersIsNotOverBecauseItWasVerified() throws IOException {
    PendingVerdict run = PendingVerdict.begin(directory, Clock.systemUTC(), "the run");
    new FleetFile(1, "local", "abc", Map.of(), List.of(), 0, 1, "x", false, 1, "id", "")
        .writeTo(directory);
    concluded("verify", Effect.VERIFIES, PASS);
    assertThat(file().unfinished()).isTrue();
    assertThat(file().reasons().get(0)).isEqualTo("the run is not finished");
    assertThat(file().reasons().get(1)).startsWith("before it: PASS");
    var unused = run.conclude(PASS.toFile());
    concluded("verify", Effect.VERIFIES, PASS);
    assertThat(file().unfinished()).isFalse();
  }

  /** What another has concluded is read once, by what decides as by what is written. */
  @Test
  void aDoubtOfAnotherThatEndsAtTheSameTimeCounts() throws IOException {
    var pass = after(PASS);
    RunVerdict scan = of("scan", Effect.READS);
    concluded("walk", Effect.READS, PASS.doubted("slow"));
    var unused = scan.conclude(PASS);
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons()).contains("slow");
    assertThat(pass.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void whatIsRefusedLeavesWhatAnotherHasConcludedMeanwhile() throws IOException {
    var unused = after(PASS);
    RunVerdict ingest = of("ingest", Effect.WRITES);
    concluded("walk", Effect.READS, FAIL);
    ingest.broken(new UsageException("refused"));

    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().findings()).isEqualTo(Map.of(FindingKind.LOST, 2L));
    assertThat(file().unfinished()).isFalse();
  }

  @Test
  void whoActsOnServersSaysNothingOfTheDataOfAnother() throws IOException {
    concluded("agitate", Effect.HITS, PASS);
    assertThat(file().verdict()).isEqualTo(Verdict.PASS);
    concluded("verify", Effect.VERIFIES, FAIL);
    directory.writeAtomically(
        directory.ledger(0), "x".getBytes(StandardCharsets.UTF_8), "a ledger");
    for (Effect effect : List.of(Effect.HITS, Effect.TRIES, Effect.WATCHES)) {
      RunVerdict another = of("another", effect);

      assertThat(another.pending()).as(effect.name()).isEmpty();
      assertThat(another.conclude(PASS)).as(effect.name()).isEmpty();
    }
    assertThat(file().findings()).isEqualTo(Map.of(FindingKind.LOST, 2L));
  }

  /** As summaries do, which have the servers write files and then read what these count. */
  @Test
  void whatACheckFindsIsInTheVerdictWhateverElseItDoes() throws IOException {
    concluded("verify", Effect.VERIFIES, PASS);
    directory.writeAtomically(
        directory.ledger(0), "x".getBytes(StandardCharsets.UTF_8), "a ledger");
    RunVerdict sums =
        RunVerdict.ofCommand(directory, Clock.systemUTC(), "summaries", Effect.HITS, true);
    assertThat(sums.conclude(FAIL).orElseThrow().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().findings()).isEqualTo(Map.of(FindingKind.LOST, 2L));
    assertThat(file().reasons()).anyMatch(reason -> reason.startsWith("before it: PASS"));
  }

  @Test
  void whatIsWithdrawnLeavesWhatStoodThere() throws IOException {
    RunVerdict first = of("verify", Effect.VERIFIES);
    first.broken(new UsageException("refused"));
    assertThat(VerdictFile.readFrom(directory)).isEmpty();
    concluded("verify", Effect.VERIFIES, PASS);
    VerdictFile before = file();
    RunVerdict second = of("verify", Effect.VERIFIES);
    assertThat(file().unfinished()).isTrue();
    second.broken(new UsageException("refused"));

    assertThat(file()).isEqualTo(before);
  }

  @Test
  void aVerificationLeavesABudgetMissedAndHidesNothingBehindIt() throws IOException {
    BudgetFile budgets =
        new BudgetFile(
            List.of(
                Judgement.of(Measure.INGEST_RATE, 5, Measured.of(4, "ingest")),
                Judgement.of(Measure.FLUSH_P99, 5, Measured.of(4, ""))),
            Optional.empty());
    budgets.writeTo(directory);
    RunVerdict passed = of("verify", Effect.VERIFIES);
    assertThat(passed.conclude(PASS).orElseThrow().verdict()).isEqualTo(Verdict.BUDGET);
    assertThat(file().reasons()).containsExactly(budgets.budgets().get(0).sentence());
    RunVerdict failed = of("verify", Effect.VERIFIES);
    assertThat(failed.conclude(FAIL).orElseThrow().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().reasons()).containsExactly(budgets.budgets().get(0).sentence());
    new BudgetFile(
            List.of(Judgement.of(Measure.RECOVERY, 5, Measured.missing("no fault"))),
            Optional.empty())
        .writeTo(directory);
    RunVerdict doubted = of("verify", Effect.VERIFIES);
    assertThat(doubted.conclude(PASS).orElseThrow().verdict()).isEqualTo(Verdict.UNKNOWN);
    new BudgetFile(
            List.of(Judgement.of(Measure.INGEST_RATE, 4, Measured.of(5, ""))),
            Optional.of("judged by the rest"))
        .writeTo(directory);
    RunVerdict partly = of("verify", Effect.VERIFIES);
    assertThat(partly.conclude(PASS).orElseThrow().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons()).containsExactly("judged by the rest");
  }

  @Test
  void aVerificationIsNoPassWhereBudgetsWereNotJudgedOrTheirFileIsDamaged() throws IOException {
    directory.writeSettings(new TreeMap<>(Map.of(Measure.INGEST_RATE.key(), "5")));
    RunVerdict never = of("verify", Effect.VERIFIES);
    assertThat(never.conclude(PASS).orElseThrow().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons()).containsExactly("the budgets of the run were never judged");
    directory.writeAtomically(
        directory.budgets(), "{\"budgets\":[".getBytes(StandardCharsets.UTF_8), "a part of them");
    RunVerdict damaged = of("verify", Effect.VERIFIES);
    assertThat(damaged.conclude(PASS).orElseThrow().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().unfinished()).isFalse();
    assertThat(file().reasons())
        .singleElement()
        .asString()
        .startsWith("the budgets of the run cannot be read: ")
        .contains("is damaged");
    boolean unused = directory.fileSystem().delete(directory.budgets(), false);
    directory.writeSettings(new TreeMap<>(Map.of(Measure.INGEST_RATE.key(), "")));
    RunVerdict none = of("verify", Effect.VERIFIES);
    assertThat(none.conclude(PASS).orElseThrow().verdict()).isEqualTo(Verdict.PASS);
  }
}
