// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private static Series series(double... timesAndValues) {
    Series series = new Series();
    for (int i = 0; i < timesAndValues.length; i += 2) {
      Series unused = series.add((long) timesAndValues[i], timesAndValues[i + 1]);
    }
    return series;
  }

  @Test
  void whatComesLateIsPutWhereItBelongs() {
    Series series = series(10, 1, 30, 3, 20, 2, 5, 0.5, 30, 4);
    assertThat(series.size()).isEqualTo(5);
    assertThat(new long[] {series.time(0), series.time(1), series.time(2), series.time(3)})
        .containsExactly(5, 10, 20, 30);
    assertThat(series.known()).containsExactly(0.5, 1, 2, 3, 4);
    assertThat(series.value(2)).isEqualTo(2);
  }

  @Test
  void itGrows() {
    Series series = new Series();
    for (int i = 0; i < 100; i++) {
      Series unused = series.add(i, 2 * i);
    }
    assertThat(series.size()).isEqualTo(100);
    assertThat(series.value(99)).isEqualTo(198);
  }

  @Test
  void whatIsNotKnownCountsNowhere() {
    Series series = series(1, Double.NaN, 2, 7, 3, 5, 4, Double.NaN);
    assertThat(series.known()).containsExactly(7, 5);
    assertThat(series.max()).isEqualTo(7);
    assertThat(series.isEmpty()).isFalse();
    assertThat(series(1, Double.NaN).max()).isNaN();
    assertThat(series().isEmpty()).isTrue();
  }

  @Test
  void atATimeTheLastThatWasKnownHolds() {
    Series series = series(10, 1, 20, 2, 30, Double.NaN);
    assertThat(series.at(9)).isNaN();
    assertThat(series.at(10)).isEqualTo(1);
    assertThat(series.at(19)).isEqualTo(1);
    assertThat(series.at(20)).isEqualTo(2);
    assertThat(series.at(40)).isEqualTo(2);
  }

  @Test
  void theMedianIsTheMiddleOrTheMeanOfTwo() {
    assertThat(Series.median(new double[] {})).isNaN();
    assertThat(Series.median(new double[] {3})).isEqualTo(3);
    assertThat(Series.median(new double[] {1, 2, 9})).isEqualTo(2);
    assertThat(Series.median(new double[] {1, 2, 4, 9})).isEqualTo(3);
  }

  @Test
  void aSpanHasALengthAndMeetsOthers() {
    Span span = new Span(1_000, 4_500);
    assertThat(span.seconds()).isEqualTo(3.5);
    assertThat(span.duration()).isEqualTo(Duration.ofMillis(3_500));
    assertThat(span.with(new Span(0, 2_000))).isEqualTo(new Span(0, 4_500));
    assertThat(span.with(new Span(2_000, 9_000))).isEqualTo(new Span(1_000, 9_000));
    assertThat(span.common(new Span(2_000, 9_000))).contains(new Span(2_000, 4_500));
    assertThat(span.common(new Span(0, 2_000))).contains(new Span(1_000, 2_000));
    assertThat(span.common(new Span(4_500, 9_000))).isEmpty();
    assertThatThrownBy(() -> new Span(2, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(new Span(1, 1).seconds()).isZero();
  }

  @Test
  void ratesOfLongRunsAreTakenOverLongerIntervals() {
    assertThat(new Span(0, 900_000).rateSeconds()).isEqualTo(1);
    assertThat(new Span(0, 900_001).rateSeconds()).isEqualTo(10);
    assertThat(new Span(0, 7_200_000).rateSeconds()).isEqualTo(10);
    assertThat(new Span(0, 7_200_001).rateSeconds()).isEqualTo(30);
  }
}
