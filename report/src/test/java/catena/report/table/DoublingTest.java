// SPDX-License-Identifier: Apache-2.0
package catena.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.history.Series;
import catena.records.history.Span;
import org.junit.jupiter.api.Test;

class DoublingTest {
  private static Series numbers(long... timesAndNumbers) {
    Series series = new Series();
    for (int i = 0; i < timesAndNumbers.length; i += 2) {
      series.add(timesAndNumbers[i], (double) timesAndNumbers[i + 1]);
    }
    return series;
  }

  @Test
  void eachEndsWhereThereAreTwiceAsMany() {
    assertThat(SplitTables.Doubling.of(numbers(10, 1, 20, 2, 30, 3, 40, 4, 70, 5, 75, 7, 80, 9)))
        .containsExactly(
            new SplitTables.Doubling(1, 2, 10, new Span(20, 20)),
            new SplitTables.Doubling(2, 4, 20, new Span(30, 40)),
            new SplitTables.Doubling(4, 9, 40, new Span(70, 80)));
  }

  @Test
  void theLastOneMayNotHaveComeToTwiceAsMany() {
    assertThat(SplitTables.Doubling.of(numbers(10, 4, 20, 5, 30, 7)))
        .containsExactly(new SplitTables.Doubling(4, 7, 10, new Span(20, 30)));
  }

  @Test
  void aMergeBeginsAnew() {
    assertThat(SplitTables.Doubling.of(numbers(10, 4, 20, 6, 30, 2, 40, 4, 50, 1)))
        .containsExactly(
            new SplitTables.Doubling(4, 6, 10, new Span(20, 20)),
            new SplitTables.Doubling(2, 4, 30, new Span(40, 40)));
  }

  @Test
  void aTableThatDoesNotSplitHasNone() {
    assertThat(SplitTables.Doubling.of(numbers())).isEmpty();
    assertThat(SplitTables.Doubling.of(numbers(10, 16))).isEmpty();
    assertThat(SplitTables.Doubling.of(numbers(10, 16, 20, 1))).isEmpty();
  }
}
