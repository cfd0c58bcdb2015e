// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterSpec;
import catena.harness.command.CommonOptions;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhaseSettingsTest {
  private static final String[] TWO = {
    "name: x", "phases:", "  - ingest: {ingest.entries: 5}", "  - ingest", "  - verify"
  };

  @TempDir private Path temp;

  private static PhaseSettings resolve(String[] scenario, String... words) {
    CommonOptions options = new CommonOptions();
    JCommander.newBuilder().addObject(options).build().parse(words);
    return PlannedRun.resolve(
        scenario(scenario),
        ClusterSpec.usual(),
        options,
        Activities.SHIPPED.settings(),
        Optional.empty());
  }

  private static Scenario scenario(String... lines) {
    return ScenarioFile.parse(
            Activities.SHIPPED, Path.of("x.yaml"), String.join("\n", lines), List.of(), () -> 0)
        .get(0)
        .scenario();
  }

  /** What the part of a scenario at a place gets for a setting. */
  private static String text(String[] scenario, int part, String key, String... words) {
    PhaseSettings settings = resolve(scenario, words);
    Settings own = settings.of(scenario(scenario).parts().get(part));
    return own.effective().get(key);
  }

  private String file(String content) throws IOException {
    return Files.writeString(temp.resolve("x.properties"), content).toString();
  }

  @Test
  void whatOnePartIsGivenTheOthersHaveNot() {
    assertThat(text(TWO, 0, "ingest.entries")).isEqualTo("5");
    assertThat(text(TWO, 1, "ingest.entries")).isNotEqualTo("5");
  }

  @Test
  void theScenarioCountsMoreThanAFileThePhaseMoreAndTheCommandLineMost() throws IOException {
    String file = file("ingest.entries=1\ningest.clients=2\n");
    String[] plain = {"name: x", "phases:", "  - ingest"};
    String[] own = {"name: x", "settings: {ingest.entries: 3}", "phases:", "  - ingest"};
    String[] phase = {
      "name: x", "settings: {ingest.entries: 3}", "phases:", "  - ingest: {ingest.entries: 4}"
    };

    assertThat(text(plain, 0, "ingest.entries", "-p", file)).isEqualTo("1");
    assertThat(text(own, 0, "ingest.entries", "-p", file)).isEqualTo("3");
    assertThat(text(phase, 0, "ingest.entries", "-p", file)).isEqualTo("4");
    assertThat(text(phase, 0, "ingest.entries", "-p", file, "-o", "ingest.entries=6"))
        .isEqualTo("6");
    assertThat(resolve(phase, "-p", file, "-o", "ingest.entries=6").effective())
        .as("what is on record is what was done")
        .containsEntry("ingest.entries", "6");
    assertThat(text(phase, 0, "ingest.clients", "-p", file)).isEqualTo("2");
  }

  @Test
  void aSeedOfTheCommandLineIsTheGraphs() {
    assertThat(text(TWO, 0, "graph.seed", "--seed", "77")).isEqualTo("77");
    assertThat(resolve(TWO, "--seed", "77").effective()).containsEntry("graph.seed", "77");
    String[] seeded = {"name: x", "phases:", "  - createtable: {graph.seed: 5}"};
    assertThat(resolve(seeded).effective()).containsEntry("graph.seed", "5");
    assertThat(resolve(seeded, "--seed", "77").effective()).containsEntry("graph.seed", "77");
  }

  @Test
  void theWholeIsWhatNoPartHasChanged() {
    PhaseSettings settings = resolve(TWO, "-o", "stats.interval=7s");

    assertThat(settings.whole().effective())
        .containsEntry("stats.interval", "7s")
        .doesNotContainEntry("ingest.entries", "5");
    assertThat(settings.effective())
        .as("what is written down names what any part was given")
        .containsEntry("ingest.entries", "5")
        .containsKeys("verify.mode", "table.name");
  }

  @Test
  void eachPhaseKeepsWhatAnyPhaseSets() {
    String key = "table.prop.table.split.threshold";
    String[] lines = {
      "name: x",
      "settings: {" + key + ": 1M, graph.seed: 7}",
      "phases:",
      "  - createtable",
      "  - ingest: {ingest.entries: 5}",
      "  - altertable: {" + key + ": 2M}",
      "  - ingest: {ingest.entries: 6}"
    };
    PhaseSettings settings = resolve(lines);
    assertThat(scenario(lines).phases())
        .extracting(settings::setByPhases)
        .containsExactly(
            Map.of("createtable", Map.of(key, "1M")),
            Map.of("ingest", Map.of("ingest.entries", "5")),
            Map.of("altertable", Map.of(key, "2M")),
            Map.of("ingest-2", Map.of("ingest.entries", "6")));
    assertThat(settings.effective()).as("has the last").containsEntry(key, "2M");
  }

  @Test
  void allThatIsWrongInAllPartsIsReportedAtOnceAndEachOnce() {
    String[] wrong = {
      "name: x",
      "settings: {verify.mode: exactly}",
      "phases:",
      "  - ingest: {ingest.entries: many}",
      "  - ingest: {ingest.entries: few}",
      "  - verify: {verify.modes: both}"
    };

    assertThatThrownBy(() -> resolve(wrong, "-o", "no.such=1"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("many")
        .hasMessageContaining("few")
        .hasMessageContaining("verify.modes")
        .hasMessageContaining("no.such")
        .satisfies(e -> assertThat(e.getMessage()).containsOnlyOnce("exactly"));
  }

  @Test
  void wrongSettingsOfAPartAreRefusedBeforeAnythingStarts() {
    String[] wrong = {"name: x", "phases:", "  - verify: {verify.rows: 5:3}"};
    assertThatThrownBy(() -> resolve(wrong))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("verify.rows=5:3 is not allowed");
  }

  @Test
  void aFileThatCannotBeReadIsReportedWithTheRest() {
    assertThatThrownBy(() -> resolve(TWO, "-p", temp.resolve("none").toString(), "-o", "no.such=1"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("none")
        .hasMessageContaining("no such file");
  }

  @Test
  void whatAFileOfYcsbSaysIsRecordedForEachPartThatNamesIt() throws IOException {
    String scans = file("scanproportion=0.7\nthreadcount=3\n");
    String updates =
        Files.writeString(temp.resolve("updates"), "updateproportion=0.05\n").toString();
    String[] two = {
      "name: x",
      "phases:",
      "  - ycsb: {ycsb.workload: '" + scans + "', ycsb.update: 0.5}",
      "  - ycsb: {ycsb.workload: '" + updates + "'}"
    };

    PhaseSettings settings = resolve(two);

    assertThat(settings.effective())
        .containsEntry("ycsb.scan", "0.7")
        .containsEntry("ycsb.clients", "3")
        .containsEntry("ycsb.update", "0.05");
    assertThat(settings.namedFiles()).contains(scans, updates);
  }
}
