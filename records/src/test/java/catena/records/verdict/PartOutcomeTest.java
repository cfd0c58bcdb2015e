// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartOutcomeTest {
  private static PartOutcome found(long lost, String reason) {
    return new PartOutcome(
        Verdict.FAIL,
        List.of(reason),
        Map.of("entries", 5L),
        Map.of(FindingKind.LOST, lost),
        List.of(reason + " said"),
        new Proof(List.of(reason + " compared"), Optional.empty()));
  }

  @Test
  void aDoubtIsUnknownWithItsReasonAndNothingElse() {
    assertThat(PartOutcome.doubt("it was stopped"))
        .isEqualTo(
            new PartOutcome(
                Verdict.UNKNOWN, List.of("it was stopped"), Map.of(), Map.of(), List.of()));
  }

  @Test
  void aFactIsAPassWithASentence() {
    PartOutcome fact = PartOutcome.fact("table t made");
    assertThat(fact.verdict()).isEqualTo(Verdict.PASS);
    assertThat(fact.facts()).containsExactly("table t made");
    assertThat(fact.reasons()).isEmpty();
    assertThat(fact.proof()).isEqualTo(Proof.NONE);
  }

  @Test
  void theWorseVerdictOfTwoIsTakenAndAllElseIsKept() {
    PartOutcome both = found(2, "a").and(PartOutcome.doubt("b")).and(found(3, "c"));
    assertThat(both.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(both.reasons()).containsExactly("a", "b", "c");
    assertThat(both.tally()).containsExactly(Map.entry("entries", 10L));
    assertThat(both.findings()).containsExactly(Map.entry(FindingKind.LOST, 5L));
    assertThat(both.facts()).containsExactly("a said", "c said");
    assertThat(both.proof().compared()).containsExactly("a compared", "c compared");
  }

  @Test
  void aReasonThatBothHaveIsSaidOnce() {
    assertThat(PartOutcome.doubt("b").and(PartOutcome.doubt("b")).reasons()).containsExactly("b");
  }

  @Test
  void nothingChangesNothing() {
    PartOutcome some = found(2, "a");
    assertThat(some.and(PartOutcome.NOTHING)).isEqualTo(some);
    assertThat(PartOutcome.NOTHING.and(some)).isEqualTo(some);
  }
}
