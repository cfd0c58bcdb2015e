// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.activity.Forecast.ForecastKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ForecastTest {
  private static Forecast writing(String words, long entries, double perSecond) {
    return new Forecast(
        words,
        ForecastKind.WRITES,
        OptionalLong.of(entries),
        perSecond,
        Map.of(RunForecast.CLIENT, entries / 50.0),
        100,
        Optional.of(Duration.ofMinutes(1)),
        false);
  }

  @Test
  void workersTogetherWriteTheSumAndAreAsFastAsAllTheirLimits() {
    Forecast one = writing("2 clients", 100, 5);
    assertThat(Forecast.together(List.of(one))).isSameAs(one);
    assertThat(Forecast.together(List.of(one, writing("1 client", 50, 2), one)))
        .isEqualTo(writing("1 workers with 1 client, 2 workers with 2 clients", 250, 12));
    assertThat(Forecast.together(List.of(one, writing("2 clients", 50, 0))))
        .as("one of them has no limit")
        .isEqualTo(writing("2 workers with 2 clients", 150, 0));
    Forecast endless = Forecast.lasting("walks", Optional.empty()).endless(true);
    assertThat(Forecast.together(List.of(one, endless)).writes()).isEmpty();
    assertThat(Forecast.together(List.of(endless, one)))
        .isEqualTo(
            new Forecast(
                "1 workers with 2 clients, 1 workers with walks",
                ForecastKind.ACCOMPANIES,
                OptionalLong.empty(),
                0,
                Map.of(RunForecast.CLIENT, 2.0),
                0,
                Optional.empty(),
                true));
  }

  @Test
  void eachKindSaysWhatTakesItsTime() {
    assertThat(Forecast.BRIEF.kind()).isEqualTo(ForecastKind.BRIEF);
    assertThat(Forecast.BRIEF.endless()).isFalse();
    assertThat(Forecast.BRIEF.endless(true).endless()).isTrue();
    Forecast half = Forecast.reading(Map.of(RunForecast.EXACT, 0.5));
    assertThat(half.kind()).isEqualTo(ForecastKind.READS_ALL);
    assertThat(half.uses()).isEqualTo(Map.of(RunForecast.EXACT, 0.5));
    assertThat(half.writes()).isEmpty();
    assertThat(Forecast.REWRITES_ALL).isEqualTo(Forecast.reading(Map.of(RunForecast.WRITTEN, 1.0)));
    Forecast lasting = Forecast.lasting("x", Optional.of(Duration.ofSeconds(3)));
    assertThat(lasting.limit()).contains(Duration.ofSeconds(3));
    assertThat(lasting.kind()).isEqualTo(ForecastKind.ACCOMPANIES);
    assertThat(lasting.words()).isEqualTo("x");
  }
}
