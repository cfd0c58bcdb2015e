// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.engine.Scenario;
import catena.records.server.Role;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioFileTest {
  private static Scenario parse(String... lines) {
    return ScenarioFile.parse(
            Activities.SHIPPED, Path.of("x.yaml"), String.join("\n", lines), List.of(), () -> 0)
        .get(0)
        .scenario();
  }

  @Test
  void phasesAreWordsOrWordsWithSettings() {
    String[] lines = {
      "name: x-1",
      "about: a test",
      "cluster: {tserver: 3}",
      "settings: {table.splits: 4, graph.checksum: true}",
      "phases:",
      "  - ingest",
      "  - verify: {verify.mode: both}",
      "  - quiesce:"
    };
    ScenarioFile.Planned planned =
        ScenarioFile.parse(
                Activities.SHIPPED, Path.of("x.yaml"), String.join("\n", lines), List.of(), () -> 0)
            .get(0);
    assertThat(planned.cluster().number(Role.TSERVER)).isEqualTo(3);
    Scenario scenario = planned.scenario();
    assertThat(scenario.name()).isEqualTo("x-1");
    assertThat(scenario.settings())
        .isEqualTo(Map.of("table.splits", "4", "graph.checksum", "true"));
    assertThat(scenario.parts())
        .extracting(part -> part.activity().name())
        .containsExactly("ingest", "verify", "quiesce");
    assertThat(scenario.parts().get(1).settings()).isEqualTo(Map.of("verify.mode", "both"));
  }

  @Test
  void partsOfAPhaseMayGoOnTogether() {
    Scenario scenario =
        parse(
            "name: x",
            "phases:",
            "  - createtable",
            "  - together:",
            "      - ingest: {ingest.entries: 5}",
            "      - ingest",
            "  - verify");
    assertThat(scenario.phases())
        .extracting(Scenario.Phase::words)
        .containsExactly("createtable", "ingest+ingest", "verify");
    assertThat(scenario.phases().get(1).parts())
        .extracting(Scenario.Part::name)
        .containsExactly("ingest", "ingest-2");
  }

  @Test
  void whatJudgesTheWholeTableNeedsASeparatePhase() {
    assertThatThrownBy(() -> parse("name: x", "phases: [{together: [ingest, verify]}]"))
        .hasMessageContaining("verify needs a separate phase");
    assertThatThrownBy(() -> parse("name: x", "phases: [{together: }]"))
        .hasMessageContaining("together must have a list");
    for (String nothing : new String[] {"    phases:", "    phases: []"}) {
      assertThatThrownBy(() -> parse("name: x", "phases:", "  - repeat: 2", nothing, "  - verify"))
          .hasMessageContaining("4: phases must have a list of phases below it");
    }
  }

  @Test
  void twoAgitatorsAtOnceAreRefused() {
    assertThatThrownBy(
            () ->
                parse(
                    "name: x",
                    "phases: [{together: [ingest, agitate, {agitate: {agitate.policy: losses}}]}]"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("together has one agitate at most");
    assertThat(parse("name: x", "phases: [{together: [ingest, agitate]}, agitate, verify]").parts())
        .as("one after the other")
        .hasSize(4);
  }

  @Test
  void allThatIsWrongIsReportedAtOnce() {
    assertThatThrownBy(
            () ->
                parse(
                    "name: Not A Word",
                    "setings: {}",
                    "cluster: {tserver: some}",
                    "phases: [injest, verify]"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("Not A Word", "setings", "some", "injest");
  }

  @Test
  void aScenarioNeedsPhases() {
    assertThatThrownBy(() -> parse("name: x")).hasMessageContaining("phases must list");
    assertThatThrownBy(() -> parse("")).hasMessageContaining("phases must list");
  }

  @Test
  void textThatIsNoYamlIsRefused() {
    assertThatThrownBy(() -> parse("a: [")).hasMessageContaining("is not YAML");
    assertThatThrownBy(() -> parse("just words")).hasMessageContaining("must be keys");
  }

  @Test
  void theShippedScenariosAreSound() throws IOException {
    Path shipped = Path.of("../conf/scenarios");
    List<Path> files;
    try (Stream<Path> all = Files.walk(shipped)) {
      files = all.filter(file -> file.toString().endsWith(".yaml")).toList();
    }
    assertThat(files).hasSizeGreaterThan(6);
    for (Path file : files) {
      Scenario scenario =
          ScenarioFile.read(Activities.SHIPPED, file, List.of(), () -> 0).get(0).scenario();
      assertThat(shipped.relativize(file).toString().replace('/', '-'))
          .isEqualTo(scenario.name() + ".yaml");
      CommandLine line = CommandLine.run("run", file.toString(), "--dry-run");
      if (line.status() != 0) { // this machine may be too small for it, or the user not be root
        assertThat(line.notes()).startsWith("catena: cluster: ").hasLineCount(1);
      }
    }
  }

  @Test
  void whatWouldDeleteWhatTheRunHasWrittenIsRefused() {
    for (String before : List.of("createtable", "ingest", "recreate, ingest, quiesce")) {
      assertThatThrownBy(
              () -> parse("name: x", "phases: [" + before + ", recreate, ingest, verify]"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("recreate")
          .hasMessageContaining("comes after " + (before.startsWith("c") ? before : "ingest"));
    }
    assertThat(parse("name: x", "phases: [pause, recreate, ingest, verify]").parts()).hasSize(4);
    String verified = "phases: [createtable, ingest, quiesce, verify, %s, ingest, verify]";
    assertThat(parse("name: x", verified.formatted("recreate")).parts()).hasSize(7);
    assertThatThrownBy(() -> parse("name: x", verified.formatted("agitate, recreate")))
        .hasMessageContaining("recreate comes after agitate");
    assertThatThrownBy(() -> parse("name: x", verified.formatted("together: [recreate, walk]")))
        .as("no part reads a table that is deleted")
        .hasMessageContaining("a separate phase");
  }

  @Test
  void whatComesAfterTheLastVerifyAndChangesTheTableIsRefused() {
    for (String last : List.of("ingest", "agitate", "createtable", "summaries")) {
      assertThatThrownBy(
              () -> parse("name: x", "phases: [createtable, ingest, verify, " + last + "]"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(last)
          .hasMessageContaining("comes after the last verify");
    }
    assertThat(parse("name: x", "phases: [ingest, verify, ingest, verify, walk]").parts())
        .hasSize(5);
    assertThat(parse("name: x", "phases: [createtable, ingest]").parts()).hasSize(2);
  }

  /** What is shipped stands behind the path that was typed, also where both are there. */
  @Test
  void theFileThatIsNamedIsTakenBeforeAShippedOne(@TempDir Path home) throws IOException {
    Path shipped = Files.createDirectories(home.resolve("conf/scenarios"));
    Path quick = Files.createFile(shipped.resolve("quick.yaml"));
    Path own = Files.createFile(home.resolve("mine"));
    // To whoever looks among the shipped ones, an absolute path with their ending is this one.
    Path other = Files.createFile(home.resolve("mine.yaml"));
    String before = System.getProperty("catena.home");
    System.setProperty("catena.home", home.toString());
    try {
      assertThat(ScenarioFile.find("quick")).isEqualTo(quick);
      assertThat(ScenarioFile.find(own.toString())).isEqualTo(own);
      Files.delete(own);
      assertThat(ScenarioFile.find(own.toString())).isEqualTo(other);
      Files.delete(other);
      assertThatThrownBy(() -> ScenarioFile.find(own.toString()))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("(bin/catena run --list prints those that are shipped)");
    } finally {
      if (before == null) {
        System.clearProperty("catena.home");
      } else {
        System.setProperty("catena.home", before);
      }
    }
  }
}
