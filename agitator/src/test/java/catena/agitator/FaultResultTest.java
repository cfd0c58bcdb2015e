// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Victim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What has become of a fault, and the table of what faults of a kind cost. */
class FaultResultTest {
  private static TimedFault planned(String fault, String target) {
    return new TimedFault(
        1, Duration.ZERO, fault, List.of(target), Duration.ZERO, new TreeMap<>(), Optional.empty());
  }

  private static FaultResult killed(String server, boolean recovered, Map<String, Double> cost) {
    return new FaultResult(
        planned("kill", "tserver@metadata"),
        List.of(Victim.named(server)),
        true,
        true,
        true,
        recovered,
        new TreeMap<>(cost),
        List.of());
  }

  @ParameterizedTest
  @CsvSource({
    "tserver-1, kill tserver",
    "host-12, kill host",
    "tserver@metadata, kill tserver@metadata",
    "table, kill table"
  })
  void faultsOfOneKindHaveOneName(String target, String kind) {
    FaultResult result = FaultResult.skipped(planned("kill", target), List.of());
    assertThat(result.kind()).isEqualTo(kind);
  }

  @Test
  void whoWasHitNamesTheKindRatherThanWhomThePlanMeant() {
    assertThat(killed("tserver-2", true, Map.of()).kind()).isEqualTo("kill tserver");
  }

  @Test
  void theTableHasALineForEachKindWithMediansAndTheWorst() {
    List<FaultResult> results = new ArrayList<>();
    results.add(killed("tserver-1", true, Map.of("notice.s", 1.0, "recovered.s", 10.0)));
    results.add(killed("tserver-2", true, Map.of("notice.s", 3.0, "recovered.s", 250.0)));
    results.add(killed("tserver-1", true, Map.of("notice.s", 2.0, "recovered.s", 20.0)));
    results.add(killed("tserver-1", false, Map.of()));
    results.add(FaultResult.skipped(planned("cut", "host-1"), List.of("planted")));
    List<String> lines = AgitatePhase.costs(results);
    assertThat(lines.get(0))
        .containsSubsequence(
            "fault", "back", "notice", "rehost", "read", "flush", "healed", "whole", "worst");
    assertThat(lines)
        .anySatisfy(line -> assertThat(line).contains("seconds from the injection"))
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(79));
    assertThat(lines.stream().filter(line -> line.contains("cut host")).toList())
        .singleElement()
        .asString()
        .contains("0/1")
        .doesNotContainPattern("[0-9]\\.[0-9]");
    assertThat(lines.stream().filter(line -> line.contains("kill tserver")).toList())
        .singleElement()
        .asString()
        .containsSubsequence("3/4", "2.0", "-", "20.0", "250");
  }

  @Test
  void theMedianOfTwoIsTheirMeanAsItIsInTheReport() {
    List<String> lines =
        AgitatePhase.costs(
            List.of(
                killed("tserver-1", true, Map.of("notice.s", 1.0, "recovered.s", 10.0)),
                killed("tserver-2", true, Map.of("notice.s", 2.0, "recovered.s", 31.0))));
    assertThat(lines.stream().filter(line -> line.contains("kill tserver")).toList())
        .singleElement()
        .asString()
        .containsSubsequence("2/2", "1.5", "20.5", "31.0");
  }

  @Test
  void withoutFaultsThereIsNoTable() {
    assertThat(AgitatePhase.costs(List.of())).isEmpty();
  }
}
