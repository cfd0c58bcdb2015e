// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Node;
import catena.read.announce.RowSource;
import catena.walker.LagReader.LagRows;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LagRowsTest {
  private static final long MILLI = Duration.ofMillis(1).toNanos();

  private final LagRows rows = new LagRows(3);

  private static LagRows.LagRow row(int n) {
    return new LagRows.LagRow(
        new RowSource.SoughtRow("000000000000000" + n, 0, true), new Node(0, 0, n), null);
  }

  @Test
  void newRowsComeFirstWhateverIsDue() {
    LagRows.LagRow old = row(1);
    old.tried(0);
    rows.retry(old, 0);
    rows.add(row(2));
    rows.add(row(3));
    assertThat(rows.hasRoom()).isFalse();
    assertThat(rows.due(1000 * MILLI).orElseThrow().node.index()).isEqualTo(2);
    assertThat(rows.due(1000 * MILLI).orElseThrow().node.index()).isEqualTo(3);
    assertThat(rows.due(1000 * MILLI)).contains(old);
    assertThat(rows.isEmpty()).isTrue();
    assertThat(rows.due(1000 * MILLI)).isEmpty();
  }

  @Test
  void aRowIsReadAgainAfterATenthOfTheTimeSinceTheFirstAttempt() {
    LagRows.LagRow row = row(1);
    row.tried(0);
    rows.retry(row, 10 * MILLI);
    assertThat(rows.due(15 * MILLI - 1)).isEmpty();
    assertThat(rows.nextNanos()).hasValue(15 * MILLI);
    assertThat(rows.due(15 * MILLI)).contains(row);
    rows.retry(row, 1000 * MILLI);
    assertThat(rows.due(1100 * MILLI - 1)).isEmpty();
    assertThat(rows.due(1100 * MILLI)).contains(row);
  }

  @Test
  void clocksMayBeginBelowZero() {
    long now = Long.MIN_VALUE + 5;
    LagRows.LagRow early = row(1);
    LagRows.LagRow late = row(2);
    rows.later(late, Long.MAX_VALUE, 20);
    rows.later(early, Long.MAX_VALUE, 10);
    assertThat(rows.due(now)).isEqualTo(Optional.empty());
    assertThat(rows.due(now + 10)).contains(early);
    assertThat(rows.due(now + 20)).contains(late);
  }

  @Test
  void onlyRowsThatWereNeitherSeenNorGivenUpAreSought() {
    LagRows.LagRow seen = row(1);
    seen.tried(0);
    assertThat(seen.lagged()).isFalse();
    seen.tried(5);
    assertThat(seen.lagged()).isTrue();
    assertThat(seen.firstNanos).isZero();
    seen.soughtNoMore();
    rows.later(seen, 9, 1);
    rows.add(row(2));
    assertThat(rows.sought()).isEqualTo(1);
  }

  @Test
  void allAreInHandUntilTheirLastRead() {
    rows.add(row(1));
    LagRows.LagRow seen = row(2);
    seen.soughtNoMore();
    rows.later(seen, 0, 1);
    assertThat(rows.size()).isEqualTo(2);
    assertThat(rows.sought()).isEqualTo(1);
    assertThat(rows.due(0)).isPresent();
    assertThat(rows.due(1)).contains(seen);
    assertThat(rows.size()).isZero();
  }

  @Test
  void aRowThatDifferedAndWasFoundOrGivenUpIsJudgedAnew() {
    LagRows.LagRow row = row(1);
    row.differed();
    assertThat(row.differs()).isTrue();
    row.soughtNoMore();
    assertThat(row.differs()).isFalse();
    assertThat(row.isSought()).isFalse();
  }
}
