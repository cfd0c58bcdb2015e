// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.judge.FindingKind;
import catena.harness.accumulo.FakeInstance;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;

/** What a check has come to, and what the user is lent for it. */
class TrialOutcomeTest {
  private static final Mark LOST = new Mark("a", FindingKind.LOST);
  private static final Mark OTHER = new Mark("b", FindingKind.LOST);
  private static final Mark PHANTOM = new Mark("a", FindingKind.PHANTOM);

  @Test
  void journalAndVerdictMustSayTheSame() {
    TrialOutcome same =
        TrialOutcome.of(
            Verdict.FAIL,
            List.of("why"),
            Map.of(FindingKind.LOST, 2L, FindingKind.PHANTOM, 1L),
            Set.of(LOST, OTHER, PHANTOM));
    assertThat(same.failure()).isEmpty();
    assertThat(same.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(same.marks()).containsExactlyInAnyOrder(LOST, OTHER, PHANTOM);
    assertThat(same.reasons()).containsExactly("why");

    TrialOutcome fewer =
        TrialOutcome.of(Verdict.FAIL, List.of(), Map.of(FindingKind.LOST, 2L), Set.of(LOST));
    assertThat(fewer.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(fewer.failure()).contains("it counted {LOST=2}, and its journal has {LOST=1}");
    assertThat(fewer.marks()).isEmpty();
    assertThat(fewer.reasons()).isEqualTo(List.of(fewer.failure().orElseThrow()));
  }

  @Test
  void whoIsBlindFindsNothingAndFailsAllTheSame() {
    TrialOutcome blind =
        TrialOutcome.of(Verdict.FAIL, List.of("why"), Map.of(FindingKind.LOST, 1L), Set.of(LOST))
            .blinded();
    assertThat(blind).isEqualTo(TrialOutcome.of(Verdict.PASS, List.of(), Map.of(), Set.of()));
    assertThat(TrialOutcome.failed("no table").blinded().failure()).contains("no table");
  }

  @Test
  void authorizationsAreLentAndTakenBack() throws Exception {
    FakeInstance instance = new FakeInstance();
    instance.authorizations = new Authorizations("mine", "catena_a");
    try (Labels labels = Labels.borrow(instance.client())) {
      assertThat(labels.lent()).isTrue();
      assertThat(instance.authorizations.toString().split(","))
          .containsExactlyInAnyOrder("mine", "catena_a", "catena_b", "catena_c");
      // Meanwhile someone grants one more, and takes one away.
      instance.authorizations = new Authorizations("catena_a", "catena_b", "catena_c", "theirs");
    }
    assertThat(instance.authorizations).isEqualTo(new Authorizations("catena_a", "theirs"));
    assertThat(instance.done).hasSize(2);
  }

  @Test
  void authorizationsOfTheUserAreKeptAndMissingOnesNamed() throws Exception {
    FakeInstance instance = new FakeInstance();
    instance.authorizations = new Authorizations("catena_a", "catena_b", "catena_c");
    try (Labels labels = Labels.borrow(instance.client())) {
      assertThat(labels.lent()).isTrue();
    }
    instance.authorizations = Authorizations.EMPTY;
    instance.denied.add("ALTER_USER");
    try (Labels labels = Labels.borrow(instance.client())) {
      assertThat(labels.lent()).isFalse();
      assertThat(labels.why())
          .isEqualTo(
              "user tester has not the authorizations catena_a,catena_b,catena_c, and may not"
                  + " grant them itself; selftest.without=labels says that this is as it should be");
    }
    assertThat(instance.done).as("nothing was changed").isEmpty();
  }

  @Test
  void authorizationsThatCannotBeTakenBackAreNamed() throws Exception {
    FakeInstance instance = new FakeInstance();
    Labels labels = Labels.borrow(instance.client());
    instance.fails("changeUserAuthorizations", new AccumuloException("planted"));
    assertThatThrownBy(labels::close)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the authorizations catena_a,catena_b,catena_c were not taken back from user tester:"
                + " planted");
  }
}
