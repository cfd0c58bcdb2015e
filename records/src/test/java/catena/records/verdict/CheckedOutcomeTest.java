// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckedOutcomeTest {
  private static final Proof EXACTLY = new Proof(List.of("Exactly: all"), Optional.empty());
  private static final Proof REFERRED = new Proof(List.of("References: all"), Optional.empty());

  private final PartOutcome sound =
      new PartOutcome(
          Verdict.PASS, List.of("a limit"), Map.of("entries", 7L), Map.of(), List.of(), EXACTLY);
  private final PartOutcome faulty =
      new PartOutcome(
          Verdict.FAIL,
          List.of("a limit", "a fault"),
          Map.of("entries", 5L, "exactly as promised", 4L),
          Map.of(FindingKind.LOST, 1234L, FindingKind.STALE, 2L),
          List.of(),
          REFERRED);

  @Test
  void theWorseVerdictIsThatOfBoth() {
    assertThat(sound.and(faulty).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(faulty.and(sound).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(sound.and(PartOutcome.NOTHING).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aReasonThatBothGiveIsGivenOnce() {
    assertThat(sound.and(faulty).reasons()).containsExactly("a limit", "a fault");
  }

  @Test
  void countsAndFindingsOfBothAreAddedUp() {
    PartOutcome both = sound.and(faulty).and(faulty);

    assertThat(both.tally())
        .containsOnly(Map.entry("entries", 17L), Map.entry("exactly as promised", 8L));
    assertThat(both.findings())
        .containsOnly(Map.entry(FindingKind.LOST, 2468L), Map.entry(FindingKind.STALE, 4L));
  }

  @Test
  void whatBothComparedIsProven() {
    assertThat(sound.and(faulty).proof().compared())
        .containsExactly("Exactly: all", "References: all");
  }

  @Test
  void whatOnlyProvesLeavesTheRestAsItWas() {
    assertThat(PartOutcome.NOTHING.and(PartOutcome.proven(EXACTLY)))
        .isEqualTo(
            new PartOutcome(Verdict.PASS, List.of(), Map.of(), Map.of(), List.of(), EXACTLY));
    assertThat(faulty.and(PartOutcome.NOTHING)).isEqualTo(faulty);
  }

  @Test
  void aDoubtedPassIsNoneAndADoubtedFaultStaysOne() {
    PartOutcome doubted = sound.doubted("the ledger is gone");

    assertThat(doubted.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(doubted.reasons()).containsExactly("a limit", "the ledger is gone");
    assertThat(doubted.tally()).isEqualTo(sound.tally());
    assertThat(faulty.doubted("the ledger is gone").verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aFailedOneSaysFirstWhatWasFoundAndWhere() {
    PartOutcome failed = faulty.failed(Optional.of("00ff"));

    assertThat(failed.reasons())
        .containsExactly("1,234 LOST, 2 STALE; first in row 00ff", "a limit", "a fault");
    assertThat(failed.findings()).isEqualTo(faulty.findings());
    assertThat(failed.tally()).isEqualTo(faulty.tally());
    assertThat(failed.proof()).isEqualTo(REFERRED);
    assertThat(faulty.failed(Optional.empty()).reasons())
        .startsWith("1,234 LOST, 2 STALE")
        .hasSize(3);
  }

  @Test
  void whatFailedIsNoPassWhateverWasConcludedBefore() {
    assertThat(sound.failed(Optional.empty()).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void theFileHasAllOfIt() {
    VerdictFile file = faulty.toFile();

    assertThat(file.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(file.reasons()).containsExactly("a limit", "a fault");
    assertThat(file.tally()).isEqualTo(faulty.tally());
    assertThat(file.findings()).isEqualTo(faulty.findings());
    assertThat(file.proof()).isEqualTo(REFERRED);
  }

  @Test
  void theTallyKeepsItsOrder() {
    Map<String, Long> read = new LinkedHashMap<>();
    for (String name : List.of("z", "b", "y", "a")) {
      read.put(name, 1L);
    }
    PartOutcome outcome = new PartOutcome(Verdict.PASS, List.of(), read, Map.of(), List.of());

    assertThat(outcome.and(PartOutcome.NOTHING).tally().keySet())
        .containsExactly("z", "b", "y", "a");
  }
}
