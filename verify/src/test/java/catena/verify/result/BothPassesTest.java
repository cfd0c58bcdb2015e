// SPDX-License-Identifier: Apache-2.0
package catena.verify.result;

import static org.assertj.core.api.Assertions.assertThat;

import catena.read.check.Count;
import catena.verify.row.Tally;
import org.junit.jupiter.api.Test;

class BothPassesTest {
  @Test
  void theSameNumberIsNoDoubt() {
    assertThat(PassResult.differ(exact(100, 100, 100, 90), references(100, 90))).isEmpty();
  }

  @Test
  void anotherNumberWhereEveryEntryIsAsPromisedIsADoubt() {
    assertThat(PassResult.differ(exact(1500, 1500, 1500, 1400), references(1500, 1399)))
        .hasValueSatisfying(
            doubt -> assertThat(doubt).contains("1,400 rows").contains("counted 1,399"));
  }

  @Test
  void whereAnEntryIsNotWhatIsPromisedNothingIsSaid() {
    Tally references = references(100, 89);
    assertThat(PassResult.differ(exact(100, 100, 99, 90), references)).isEmpty();
    assertThat(PassResult.differ(exact(100, 101, 100, 90), references)).isEmpty();
    assertThat(PassResult.differ(exact(99, 99, 99, 90), references))
        .as("the second pass saw one more")
        .isEmpty();
  }

  private static Tally exact(long entries, long promised, long exact, long referenced) {
    Tally tally = new Tally();
    tally.add(Count.ENTRIES, entries);
    tally.add(Count.PROMISED, promised);
    tally.add(Count.EXACT, exact);
    tally.add(Count.REFERENCED_PREDICTED, referenced);
    return tally;
  }

  private static Tally references(long entries, long referenced) {
    Tally tally = new Tally();
    tally.add(Count.ENTRIES, entries);
    tally.add(Count.REFERENCED, referenced);
    return tally;
  }
}
