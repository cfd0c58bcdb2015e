// SPDX-License-Identifier: Apache-2.0
package catena.read.settle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Entry;
import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows that are read again, step by step; what they hold is answered by hand. */
class ReaderSettlerTest extends RereadRig {
  @Test
  void aRowThatAppearsIsSettledAndTheAccountIsEven() throws Exception {
    hand(row(1));
    stepAll();
    assertThat(settler.held()).isEqualTo(1);
    appears(row(1));
    stepAll();
    assertThat(settler.held()).as("not due yet").isEqualTo(1);
    pass(ReaderSettler.PAUSE);
    stepAll();

    assertThat(settler.isEmpty()).isTrue();
    assertThat(account.doubts()).isEmpty();
    assertThat(kinds()).containsExactly(FindingKind.LATE);
  }

  @Test
  void aRowWhoseTimeIsUpIsSettledToo() throws Exception {
    hand(row(1));
    stepAll();
    pass(LIMIT);
    stepAll();

    assertThat(settler.isEmpty()).isTrue();
    assertThat(account.doubts()).isEmpty();
    assertThat(counted(Count.STAYED)).isEqualTo(1);
  }

  /** The reads are: at once, at the limit, the user's, and the reader's again. */
  @Test
  void aRowThatAppearsBetweenTheReadersLastReadAndTheUsersIsLate() throws Exception {
    hand(row(1));
    hand(row(2));
    stepAll();
    pass(LIMIT);
    answers =
        rows -> {
          if (lookups.size() == 2) {
            appears(row(1));
          }
          return lookUp(rows);
        };
    stepAll();

    assertThat(lookups).containsExactly(2, 2, 4, 1);
    assertThat(kinds()).containsExactly(FindingKind.LATE);
    assertThat(counted(Count.PASSED)).isEqualTo(1);
    assertThat(counted(Count.STAYED)).isEqualTo(1);
    assertThat(account.doubts()).isEmpty();
  }

  /** Both count from when it was found, whatever the clock said then. */
  @Test
  void aRowIsReadAgainAfterEachPauseAndNotGivenUpBeforeTheLimit() throws Exception {
    pass(LIMIT);
    hand(row(1));
    stepAll();
    pass(ReaderSettler.PAUSE.minusNanos(1));
    stepAll();
    assertThat(lookups).as("lookups before the pause is over").containsExactly(1);
    pass(Duration.ofNanos(1));
    stepAll();
    assertThat(lookups).containsExactly(1, 1);
    pass(LIMIT.minus(ReaderSettler.PAUSE).minusNanos(1));
    stepAll();
    assertThat(settler.held()).as("rows just before the limit").isEqualTo(1);
    appears(row(1));
    pass(ReaderSettler.PAUSE);
    stepAll();

    assertThat(counted(Count.PASSED)).isEqualTo(1);
    assertThat(lookups).as("lookups of no row").doesNotContain(0);
  }

  @Test
  void aBatchIsAsManyRowsAsALookupTakes() throws Exception {
    for (int i = 0; i <= ReaderSettler.BATCH; i++) {
      hand(row(i));
    }
    stepAll();
    pass(ReaderSettler.PAUSE);
    stepAll();

    assertThat(lookups).containsExactly(ReaderSettler.BATCH, 1, ReaderSettler.BATCH, 1);
  }

  @Test
  void rowsAreReadAgainWithTheAuthorizationsTheyWereReadWith() throws Exception {
    for (int i = 0; i < 3; i++) {
      settler.add(suspect(i == 1 ? view() : view, row(i)));
    }
    stepAll();

    assertThat(lookups).containsExactly(2, 1);
  }

  @Test
  void aTableWithoutAGraphHasJudgesOfNothing() throws Exception {
    hand(row(1));
    appears(row(1));
    stepAll();
    assertThat(kinds()).containsExactly(FindingKind.LATE);
    assertThat(settler.doubts()).isEmpty();
  }

  @Test
  void whatIsLeftWhenItEndsIsInDoubtByNumber() throws Exception {
    hand(row(1));
    hand(row(2));
    stepAll();
    hand(row(3));
    settler.giveUpAll("the end");

    assertThat(account.doubts())
        .singleElement()
        .asString()
        .startsWith("Not read again to the end: 3 rows, the first ")
        .endsWith(", since the end");
  }

  @Test
  void aRowThatCannotBeReportedIsInDoubtInTheEnd() throws Exception {
    journal =
        event -> {
          throw new IllegalStateException("the disk is full");
        };
    hand(row(1));
    appears(row(1));

    assertThatThrownBy(this::stepAll).hasMessage("the disk is full");
    assertThat(counted(Count.PASSED)).isZero();
    settler.giveUpAll("the journal ended");
    assertThat(account.doubts())
        .containsExactly(
            "Not read again to the end: 1 row, the first " + row(1) + ", since the journal ended");
  }

  @Test
  void aRowThatWasSettledIsNotInDoubtInTheEnd() throws Exception {
    hand(row(1));
    appears(row(1));
    stepAll();
    settler.giveUpAll("the end");

    assertThat(account.doubts()).isEmpty();
  }

  /** A slow report of what was found makes the ledgers no slower to read. */
  @Test
  void howLongRecentRowsAreCollectedFollowsFromTheLedgersAndNotFromJudging() throws Exception {
    long judging = Duration.ofSeconds(10).toNanos();
    ReaderSettler own = // it takes as long until a row is in the account
        settler(() -> nanos.get() + (account.doubts().isEmpty() ? 0 : judging));
    for (int i = 1; i <= 2; i++) {
      appears(row(i));
      own.settleLater(List.of(suspect(view, row(i))));
      pass(RecentRows.AGE);
      assertThat(own.step(Duration.ZERO)).as("row %d was judged", i).isTrue();
      assertThat(account.doubts()).isEmpty();
    }
    assertThat(counted(Count.PASSED)).isEqualTo(2);
  }

  @Test
  void aCutReadsEachRowOnceMore() throws Exception {
    hand(row(1));
    hand(row(2));
    stepAll();
    appears(row(1));
    settler.cut();
    stepAll();

    assertThat(settler.isEmpty()).isTrue();
    assertThat(kinds()).containsExactly(FindingKind.LATE);
    assertThat(account.doubts())
        .singleElement()
        .asString()
        .contains("end: 1 row,")
        .contains(row(2));
  }

  @Test
  void rowsBeyondThoseThatMayWaitAreInDoubtAtOnceAndTheOthersAreNot() throws Exception {
    for (int i = 0; i < ReaderSettler.MOST_WAITING + 2; i++) {
      hand(row(i));
      appears(row(i));
    }
    assertThat(account.doubts().get(0))
        .isEqualTo(
            "Not read again to the end: 2 rows, the first "
                + row(ReaderSettler.MOST_WAITING)
                + ", since too many rows waited for it");
    stepAll();

    assertThat(counted(Count.PASSED)).isEqualTo(ReaderSettler.MOST_WAITING);
    assertThat(account.doubts()).hasSize(1);
  }

  /** The first one has waited for room, and the others were not judged. */
  @Test
  void rowsInHandWhenTheirReaderIsBrokenOffAreInDoubt() throws Exception {
    for (int i = 0; i < ReaderSettler.MOST_WAITING; i++) {
      hand(row(i));
    }
    settler.begun();
    List<OpenRow> inHand = IntStream.of(-1, -2, -3).mapToObj(i -> suspect(view, row(i))).toList();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> settler.settle(inHand)).isInstanceOf(InterruptedException.class);

    assertThat(account.doubts())
        .containsExactly(
            "Not read again to the end: 2 rows, the first "
                + row(-2)
                + ", since its reader was broken off before it was judged",
            "Not read again to the end: 1 row, the first "
                + row(-1)
                + ", since waiting for it was broken off",
            "To be read again: 10,003 rows, of which 0 right then, 0 settled at the limit and 3 in"
                + " doubt: the numbers do not agree");
  }

  /** Rows of one megabyte each: as many as may be held, as many again once they pass, and more. */
  @Test
  void whatRowsHeldAtFirstSightIsBoundedInBytes() throws Exception {
    int megabyte = 1 << 20;
    int most = (int) (ReaderSettler.MOST_BYTES / megabyte);
    Entry large = entry(row(0), megabyte - row(0).length());
    for (int round = 0; round < 2; round++) {
      int first = round * most;
      IntStream.range(first, first + most).forEach(i -> take(row(i), large));
      stepAll();
      assertThat(settler.held()).isEqualTo(most);
      assertThat(counted(Count.UNSETTLED)).isZero();
      IntStream.range(first, first + most).forEach(i -> appears(row(i)));
      pass(ReaderSettler.PAUSE);
      stepAll();
      assertThat(settler.isEmpty()).isTrue();
    }
    IntStream.range(2 * most, 3 * most).forEach(i -> take(row(i), large));
    take(row(3 * most), entry(row(0), 0));
    stepAll();
    assertThat(settler.held()).isEqualTo(most);
    assertThat(account.doubts())
        .first()
        .asString()
        .contains("end: 1 row, the first " + row(3 * most))
        .endsWith("since more than 100,000 rows, or 64 MB of them, were missing at a time");
  }

  private void take(String row, Entry seen) {
    account.handed();
    try {
      settler.add(suspect(view, row, seen));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aMassLossIsBoundedAndItsRestIsADoubt() throws Exception {
    int lost = 200_000;
    for (int i = 0; i < lost; i++) {
      hand(row(i));
      if (i % ReaderSettler.BATCH == 0) {
        boolean unused = settler.step(Duration.ZERO);
      }
    }
    stepAll();

    assertThat(settler.held()).as("of %d lost rows", lost).isEqualTo(ReaderSettler.MOST_MISSING);
    pass(LIMIT);
    stepAll();
    assertThat(settler.isEmpty()).isTrue();
    assertThat(lookups).allMatch(rows -> rows <= 2 * ReaderSettler.BATCH);
    assertThat(account.doubts())
        .singleElement()
        .asString()
        .startsWith("Not read again to the end: 100,000 rows,")
        .contains("100,000");
  }
}
