// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import static org.assertj.core.api.Assertions.assertThat;

import catena.read.check.Count;
import org.junit.jupiter.api.Test;

class RereadAccountTest {
  private final RereadAccount account = new RereadAccount();

  private void hand(int rows) {
    for (int i = 0; i < rows; i++) {
      account.handed();
    }
  }

  @Test
  void withoutARowThereIsNoDoubt() {
    assertThat(account.doubts()).isEmpty();
  }

  @Test
  void eachWayToSettleARowCountsAndLeavesNoDoubt() {
    hand(3);
    account.passed();
    account.passed();
    account.stayed();
    assertThat(account.doubts()).isEmpty();

    ReadTally tally = new ReadTally();
    account.addTo(tally);
    assertThat(tally.get(Count.PASSED)).isEqualTo(2);
    assertThat(tally.get(Count.STAYED)).isEqualTo(1);
    assertThat(tally.get(Count.UNSETTLED)).isZero();
  }

  @Test
  void rowsInDoubtAreListedByTheirReasonWithTheFirstOfEach() {
    hand(3);
    account.unsettled("a1", "no answer");
    account.unsettled("b2", "the end");
    account.unsettled("c3", "the end");
    assertThat(account.doubts())
        .containsExactly(
            "Not read again to the end: 1 row, the first a1, since no answer",
            "Not read again to the end: 2 rows, the first b2, since the end");

    ReadTally tally = new ReadTally();
    account.addTo(tally);
    assertThat(tally.get(Count.UNSETTLED)).isEqualTo(3);
  }

  @Test
  void rowsOfWhichNothingIsKnownAreADoubtByThemselves() {
    hand(3);
    account.passed();
    account.stayed();
    assertThat(account.doubts())
        .containsExactly(
            "To be read again: 3 rows, of which 1 right then, 1 settled at the limit and 0 in"
                + " doubt: the numbers do not agree");
    account.passed();
    account.passed();
    assertThat(account.doubts()).as("one too many").hasSize(1);
  }

  @Test
  void anAccountThatIsNotEvenIsADoubtWithNumbers() {
    hand(1003);
    account.passed();
    account.passed();
    account.stayed();
    account.unsettled("a1", "no answer");
    assertThat(account.doubts())
        .containsExactly(
            "Not read again to the end: 1 row, the first a1, since no answer",
            "To be read again: 1,003 rows, of which 2 right then, 1 settled at the limit and 1 in"
                + " doubt: the numbers do not agree");
  }
}
