// SPDX-License-Identifier: Apache-2.0
package catena.walker;

import static org.assertj.core.api.Assertions.assertThat;

import catena.walker.ScanActivity.RangeWidth;
import org.junit.jupiter.api.Test;

class RangeWidthTest {
  private static final long ROWS = Long.MAX_VALUE;

  /** Scans a table of evenly spread entries until the width has settled. */
  private static long settled(RangeWidth width, long entriesInTable, long nodes) {
    long seen = 0;
    for (int i = 0; i < 60; i++) {
      seen = (long) ((double) width.next(nodes) / ROWS * entriesInTable);
      width.held(seen);
    }
    return seen;
  }

  @Test
  void itComesToTheEntriesAskedForWhateverTheTableHolds() {
    for (long entries : new long[] {100_000, 1_000_000_000, 1_000_000_000_000L}) {
      assertThat(settled(new RangeWidth(5000, ROWS), entries, 0)).isBetween(4500L, 5500L);
    }
  }

  @Test
  void theFirstWidthIsRightWhereTheLedgersAreKnown() {
    RangeWidth width = new RangeWidth(5000, ROWS);
    assertThat((double) width.next(1_000_000) / ROWS * 1_000_000).isBetween(4990.0, 20_010.0);
  }

  @Test
  void aTableThatIsHiddenIsNotReadAsAWhole() {
    RangeWidth width = new RangeWidth(5000, ROWS);
    for (int i = 0; i < 100; i++) {
      assertThat((double) width.next(1_000_000) / ROWS * 1_000_000).isLessThan(20_010);
      width.held(0);
    }
  }

  @Test
  void aTableThatHoldsLessIsReadAsAWhole() {
    RangeWidth width = new RangeWidth(5000, ROWS);
    assertThat(settled(width, 100, 100)).isBetween(99L, 100L);
    assertThat(width.next(100)).isPositive();
  }

  @Test
  void aNarrowRangeOfRowsIsNeverExceeded() {
    RangeWidth width = new RangeWidth(5000, 1000);
    for (int i = 0; i < 20; i++) {
      assertThat(width.next(0)).isBetween(1L, 1000L);
      width.held(i % 2 == 0 ? 0 : 1_000_000);
    }
  }
}
