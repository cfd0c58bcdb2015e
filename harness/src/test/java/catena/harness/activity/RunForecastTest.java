// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunForecastTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static Forecast writes(long entries, double perSecond) {
    return new Forecast(
        "",
        Forecast.ForecastKind.WRITES,
        OptionalLong.of(entries),
        perSecond,
        0,
        100,
        Optional.empty(),
        false);
  }

  private static Forecast endless(double perSecond) {
    return new Forecast(
        "",
        Forecast.ForecastKind.WRITES,
        OptionalLong.empty(),
        perSecond,
        0,
        100,
        Optional.empty(),
        false);
  }

  @Test
  void aNumberOfEntriesTakesTimeByTheServersAndVerifyReadsThemAll() {
    List<List<Forecast>> phases =
        List.of(List.of(writes(2_100_000, 0)), List.of(Forecast.reading(1)));

    RunForecast two = RunForecast.of(phases, 2);
    assertThat(two.entries()).isEqualTo(2_100_000);
    assertThat(two.bytes()).isEqualTo(210_000_000);
    assertThat(two.phases().get(0).orElseThrow().toSeconds()).isEqualTo(16);
    assertThat(two.phases().get(1).orElseThrow().toSeconds()).isEqualTo(5);
    assertThat(RunForecast.of(phases, 4).time().orElseThrow()).isLessThan(two.time().orElseThrow());
  }

  @Test
  void aSampleIsReadInItsShareOfTheTimeAndAJoinTakesLonger() {
    List<List<Forecast>> phases =
        List.of(
            List.of(writes(72_000_000, 0)),
            List.of(Forecast.reading(1)),
            List.of(Forecast.reading(0.1)),
            List.of(Forecast.joining()));
    List<Long> seconds =
        RunForecast.of(phases, 2).phases().stream()
            .map(time -> time.orElseThrow().toSeconds())
            .toList();
    assertThat(seconds.subList(1, 4)).containsExactly(103L, 13L, 483L);
  }

  @Test
  void aRateHoldsWritersBack() {
    RunForecast outlook = RunForecast.of(List.of(List.of(writes(60_000, 1000))), 2);
    assertThat(outlook.time()).contains(MINUTE);
  }

  @Test
  void whatHasNoEndGoesOnAsLongAsWhatHas() {
    Forecast faults = Forecast.lasting("", Optional.of(MINUTE));
    Forecast readers = Forecast.lasting("", Optional.empty());
    RunForecast outlook = RunForecast.of(List.of(List.of(endless(500), readers, faults)), 2);
    assertThat(outlook.time()).contains(MINUTE);
    assertThat(outlook.entries()).isEqualTo(30_000);
  }

  @Test
  void whatHasNoEndAtAllHasNoTime() {
    RunForecast outlook = RunForecast.of(List.of(List.of(endless(0)), List.of(Forecast.BRIEF)), 1);
    assertThat(outlook.time()).isEmpty();
    assertThat(outlook.entries()).isZero();
    assertThat(outlook.lines()).hasSize(1).first().asString().contains("until it is stopped");
  }

  @Test
  void theShorterOfNumberAndTimeCounts() {
    Forecast shorter =
        new Forecast(
            "",
            Forecast.ForecastKind.WRITES,
            OptionalLong.of(1L << 60),
            10,
            0,
            1,
            Optional.of(MINUTE),
            false);
    RunForecast outlook = RunForecast.of(List.of(List.of(shorter)), 1);
    assertThat(outlook.time()).contains(MINUTE);
    assertThat(outlook.entries()).isEqualTo(600);
    assertThat(outlook.lines()).anyMatch(line -> line.contains("600 entries"));
  }

  @Test
  void aLoadThatIsLittleForEachTabletServerIsWarnedOf() {
    List<List<Forecast>> phases = List.of(List.of(writes(600_000, 30_000)));
    assertThat(RunForecast.of(phases, 3).perTserver()).isEqualTo(10_000);
    assertThat(RunForecast.of(phases, 3).lines())
        .contains("10,000 entries/s for each tablet server")
        .noneMatch(line -> line.startsWith("Warning"));
    assertThat(RunForecast.of(phases, 20).lines())
        .contains("1,500 entries/s for each tablet server")
        .anyMatch(line -> line.startsWith("Warning: less than 2,000 entries/s"));
  }
}
