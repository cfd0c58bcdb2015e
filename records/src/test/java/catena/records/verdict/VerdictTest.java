// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import catena.records.ledger.LedgerTotals;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictTest {
  @ParameterizedTest
  @CsvSource({"PASS, 0", "FAIL, 1", "UNKNOWN, 2", "BUDGET, 3"})
  void theExitStatusSaysWhichItIs(Verdict verdict, int status) {
    assertThat(verdict.exitStatus()).isEqualTo(status);
  }

  /** In the order of how bad they are. */
  @Test
  void twoAreTheWorseInWhicheverOrder() {
    List<Verdict> order = List.of(Verdict.PASS, Verdict.BUDGET, Verdict.UNKNOWN, Verdict.FAIL);
    for (int i = 0; i < order.size(); i++) {
      for (int j = 0; j < order.size(); j++) {
        assertThat(order.get(i).and(order.get(j))).isEqualTo(order.get(Math.max(i, j)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Verdict.class)
  void aVerdictIsPrintedWithItsTimeAndItsFindings(Verdict verdict) {
    VerdictFile plain = VerdictFile.of(verdict, List.of("why"), Map.of("x", 1L), Map.of());
    assertThat(plain.inWords()).isEqualTo(verdict.name());
    VerdictFile found =
        VerdictFile.of(
                verdict, List.of(), Map.of(), Map.of(FindingKind.LOST, 1079L, FindingKind.LATE, 2L))
            .at(Instant.ofEpochSecond(0));
    assertThat(found.inWords())
        .isEqualTo(verdict + " as of 1970-01-01T00:00:00Z: 1,079 LOST, 2 LATE");
  }

  @Test
  void whatIsAddedToAVerdictChangesNothingElse() {
    Proof proof = new Proof(List.of("all of it"), Optional.of(new LedgerTotals(1, 2, 3, 4)));
    VerdictFile whole =
        VerdictFile.of(Verdict.PASS, List.of("a"), Map.of("x", 1L), Map.of(FindingKind.LATE, 1L))
            .withProof(proof)
            .at(Instant.ofEpochSecond(9))
            .with(Verdict.FAIL, List.of("b"));
    assertThat(whole.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(whole.at()).contains("1970-01-01T00:00:09Z");
    assertThat(whole.reasons()).containsExactly("b");
    assertThat(whole.proof()).isEqualTo(proof);
    assertThat(whole.tally()).isEqualTo(Map.of("x", 1L));
    assertThat(whole.findings()).isEqualTo(Map.of(FindingKind.LATE, 1L));
  }

  @Test
  void twoProofsAreOneThatSaysNothingTwiceAndKnowsTheLaterLedgers() {
    Optional<LedgerTotals> early = Optional.of(new LedgerTotals(1, 1, 1, 1));
    Optional<LedgerTotals> late = Optional.of(new LedgerTotals(2, 2, 2, 2));
    Proof one = new Proof(List.of("a", "b"), early);
    Proof other = new Proof(List.of("b", "c"), late);
    assertThat(one.and(other)).isEqualTo(new Proof(List.of("a", "b", "c"), late));
    assertThat(one.and(Proof.NONE)).isEqualTo(one);
    assertThat(Proof.NONE.and(one)).isEqualTo(one);
  }

  @Test
  void aFindingIsPrintedInOneLine() {
    Finding bare = Finding.of(FindingKind.LOST, "ab", 1);
    assertThat(bare.inWords()).isEqualTo("LOST ab");
    assertThat(bare.withOrigin(Origin.of(3, 2, 1, 7)).withExpected("x").withSeen("y").inWords())
        .isEqualTo("LOST ab  writer 3 block 2 layer 1 index 7  expected x  seen y");
    assertThat(bare.withReferrers(List.of("cd")).inWords()).isEqualTo("LOST ab  referred to by cd");
    assertThat(bare.withReferrers(List.of("cd", "ef")).inWords())
        .isEqualTo("LOST ab  referred to by cd and 1 more");
    assertThat(bare.withSeen("k".repeat(140) + "v".repeat(1234) + "c".repeat(20)).inWords())
        .isEqualTo("LOST ab  seen " + "k".repeat(140) + "…1,234 characters…" + "c".repeat(20));
    assertThat(bare.withExpected("k".repeat(160)).inWords()).endsWith("k".repeat(160));
  }

  @Test
  void whatIsAddedToAFindingChangesNothingElse() {
    Origin origin =
        Origin.of(3, 2, 1, 7).withCount(9).withTimes(OptionalLong.of(5), OptionalLong.empty());
    Finding whole =
        Finding.of(FindingKind.LOST, "ab", 17)
            .withReferrers(List.of("cd"))
            .withDetail("b", "2")
            .withOrigin(origin)
            .withExpected("x")
            .withDetail("a", "1")
            .withSeen("y");
    assertThat(whole.kind()).isEqualTo(FindingKind.LOST);
    assertThat(whole.row()).isEqualTo("ab");
    assertThat(whole.foundMillis()).isEqualTo(17);
    assertThat(whole.referrers()).containsExactly("cd");
    assertThat(whole.detail()).isEqualTo(Map.of("a", "1", "b", "2"));
    assertThat(whole.origin()).contains(origin);
    assertThat(origin)
        .isEqualTo(
            new Origin(3, 2, 1, 7, OptionalLong.of(9), OptionalLong.of(5), OptionalLong.empty()));
    assertThat(whole.expected()).contains("x");
    assertThat(whole.seen()).contains("y");
  }

  @Test
  void whatAFileLeavesOutIsEmpty() throws Exception {
    assertThat(
            Json.LINES.readValue(
                "{\"kind\":\"LOST\",\"row\":\"ab\",\"foundMillis\":1}", Finding.class))
        .isEqualTo(Finding.of(FindingKind.LOST, "ab", 1));
    assertThat(Json.PRETTY.readValue("{\"verdict\":\"PASS\"}", VerdictFile.class))
        .isEqualTo(VerdictFile.of(Verdict.PASS, List.of(), Map.of(), Map.of()));
    assertThat(Json.PRETTY.readValue("{}", Proof.class)).isEqualTo(Proof.NONE);
  }

  @Test
  void theAmountAcknowledgedSinceIsReported(@TempDir Path temp) throws Exception {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      Position ten = new Position(0, 0, 10);
      LedgerHeader header = new LedgerHeader("i", "1", "f00d", 0, new UUID(1, 2));
      Ledger ledger = Ledger.create(run.fileSystem(), run.ledger(0), header);
      ledger.intend(Position.ORIGIN, ten, 7, 3, 1);
      ledger.acknowledge(2);
      Proof proof = new Proof(List.of(), Optional.of(LedgerTotals.of(run)));
      ledger.intend(ten, new Position(0, 1, 0), 5000, 1, 3);
      ledger.acknowledge(4);
      ledger.close(5);
      VerdictFile pass = VerdictFile.of(Verdict.PASS, List.of(), Map.of(), Map.of());
      assertThat(pass.withProof(proof).outdated(run).orElseThrow())
          .contains("since then 5,000 entries and 1 deletes were acknowledged");
    }
  }

  @Test
  void aPendingVerdictHasFailedOnceAFindingWasReported(@TempDir Path temp) throws Exception {
    try (RunDirectory run = RunDirectory.at(temp.toString(), new Configuration(false))) {
      PendingVerdict pending = PendingVerdict.begin(run, Clock.systemUTC(), "the run");
      assertThat(pending.hasFailed()).isFalse();
      pending.found();
      assertThat(pending.hasFailed()).isTrue();
    }
  }
}
