// SPDX-License-Identifier: Apache-2.0
package catena.harness.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.harness.activity.Activity;
import catena.harness.command.Terminal;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.run.RunDirectory;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.PendingVerdict;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import com.google.common.base.Splitter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run comes to, of activities with the effects of those that are shipped. */
class RunSummaryTest {
  @TempDir private Path temp;
  private RunDirectory run;
  private RunSummary summary;
  private String table = "ci";

  @BeforeEach
  void begin() throws IOException {
    run = RunDirectory.at(temp.toString(), new Configuration(false));
    summary =
        new RunSummary(
            RunVerdict.ofScenario(run, PendingVerdict.begin(run, Clock.systemUTC(), "the run")));
  }

  @AfterEach
  void close() throws IOException {
    run.close();
  }

  private VerdictFile file() throws IOException {
    return VerdictFile.readFrom(run).orElseThrow();
  }

  private VerdictFile end() throws IOException {
    summary.close(new StopSignal());
    assertThat(summary.verdict()).isEqualTo(file().verdict());
    return file();
  }

  private void performed(String... words) {
    for (String word : words) {
      Activity activity = Played.of(word);
      summary.add(
          new Phase(List.of(new Part(word, activity, Map.of()))),
          List.of(PartOutcome.NOTHING),
          part -> table);
    }
  }

  private static PartOutcome failed(FindingKind kind, long number) {
    return new PartOutcome(Verdict.FAIL, List.of(), Map.of(), Map.of(kind, number), List.of());
  }

  @Test
  void aRunWhoseLastChangeWasVerifiedPassesWithItsProof() throws IOException {
    performed("createtable", "ingest", "verify", "walk");
    Proof proof = new Proof(List.of("5 of 5"), Optional.empty());
    summary.add(new PartOutcome(Verdict.PASS, List.of(), Map.of(), Map.of(), List.of(), proof));
    VerdictFile end = end();
    assertThat(end.verdict()).isEqualTo(Verdict.PASS);
    assertThat(end.reasons()).isEmpty();
    assertThat(end.proof()).isEqualTo(proof);
  }

  @Test
  void nothingVerifiedIsNoPass() throws IOException {
    performed("createtable", "ingest");
    assertThat(end().reasons()).containsExactly("nothing was verified");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  /** A self-test says nothing of the table of a run, and needs none. */
  @ParameterizedTest
  @CsvSource({
    "selftest, PASS",
    "selftest stats, PASS",
    "ingest verify selftest, PASS",
    "ingest selftest, UNKNOWN",
    "selftest ingest, UNKNOWN",
    "selftest walk, UNKNOWN",
    "ingest verify agitate selftest, UNKNOWN"
  })
  void aSelfTestIsNoVerification(String words, Verdict verdict) throws IOException {
    performed(Splitter.on(' ').splitToList(words).toArray(String[]::new));
    assertThat(end().verdict()).isEqualTo(verdict);
  }

  @Test
  void whatWasWrittenOrStruckAfterTheVerificationIsNotProven() throws IOException {
    performed("ingest", "verify", "agitate");
    assertThat(end().reasons()).containsExactly("nothing was verified after agitate");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatServersFoundIsNoVerificationAndOneMustFollow() throws IOException {
    performed("ingest", "summaries");
    assertThat(summary.provenSoFar().unproven()).contains("nothing was verified");
    performed("verify");
    assertThat(summary.provenSoFar().unproven()).isEmpty();
    performed("summaries");
    assertThat(end().reasons()).containsExactly("nothing was verified after summaries");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatIsDeletedMustHaveBeenProven() {
    performed("createtable");
    assertThat(summary.provenSoFar().unproven()).contains("nothing was verified");
    performed("ingest", "verify");
    assertThat(summary.provenSoFar().unproven()).isEmpty();
    performed("recreate");
    assertThat(summary.provenSoFar().unproven()).contains("nothing was verified after recreate");
    performed("ingest", "agitate", "verify");
    assertThat(summary.provenSoFar().unproven()).isEmpty();
    summary.doubt("a fault was not proven");
    assertThat(summary.provenSoFar().unproven()).contains("the run is UNKNOWN by now");
  }

  @Test
  void whereNothingWasWrittenThereIsNothingToProve() {
    performed("pause", "stats");
    assertThat(summary.provenSoFar().unproven()).isEmpty();
  }

  /** As {@code verify} says of a pass over the references alone. */
  private void references(String... more) {
    List<String> reasons = new ArrayList<>(List.of(more));
    reasons.add("not compared");
    PartOutcome outcome =
        new PartOutcome(
            Verdict.UNKNOWN,
            reasons,
            Map.of(),
            Map.of(),
            List.of(),
            Proof.NONE,
            Optional.of("not compared"));
    Activity verify = Played.of("verify");
    summary.add(
        new Phase(List.of(new Part("verify", verify, Map.of()))), List.of(outcome), part -> table);
  }

  @Test
  void referencesAloneProveNothingOfWhatWasAcknowledged() throws IOException {
    performed("ingest");
    references();
    assertThat(end().reasons()).containsExactly("not compared");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatThePassOverTheReferencesLeavesIsSettledByOneThatCompares() throws IOException {
    performed("ingest");
    references();
    performed("verify");
    references();
    assertThat(end().verdict()).isEqualTo(Verdict.PASS);
    assertThat(file().reasons()).isEmpty();
  }

  @Test
  void whatIsWrittenBehindTheComparisonIsNotSettledByReferences() throws IOException {
    performed("ingest", "verify", "ingest");
    references();
    assertThat(end().reasons()).containsExactly("not compared");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  /** {@code moru} makes a second table. */
  @Test
  void theVerificationOfATableProvesNothingOfAnother() throws IOException {
    performed("ingest", "verify");
    table = "copy";
    performed("moru");
    table = "ci";
    performed("verify");
    assertThat(end().reasons()).containsExactly("copy: nothing was verified after moru");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatActsOnServersActsOnAllTables() throws IOException {
    performed("ingest");
    table = "copy";
    performed("moru", "agitate", "verify");
    assertThat(end().reasons()).containsExactly("ci: nothing was verified after ingest");
  }

  @Test
  void tablesThatWereAllVerifiedAreAPass() throws IOException {
    performed("ingest", "verify");
    table = "copy";
    performed("moru", "agitate", "verify");
    table = "ci";
    performed("verify");
    assertThat(end().verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void otherDoubtsOfThePassOverTheReferencesStay() throws IOException {
    performed("ingest");
    references("hidden entries");
    performed("verify");
    assertThat(end().reasons()).containsExactly("hidden entries");
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aFailureStandsInTheFileFromItsFirstMomentAndSurvivesEveryDoubt() throws IOException {
    performed("ingest", "verify");
    summary.add(failed(FindingKind.LOST, 1079));
    assertThat(file().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file().unfinished()).isTrue();
    summary.doubt("the causes were not looked for");
    summary.add(failed(FindingKind.LOST, 1));
    VerdictFile end = end();
    assertThat(end.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(end.findings()).containsEntry(FindingKind.LOST, 1080L);
    assertThat(end.reasons())
        .containsExactly("found: 1,080 LOST", "the causes were not looked for");
  }

  @Test
  void whatAnotherProcessFoundIsSaidToWhoeverWaitsForTheEnd() throws IOException {
    performed("ingest", "verify");
    PendingVerdict.join(run, Clock.systemUTC(), "walk").found();
    assertThat(end().verdict()).isEqualTo(Verdict.FAIL);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, UTF_8);
    summary.print(new Terminal(stream, stream), "x", "there");
    assertThat(out.toString(UTF_8)).contains("found by walk, which is not finished");
  }

  @Test
  void aRunThatIsBrokenOffIsNoPass() throws IOException {
    performed("ingest", "verify");
    StopSignal stop = new StopSignal();
    stop.ask("stopped by a signal");
    summary.close(stop);
    assertThat(file().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().reasons()).containsExactly("the run was broken off: stopped by a signal");
  }

  @Test
  void whatIsReportedNextToThePartsOfAPhaseCounts() throws IOException {
    Activity ingest = Played.of("ingest");
    Activity walk = Played.of("walk");
    Phase both =
        new Phase(List.of(new Part("ingest", ingest, Map.of()), new Part("walk", walk, Map.of())));
    PartOutcome lost = failed(FindingKind.LOST, 2);
    PartOutcome late = failed(FindingKind.LATE, 3);
    summary.add(both, List.of(PartOutcome.NOTHING, late, lost), part -> table);
    performed("verify");
    VerdictFile end = end();
    assertThat(end.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(end.findings())
        .as("of the second part, and of the workers that were lost")
        .isEqualTo(Map.of(FindingKind.LATE, 3L, FindingKind.LOST, 2L));
  }

  @Test
  void aFaultLeavesNoTableProvenThatWasCompared() throws IOException {
    table = "one";
    performed("ingest", "verify");
    table = "other";
    performed("ingest", "verify", "agitate");
    VerdictFile end = end();
    assertThat(end.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(end.reasons())
        .containsExactly(
            "one: nothing was verified after agitate", "other: nothing was verified after agitate");
  }
}
