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

  private String took(String by, String what, Set<Mark> marks, TrialOutcome seen) {
    String note = CanaryAccount.note(by, what, marks, seen);
    account.recall(note);
    return note;
  }

  private void isDoubt(String... reasons) {
    PartOutcome outcome = account.outcome(EVERY);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).containsExactly(reasons);
  }

  @Test
  void whatIsFoundAsItWasPlantedIsNoDoubt() {
    assertThat(took("walk", "a row", Set.of(LOST), seen(Verdict.FAIL, LOST)))
        .isEqualTo("a row, looked for by walk: noticed");
    assertThat(took("walk", "rows", Set.of(LOST, STALE), seen(Verdict.FAIL, STALE, LOST)))
        .isEqualTo("rows, looked for by walk: noticed");

    PartOutcome outcome = account.outcome(EVERY);
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.tally())
        .containsEntry("canary: planted", 2L)
        .containsEntry("canary: noticed", 2L);
    assertThat(outcome.facts()).containsExactly("canary: 2 of 2 were noticed, 0 missed");
  }

  /** What is noted of a canary is in the journal, by which whoever takes over counts it. */
  @Test
  void whoTakesARunOverHasTheAccountOfTheCanariesBefore() {
    List<String> notes =
        List.of(
            took("walk", "a", Set.of(LOST), seen(Verdict.FAIL, LOST)),
            took("walk", "b", Set.of(LOST), seen(Verdict.PASS)),
            took("walk", "c", Set.of(LOST), seen(Verdict.FAIL, LOST, STALE)),
            took("walk", "d", Set.of(LOST), seen(Verdict.PASS, LOST)),
            took("scan", "e", Set.of(LOST), failed()),
            took("scan", "f", Set.of(LOST), seen(Verdict.UNKNOWN)));
    CanaryAccount successor = new CanaryAccount();
    notes.forEach(successor::recall);

    assertThat(successor.outcome(EVERY)).isEqualTo(account.outcome(EVERY));
    assertThat(successor.outcome(EVERY).facts())
        .containsExactly("canary: 1 of 6 were noticed, 1 missed");
    isDoubt(
        "a canary was missed: b, looked for by walk",
        "the canary's table shows " + STALE + ", not planted: c, looked for by walk",
        "a canary was found, and the verdict was PASS: d, looked for by walk",
        "no canary was noticed by scan: the last could not be checked: because; and");
  }

  @Test
  void whatNoneWasPlantedForBeforeARunWasTakenOverIsKnown() {
    account.recall(CanaryAccount.UNPLANTED + "no manager\nfor long");
    isDoubt("no canary was planted: no manager\nfor long");
    account.recall("LOST (a row), looked for by walk: noticed");
    assertThat(account.outcome(EVERY).verdict()).isEqualTo(Verdict.PASS);
    assertThat(account.outcome(EVERY).facts())
        .containsExactly("canary: 1 of 1 were noticed, 0 missed");
  }

  @Test
  void aMissedCanaryIsADoubtThoughOneOfItsRowsWasSeen() {
    String missed = "a canary was missed: two rows, looked for by walk";
    assertThat(took("walk", "two rows", Set.of(LOST, STALE), seen(Verdict.FAIL, LOST)))
        .isEqualTo(missed);

    isDoubt(missed);
    assertThat(account.outcome(EVERY).facts())
        .containsExactly("canary: 0 of 1 were noticed, 1 missed");
  }

  @Test
  void whatWasNotPlantedIsReported() {
    Mark other = new Mark("aa", FindingKind.STALE);
    took("walk", "a", Set.of(LOST), seen(Verdict.FAIL, LOST, STALE));
    took("walk", "b", Set.of(LOST), seen(Verdict.FAIL, LOST, STALE, other));

    isDoubt(
        "the canary's table shows " + STALE + ", not planted: a, looked for by walk",
        "the canary's table shows " + other + " and 1 more, not planted: b, looked for by walk");
    assertThat(account.outcome(EVERY).facts())
        .containsExactly("canary: 0 of 2 were noticed, 0 missed");
  }

  @Test
  void aFindingWithoutAFailIsADoubt() {
    took("walk", "a row", Set.of(LOST), seen(Verdict.PASS, LOST));

    isDoubt("a canary was found, and the verdict was PASS: a row, looked for by walk");
  }

  @Test
  void oneFailedCheckIsNoDoubtWhereAnotherSucceeded() {
    took("walk", "a row", Set.of(LOST), seen(Verdict.FAIL, LOST));
    assertThat(took("scan", "a row", Set.of(LOST), failed()))
        .isEqualTo("a row, looked for by scan: could not be checked: the table was gone");
    assertThat(account.outcome(EVERY).verdict()).isEqualTo(Verdict.PASS);

    // Twice, and never once between, is a check that cannot read.
    took("scan", "a row", Set.of(LOST), seen(Verdict.UNKNOWN));
    isDoubt("no canary was noticed by scan: the last could not be checked: because; and");
    took("scan", "a row", Set.of(LOST), seen(Verdict.FAIL, LOST));
    assertThat(account.outcome(EVERY).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void oneFailedCheckIsADoubtWhereNoneSucceeded() {
    took("scan", "a row", Set.of(LOST), failed());

    isDoubt("no canary was noticed by scan: the last could not be checked: the table was gone");
  }

  @Test
  void noneThatWasPlantedIsADoubtOnlyIfOneWasToBe() {
    assertThat(account.outcome(EVERY).verdict()).isEqualTo(Verdict.PASS);
    assertThat(account.outcome(EVERY).facts())
        .containsExactly("canary: none was looked for to the end, and one was due every 10m");

    account.recall(CanaryAccount.UNPLANTED + "no table");
    isDoubt("no canary was planted: no table");
    took("walk", "a row", Set.of(LOST), seen(Verdict.FAIL, LOST));
    assertThat(account.outcome(EVERY).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void onlyTheFirstTenAreReported() {
    for (int i = 0; i < 12; i++) {
      took("walk", "row " + i, Set.of(LOST), seen(Verdict.PASS));
    }
    account.doubt("told in any case");

    assertThat(account.outcome(EVERY).reasons())
        .hasSize(11)
        .startsWith("a canary was missed: row 0, looked for by walk")
        .contains("a canary was missed: row 9, looked for by walk")
        .endsWith("told in any case");
    assertThat(account.outcome(EVERY).facts())
        .containsExactly("canary: 0 of 12 were noticed, 12 missed");
  }
}
