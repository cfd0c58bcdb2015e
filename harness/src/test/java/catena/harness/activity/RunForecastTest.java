// SPDX-License-Identifier: Apache-2.0
package catena.harness.activity;

import static catena.harness.activity.RunForecast.CLIENT;
import static catena.harness.activity.RunForecast.EXACT;
import static catena.harness.activity.RunForecast.REFERENCES;
import static catena.harness.activity.RunForecast.WRITTEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
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
        Map.of(WRITTEN, 1.0),
        100,
        Optional.empty(),
        false);
  }

  private static Forecast exact(double share) {
    return Forecast.reading(Map.of(EXACT, share));
  }

  private static RunForecast of(List<List<Forecast>> phases, int tservers) {
    return RunForecast.of(phases, tservers, List.of());
  }

  /** Four clients and a check of what they wrote. */
  private static List<List<Forecast>> clients(double perSecond) {
    Forecast clients =
        new Forecast(
            "",
            Forecast.ForecastKind.WRITES,
            OptionalLong.of(1_200_000),
            perSecond,
            Map.of(CLIENT, 4.0),
            100,
            Optional.empty(),
            false);
    return List.of(List.of(clients), List.of(exact(1)));
  }

  private static String words(List<List<Forecast>> phases, List<Map<String, Double>> earlier) {
    return RunForecast.of(phases, 2, earlier).lines().get(0);
  }

  @Test
  void theMedianOfWhatEarlierRunsMeasuredIsTheRateOfTheWholeCluster() {
    List<Map<String, Double>> earlier =
        List.of(
            Map.of(CLIENT, 1_000.0, EXACT, 5_000.0),
            Map.of(CLIENT, 9_000.0, EXACT, 15_000.0, REFERENCES, 1.0),
            Map.of(CLIENT, 3_000.0));
    for (int tservers : new int[] {2, 20}) {
      assertThat(RunForecast.of(clients(0), tservers, earlier).phases())
          .containsExactly(
              Optional.of(Duration.ofSeconds(100)), Optional.of(Duration.ofSeconds(123)));
    }
    assertThat(words(clients(0), earlier))
        .isEqualTo("takes about 3m43s, by the rates of 3 runs of this cluster");
    assertThat(RunForecast.of(clients(1_000), 2, earlier).phases().get(0))
        .as("a rate that is asked for holds them back")
        .contains(Duration.ofMinutes(20));
    assertThat(RunForecast.of(clients(1e6), 2, earlier).phases().get(0))
        .as("no more than was measured")
        .contains(Duration.ofSeconds(100));
  }

  @Test
  void whoseRatesTheyAreIsSaid() {
    List<Map<String, Double>> references = List.of(Map.of(REFERENCES, 1.0), Map.of());
    assertThat(words(clients(0), references))
        .as("a rate that is not needed")
        .isEqualTo(words(clients(0), List.of()))
        .endsWith("s, by the rates of a machine of two cores");
    assertThat(words(clients(0), List.of(Map.of(CLIENT, 3_000.0))))
        .startsWith("takes about 1m")
        .endsWith(", by the rates of 1 run of this cluster, else of a machine of two cores");
    assertThat(words(List.of(List.of(writes(600, 0))), references))
        .as("other writers are not measured")
        .endsWith(", by the rates of a machine of two cores");
  }

  private static Forecast endless(double perSecond) {
    return new Forecast(
        "",
        Forecast.ForecastKind.WRITES,
        OptionalLong.empty(),
        perSecond,
        Map.of(WRITTEN, 1.0),
        100,
        Optional.empty(),
        false);
  }

  @Test
  void aNumberOfEntriesTakesTimeByTheServersAndVerifyReadsThemAll() {
    List<List<Forecast>> phases = List.of(List.of(writes(2_100_000, 0)), List.of(exact(1)));

    RunForecast two = of(phases, 2);
    assertThat(two.entries()).isEqualTo(2_100_000);
    assertThat(two.bytes()).isEqualTo(210_000_000);
    assertThat(two.phases().get(0).orElseThrow().toSeconds()).isEqualTo(16);
    assertThat(two.phases().get(1).orElseThrow().toSeconds()).isEqualTo(5);
    assertThat(of(phases, 4).time().orElseThrow()).isLessThan(two.time().orElseThrow());
  }

  @Test
  void aSampleIsReadInItsShareOfTheTimeAndAJoinTakesLonger() {
    List<List<Forecast>> phases =
        List.of(
            List.of(writes(72_000_000, 0)),
            List.of(exact(1)),
            List.of(exact(0.1)),
            List.of(Forecast.reading(Map.of(REFERENCES, 1.0))));
    List<Long> seconds =
        of(phases, 2).phases().stream().map(time -> time.orElseThrow().toSeconds()).toList();
    assertThat(seconds.subList(1, 4)).containsExactly(103L, 13L, 483L);
  }

  @Test
  void aRateHoldsWritersBack() {
    RunForecast outlook = of(List.of(List.of(writes(60_000, 1000))), 2);
    assertThat(outlook.time()).contains(MINUTE);
  }

  @Test
  void whatHasNoEndGoesOnAsLongAsWhatHas() {
    Forecast faults = Forecast.lasting("", Optional.of(MINUTE));
    Forecast readers = Forecast.lasting("", Optional.empty());
    RunForecast outlook = of(List.of(List.of(endless(500), readers, faults)), 2);
    assertThat(outlook.time()).contains(MINUTE);
    assertThat(outlook.entries()).isEqualTo(30_000);
  }

  @Test
  void whatHasNoEndAtAllHasNoTime() {
    RunForecast outlook = of(List.of(List.of(endless(0)), List.of(Forecast.BRIEF)), 1);
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
            Map.of(WRITTEN, 1.0),
            1,
            Optional.of(MINUTE),
            false);
    RunForecast outlook = of(List.of(List.of(shorter)), 1);
    assertThat(outlook.time()).contains(MINUTE);
    assertThat(outlook.entries()).isEqualTo(600);
    assertThat(outlook.lines()).anyMatch(line -> line.contains("600 entries"));
  }

  @Test
  void aLoadThatIsLittleForEachTabletServerIsWarnedOf() {
    List<List<Forecast>> phases = List.of(List.of(writes(600_000, 30_000)));
    assertThat(of(phases, 3).perTserver()).isEqualTo(10_000);
    assertThat(of(phases, 3).lines())
        .contains("10,000 entries/s for each tablet server")
        .noneMatch(line -> line.startsWith("Warning"));
    assertThat(of(phases, 20).lines())
        .contains("1,500 entries/s for each tablet server")
        .anyMatch(line -> line.startsWith("Warning: less than 2,000 entries/s"));
  }
}
