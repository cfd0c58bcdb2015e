// SPDX-License-Identifier: Apache-2.0
package catena.report.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.records.history.Series;
import catena.records.history.Span;
import org.junit.jupiter.api.Test;

class RateBinsTest {
  private static final double ROUNDING = 1e-9;

  private final RateBins bins = new RateBins();

  private double[] seconds(long from, int count) {
    double[] each = new double[count];
    for (int i = 0; i < count; i++) {
      each[i] = bins.sum(from + i, from + i + 1);
    }
    return each;
  }

  @Test
  void anAmountIsSpreadEvenlyOverTheTimeInWhichItCameAbout() {
    bins.add(500, 2500, 20);
    bins.add(2000, 3000, 1);

    assertThat(seconds(-1, 5)).containsExactly(new double[] {0, 5, 10, 6, 0}, within(ROUNDING));
    assertThat(bins.total()).isCloseTo(21, within(ROUNDING));
    assertThat(bins.active()).contains(new Span(500, 3000));
  }

  @Test
  void whatTookNoTimeOrEndedBeforeItBeganIsThereAtOnce() {
    bins.add(1500, 1500, 7);
    bins.add(4000, 3999, 2);
    bins.add(9000, 9500, 0);

    assertThat(seconds(0, 10)).containsExactly(0, 7, 0, 2, 0, 0, 0, 0, 0, 0);
    assertThat(bins.active()).contains(new Span(1500, 3999));
  }

  @Test
  void withoutAnAmountNothingWasActive() {
    bins.add(1000, 2000, 0);

    assertThat(bins.active()).isEmpty();
    assertThat(bins.total()).isZero();
    assertThat(bins.within(new Span(0, 5000))).isZero();
  }

  @Test
  void hoursAndTimesBefore1970AreKeptApart() {
    bins.add(3_599_000, 3_601_000, 2);
    bins.add(0, 1000, 5);
    bins.add(-1000, 0, 3);
    bins.add(3_600_000, 3_601_000, 4);

    assertThat(seconds(-2, 4)).containsExactly(new double[] {0, 3, 5, 0}, within(ROUNDING));
    assertThat(seconds(3598, 4)).containsExactly(new double[] {0, 1, 5, 0}, within(ROUNDING));
  }

  @Test
  void meansAreOfEqualPartsOfTheTimeWithAnAmount() {
    bins.add(10_500, 20_000, 95);
    bins.add(20_000, 40_000, 40);

    Series means = bins.means(3);

    assertThat(means.size()).isEqualTo(4);
    assertThat(new long[] {means.time(0), means.time(1), means.time(2), means.time(3)})
        .containsExactly(10_000, 20_000, 30_000, 40_000);
    assertThat(means.known()).containsExactly(new double[] {9.5, 2, 2}, within(ROUNDING));
    assertThat(means.value(3)).as("nothing is known after the end").isNaN();
  }

  @Test
  void aSpanHasAllOfTheSecondsThatItTouches() {
    bins.add(0, 3000, 30);

    assertThat(bins.within(new Span(1500, 1600))).isCloseTo(10, within(ROUNDING));
    assertThat(bins.within(new Span(1500, 2001))).isCloseTo(20, within(ROUNDING));
    assertThat(bins.within(new Span(1000, 2000))).isCloseTo(10, within(ROUNDING));
  }

  @Test
  void ratesStandAtTheBeginOfTheirIntervalsAndACutOneIsLeftOut() {
    bins.add(0, 1000, 10);
    bins.add(1000, 2000, 20);
    bins.add(2000, 3000, 60);

    Series each = bins.rates(new Span(500, 3000), 1);
    assertThat(each.known()).containsExactly(new double[] {10, 20, 60}, within(ROUNDING));
    assertThat(new long[] {each.time(0), each.time(1), each.time(2)})
        .containsExactly(500, 1000, 2000);
    assertThat(bins.rates(new Span(0, 3999), 2).known())
        .containsExactly(new double[] {15}, within(ROUNDING));
    assertThat(bins.rates(new Span(0, 4000), 2).known())
        .containsExactly(new double[] {15, 30}, within(ROUNDING));
    assertThat(bins.rates(new Span(0, 1500), 2).known())
        .containsExactly(new double[] {15}, within(ROUNDING));
  }
}
