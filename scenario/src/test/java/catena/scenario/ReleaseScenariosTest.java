// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.harness.activity.RunForecast;
import catena.harness.command.CommonOptions;
import catena.harness.engine.DryRun;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scenarios of the release rules: as long as they say, and verified as often. */
class ReleaseScenariosTest {
  private static ScenarioFile.Planned read(String name, String... given) {
    List<ScenarioFile.Planned> rows =
        ScenarioFile.read(
            Activities.SHIPPED,
            Path.of("../conf/scenarios/release", name + ".yaml"),
            List.of(given),
            () -> 0);
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  private static Duration worked(Scenario scenario, PhaseSettings settings) {
    Duration sum = Duration.ZERO;
    for (Phase phase : scenario.phases()) {
      for (Part part : phase.parts()) {
        if (!part.activity().forecast(settings.of(part)).endless()) {
          sum = sum.plus(part.activity().forecast(settings.of(part)).limit().orElse(Duration.ZERO));
        }
      }
    }
    return sum;
  }

  private static PlannedRun entry(ScenarioFile.Planned planned) {
    return PlannedRun.of(
            List.of(planned), new CommonOptions(), Activities.SHIPPED.settings(), Optional.empty())
        .get(0);
  }

  @ParameterizedTest
  @CsvSource({"quiet-24h, 24, 4", "agitated-24h, 24, 4", "bulk-24h, 24, 4", "soak-72h, 72, 8"})
  void eachLastsAsLongAsItsNameSaysAndIsVerifiedAllAlong(
      String name, int hours, int verifications) {
    PlannedRun entry = entry(read(name));
    assertThat(worked(entry.scenario(), entry.settings())).isEqualTo(Duration.ofHours(hours));
    List<String> words = entry.scenario().phases().stream().map(Phase::words).toList();
    assertThat(words).filteredOn("verify"::equals).hasSize(verifications);
    assertThat(words.get(words.size() - 1)).isEqualTo("verify");
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).startsWith("ingest")) {
        assertThat(words.subList(i + 1, i + 3)).containsExactly("quiesce", "verify");
      }
    }
    Part last = entry.scenario().parts().get(entry.scenario().parts().size() - 1);
    assertThat(entry.settings().of(last).effective())
        .as("the last one compares everything")
        .containsEntry("verify.sample", "1")
        .containsEntry("verify.mode", "auto");
  }

  /** A tenth is not listed as the whole, and what is listed is about what is seen. */
  @Test
  void theTimesThatAreListedAreThoseThatRunsTake() throws IOException {
    Duration soak = entry(read("soak-72h")).time().orElseThrow();
    assertThat(soak).isBetween(Duration.ofHours(72), Duration.ofHours(84));

    List<ScenarioFile.Planned> quick =
        ScenarioFile.read(
            Activities.SHIPPED, Path.of("../conf/scenarios/quick.yaml"), List.of(), () -> 0);
    Duration whole = entry(quick.get(0)).time().orElseThrow();
    long listed = whole.minus(PlannedRun.OWN_CLUSTER).toSeconds();
    long took =
        Pattern.compile("(?:phases:|,) (?:createtable|ingest|quiesce|verify) (\\d+)s")
            .matcher(Files.readString(Path.of("../README.md")))
            .results()
            .mapToLong(phase -> Long.parseLong(phase.group(1)))
            .sum();
    assertThat(took).as("the README shows a run").isPositive();
    assertThat(listed).as("its phases").isBetween(took / 2, took * 2);
  }

  @ParameterizedTest
  @CsvSource({"quiet-24h, 0.2", "agitated-24h, 0.4", "bulk-24h, 0.2", "soak-72h, 0.6"})
  void oneParameterShortensEach(String name, double hours) {
    PlannedRun entry = entry(read(name, "hours=" + hours));
    assertThat(worked(entry.scenario(), entry.settings()))
        .isEqualTo(Duration.ofSeconds(Math.round(hours * 3600)));
    assertThat(entry.scenario().settings().getOrDefault("agitate.policy", "irregular"))
        .as("a policy whose first fault comes within a turn")
        .isEqualTo("irregular");
  }

  @ParameterizedTest
  @CsvSource({"quiet-24h, 30m", "agitated-24h, 30m", "bulk-24h, 30m", "soak-72h, 90m"})
  void eachPlantsCanariesAllAlong(String name, String every) {
    assertThat(entry(read(name)).settings().whole().effective())
        .containsEntry("canary.every", every);
    assertThat(entry(read(name, "hours=0.4")).settings().whole().effective())
        .as("in less than an hour, too")
        .containsEntry("canary.every", "1m");
  }

  @ParameterizedTest
  @CsvSource({"quiet-24h, false", "agitated-24h, true", "bulk-24h, false", "soak-72h, true"})
  void eachHasBudgetsForWhatItDoes(String name, boolean agitated) {
    PlannedRun entry = entry(read(name, "lookup=3s", "least_rate=5000"));
    Map<String, String> settings = entry.scenario().settings();
    assertThat(settings)
        .containsEntry("budget.ingest.rate", "5000")
        .containsEntry("budget.lookup.p99", "3s");
    assertThat(settings.containsKey("budget.recovery")).isEqualTo(agitated);
    assertThat(
            entry.scenario().parts().stream()
                .anyMatch(part -> part.activity().name().equals("agitate")))
        .isEqualTo(agitated);
  }

  /** What a release is to stand grows with the cluster, for a run by one process and by workers. */
  @ParameterizedTest
  @CsvSource({"quiet-24h", "agitated-24h", "bulk-24h", "soak-72h"})
  void eachGrowsWithTheTabletServers(String name) throws IOException {
    PlannedRun twenty = entry(read(name, "tablet_servers=20"));
    Map<String, String> settings = twenty.scenario().settings();
    assertThat(settings)
        .containsEntry("ingest.clients", "20")
        .containsEntry("walk.clients", "20")
        .containsEntry("fleet.clients.per", "total");
    double three = least(entry(read(name)));
    assertThat(least(twenty)).isCloseTo(three * 20 / 3, within(1.0));
    RunForecast outlook = onTwenty(twenty);
    assertThat(outlook.perTserver()).isGreaterThanOrEqualTo(2000);
    assertThat(String.join(" ", outlook.lines()))
        .contains("entries/s for each tablet server")
        .doesNotContain("Warning");
    RunForecast little = onTwenty(entry(read(name)));
    assertThat(String.join(" ", little.lines()).contains("Warning"))
        .as("three servers' load on twenty")
        .isEqualTo(little.perTserver() < 2000);
  }

  /** A rolling restart of all of them is one fault. */
  @ParameterizedTest
  @CsvSource({"3, 15m", "15, 15m", "16, 16m", "60, 30m"})
  void theSoaksRecoveryGrowsWithTheTabletServers(int servers, String most) {
    assertThat(entry(read("soak-72h", "tablet_servers=" + servers)).scenario().settings())
        .containsEntry("budget.recovery", most);
  }

  private static RunForecast onTwenty(PlannedRun entry) {
    return new DryRun(entry.scenario(), entry.settings()).at("a cluster", 20).outlook();
  }

  private static double least(PlannedRun entry) {
    return Double.parseDouble(entry.scenario().settings().get("budget.ingest.rate"));
  }
}
