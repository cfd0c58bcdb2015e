// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CanaryAccountTest {
  private static final Mark LOST = new Mark("aa", FindingKind.LOST);
  private static final Mark STALE = new Mark("bb", FindingKind.STALE);
  private static final Duration EVERY = Duration.ofMinutes(10);

  private final CanaryAccount account = new CanaryAccount();

  private static TrialOutcome seen(Verdict verdict, Mark... marks) {
    return new TrialOutcome(verdict, Set.of(marks), List.of("because", "and"), Optional.empty());
  }

  private static TrialOutcome failed() {
    return new TrialOutcome(
        Verdict.UNKNOWN, Set.of(), List.of(), Optional.of("the table was gone"));
  }

  private void isDoubt(String... reasons) {
    PartOutcome outcome = account.outcome(EVERY);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).containsExactly(reasons);
  }

  @Test
  void whatIsFoundAsItWasPlantedIsNoDoubt() {
    assertThat(account.take("walk", "a row", Set.of(LOST), seen(Verdict.FAIL, LOST))).isEmpty();
    assertThat(account.take("walk", "rows", Set.of(LOST, STALE), seen(Verdict.FAIL, STALE, LOST)))
        .isEmpty();

    PartOutcome outcome = account.outcome(EVERY);
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.tally())
        .containsEntry("canary: planted", 2L)
        .containsEntry("canary: noticed", 2L);
    assertThat(outcome.facts()).containsExactly("canary: 2 of 2 were noticed, 0 missed");
  }

  /** What one account says of a canary is recognised in the journal, where it is a note. */
  @Test
  void whatWasWrongBeforeARunWasTakenOverIsStillADoubt() {
    String missed = account.take("walk", "rows", Set.of(LOST), seen(Verdict.PASS)).orElseThrow();
    String others =
        account.take("walk", "rows", Set.of(LOST), seen(Verdict.FAIL, LOST, STALE)).orElseThrow();
    String otherwise =
        account.take("walk", "rows", Set.of(LOST), seen(Verdict.PASS, LOST)).orElseThrow();
    CanaryAccount successor = new CanaryAccount();
    successor.recall("canary: LOST (a row), looked for by walk: noticed");
    successor.recall("canary: LOST (a row), looked for by walk: could not be checked: no server");
    successor.recall("canary: none was planted: no manager");
    assertThat(successor.outcome(EVERY).verdict()).isEqualTo(Verdict.PASS);

    List.of(missed, others, otherwise).forEach(each -> successor.recall(Canaries.TOLD + each));
    assertThat(successor.outcome(EVERY).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(successor.outcome(EVERY).reasons()).containsExactly(missed, others, otherwise);
    isDoubt(missed, others, otherwise);
  }

  @Test
  void aMissedCanaryIsADoubtThoughOneOfItsRowsWasSeen() {
    assertThat(account.take("walk", "two rows", Set.of(LOST, STALE), seen(Verdict.FAIL, LOST)))
        .contains("a canary was missed: two rows");

    isDoubt("a canary was missed: two rows");
    assertThat(account.outcome(EVERY).facts())
        .containsExactly("canary: 0 of 1 were noticed, 1 missed");
  }

  @Test
  void whatWasNotPlantedIsReported() {
    Mark other = new Mark("aa", FindingKind.STALE);
    account.take("walk", "a", Set.of(LOST), seen(Verdict.FAIL, LOST, STALE));
    account.take("walk", "b", Set.of(LOST), seen(Verdict.FAIL, LOST, STALE, other));

    isDoubt(
        "the canary's table shows " + STALE + ", not planted: a",
        "the canary's table shows " + other + " and 1 more, not planted: b");
    assertThat(account.outcome(EVERY).facts())
        .containsExactly("canary: 0 of 2 were noticed, 0 missed");
  }

  @Test
  void aFindingWithoutAFailIsADoubt() {
    account.take("walk", "a row", Set.of(LOST), seen(Verdict.PASS, LOST));

    isDoubt("a canary was found, and the verdict was PASS: a row");
  }

  @Test
  void oneFailedCheckIsNoDoubtWhereAnotherSucceeded() {
    account.take("walk", "a row", Set.of(LOST), seen(Verdict.FAIL, LOST));
    assertThat(account.take("scan", "a row", Set.of(LOST), failed())).isEmpty();
    assertThat(account.outcome(EVERY).verdict()).isEqualTo(Verdict.PASS);

    // Twice, and never once between, is a check that cannot read.
    account.take("scan", "a row", Set.of(LOST), seen(Verdict.UNKNOWN));
    isDoubt("no canary was noticed by scan: the last could not be checked: because; and");
    account.take("scan", "a row", Set.of(LOST), seen(Verdict.FAIL, LOST));
    assertThat(account.outcome(EVERY).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void oneFailedCheckIsADoubtWhereNoneSucceeded() {
    account.take("scan", "a row", Set.of(LOST), failed());

    isDoubt("no canary was noticed by scan: the last could not be checked: the table was gone");
  }

  @Test
  void noneThatWasPlantedIsADoubtOnlyIfOneWasToBe() {
    assertThat(account.outcome(EVERY).verdict()).isEqualTo(Verdict.PASS);
    assertThat(account.outcome(EVERY).facts())
        .containsExactly("canary: none was planted, the run was shorter than 10m");

    account.unplanted("no table");
    isDoubt("no canary was planted: no table");
    account.take("walk", "a row", Set.of(LOST), seen(Verdict.FAIL, LOST));
    assertThat(account.outcome(EVERY).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void onlyTheFirstTenAreReported() {
    for (int i = 0; i < 12; i++) {
      account.take("walk", "row " + i, Set.of(LOST), seen(Verdict.PASS));
    }
    account.doubt("told in any case");

    assertThat(account.outcome(EVERY).reasons())
        .hasSize(11)
        .startsWith("a canary was missed: row 0")
        .contains("a canary was missed: row 9")
        .endsWith("told in any case");
    assertThat(account.outcome(EVERY).facts())
        .containsExactly("canary: 0 of 12 were noticed, 12 missed");
  }
}
