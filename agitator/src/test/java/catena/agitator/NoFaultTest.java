// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.fault.TimedFault;
import catena.agitator.plan.FaultSchedule;
import catena.agitator.plan.Plan;
import catena.agitator.plan.Policy;
import catena.agitator.plan.PolicyFile;
import catena.cluster.spec.ClusterSpec;
import catena.records.server.Role;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agitation without a single fault shows nothing, and is no pass. */
class NoFaultTest {
  @TempDir Path directory;

  private static List<String> problems(Map<String, String> values, Optional<ClusterSpec> cluster) {
    Problems problems = new Problems();
    Settings settings = Settings.resolve(AgitateSettings.ALL, List.of(Layer.of("test", values)));
    problems.check(() -> AgitateActivity.check(settings, cluster.map(AgitatePhase::topology)));
    return problems.found();
  }

  private static Map<String, String> shipped(String policy, String duration) {
    return Map.of(
        "agitate.policy", "../conf/agitation/" + policy + ".yaml", "agitate.duration", duration);
  }

  @ParameterizedTest
  @CsvSource({"paper, 25m", "gentle, 10m", "one-kill, 20s", "ten-minutes, 50s", "irregular, 1m"})
  void aPolicyThatPlansNothingWithinTheDurationIsRefusedBeforeAnythingStarts(
      String policy, String duration) {
    ClusterSpec own = ClusterSpec.usual().with(Role.DATANODE, 2).with(Role.TSERVER, 3);
    for (Optional<ClusterSpec> cluster : List.of(Optional.<ClusterSpec>empty(), Optional.of(own))) {
      assertThat(problems(shipped(policy, duration), cluster))
          .filteredOn(problem -> problem.contains("plans no fault"))
          .singleElement()
          .asString()
          .contains(policy, duration, "agitate.duration");
    }
  }

  @ParameterizedTest
  @CsvSource({"paper, 30m", "gentle, 16m", "one-kill, 31s", "ten-minutes, 61s", "irregular, 61s"})
  void aPolicyThatMayPlanSomethingIsNot(String policy, String duration) {
    assertThat(problems(shipped(policy, duration), Optional.empty())).isEmpty();
  }

  @Test
  void aSeedThatPlansNothingIsRefusedWhenItIsPlanned() throws IOException {
    Path policy =
        Files.writeString(
            directory.resolve("seldom.yaml"),
            "faults: [{fault: kill, target: gc, every: 1m, odds: 0.000001}]");
    Map<String, String> values = new TreeMap<>();
    values.put("agitate.policy", policy.toString());
    values.put("agitate.duration", "2m");
    assertThat(problems(values, Optional.of(ClusterSpec.usual()))).isEmpty();
    Settings settings = Settings.resolve(AgitateSettings.ALL, List.of(Layer.of("test", values)));
    assertThatThrownBy(() -> AgitateActivity.plan(settings, Clusters.small(), 7))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("plans no fault with seed 7");
  }

  /** Of the policies that draw their times a few minutes have a fault or none. */
  @Test
  void whatDrawsNoFaultIsDrawnAgain() {
    Settings settings =
        Settings.resolve(
            AgitateSettings.ALL, List.of(Layer.of("test", shipped("irregular", "3m"))));
    Policy policy = PolicyFile.find(settings.get(AgitateSettings.POLICY));
    int again = 0;
    for (long seed = 0; seed < 50; seed++) {
      Plan plan = AgitateActivity.plan(settings, Clusters.middling(), seed);
      assertThat(plan.faults()).as("seed %d", seed).isNotEmpty();
      assertThat(AgitateActivity.plan(settings, Clusters.middling(), plan.seed()))
          .as("the seed that a plan names makes it")
          .isEqualTo(plan);
      Plan first =
          FaultSchedule.of(
              policy, Clusters.middling(), seed, settings.get(AgitateSettings.DURATION));
      assertThat(plan.seed() == seed).as("seed %d", seed).isEqualTo(!first.faults().isEmpty());
      again += first.faults().isEmpty() ? 1 : 0;
    }
    assertThat(again).isBetween(1, 49);
  }

  @Test
  void aPlanWithoutFaultsIsRefused() throws IOException {
    Path plan = Files.writeString(directory.resolve("plan.yaml"), "gate: none\nfaults: []\n");
    assertThat(problems(Map.of("agitate.plan", plan.toString()), Optional.empty()))
        .singleElement()
        .asString()
        .contains("must list at least one");
  }

  @Test
  void thatNoneWasCarriedOutIsADoubt() {
    TimedFault planned =
        new TimedFault(
            1,
            Duration.ZERO,
            "kill",
            List.of("gc-1"),
            Duration.ZERO,
            new TreeMap<>(),
            Optional.empty());
    for (List<FaultResult> results :
        List.of(List.<FaultResult>of(), List.of(FaultResult.skipped(planned, List.of())))) {
      PartOutcome outcome = AgitatePhase.outcome(results, List.of());
      assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(outcome.reasons()).singleElement().asString().contains("no fault was carried out");
    }
  }
}
