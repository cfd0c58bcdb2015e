// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.engine.Condition;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.harness.engine.Scenario.Phase;
import catena.records.server.Role;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioLanguageTest {
  @TempDir private Path temp;

  private static List<ScenarioFile.Planned> rows(List<String> given, String... lines) {
    return ScenarioFile.parse(
        Activities.SHIPPED, Path.of("x.yaml"), String.join("\n", lines), given, () -> 0);
  }

  private static Scenario one(String... lines) {
    return rows(List.of(), lines).get(0).scenario();
  }

  @Test
  void parametersStandInSettingsClusterAndNames() {
    ScenarioFile.Planned planned =
        rows(
                List.of(),
                "name: x",
                "experiment: 6-1",
                "parameters: {servers: 3}",
                "cluster: {tserver: '${servers}'}",
                "settings:",
                "  ingest.clients: ${3 * servers}",
                "budgets:",
                "  flush.p99: ${servers}s",
                "marks:",
                "  merges.cut: ${servers}",
                "phases:",
                "  - ingest:",
                "      ingest.entries: ${1000 * servers}",
                "    row: ${servers} servers")
            .get(0);
    Scenario scenario = planned.scenario();
    assertThat(planned.cluster().number(Role.TSERVER)).isEqualTo(3);
    assertThat(scenario.settings())
        .isEqualTo(Map.of("ingest.clients", "9", "budget.flush.p99", "3s", "mark.merges.cut", "3"));
    assertThat(scenario.parts().get(0).settings()).isEqualTo(Map.of("ingest.entries", "3000"));
    assertThat(scenario.phases().get(0).row()).contains("3 servers");
    assertThat(scenario.experiment()).contains("6-1");
  }

  @Test
  void eachRowOfASweepHasItsOwnScenario() {
    List<ScenarioFile.Planned> rows =
        rows(
            List.of("b=[x, y]"),
            "name: x",
            "sweep: [{n: 1}, {n: 2}]",
            "parameters: {b: z}",
            "phases: [{ingest: {ingest.entries: '${n}', table.name: '${b}${row}'}}]");
    assertThat(rows)
        .extracting(row -> row.scenario().parts().get(0).settings().get("table.name"))
        .containsExactly("x1", "y2", "x3", "y4");
    assertThat(rows).extracting(row -> row.row().label()).contains("n=2, b=x");
  }

  @Test
  void phasesAreRepeatedAloneAndTogether() {
    Scenario scenario =
        one(
            "name: x",
            "phases:",
            "  - createtable",
            "  - repeat: 2",
            "    phases:",
            "      - ingest: {ingest.entries: '${100 * turn}'}",
            "        row: turn ${turn}",
            "      - quiesce",
            "      - verify",
            "  - repeat: 3",
            "    walk:",
            "  - verify");
    assertThat(scenario.phases())
        .extracting(Phase::words)
        .containsExactly(
            "createtable",
            "ingest",
            "quiesce",
            "verify",
            "ingest",
            "quiesce",
            "verify",
            "walk",
            "walk",
            "walk",
            "verify");
    assertThat(scenario.parts())
        .extracting(Part::name)
        .contains("ingest-2", "verify-3", "walk-3")
        .doesNotHaveDuplicates();
    assertThat(scenario.phases().get(4).row()).contains("turn 2");
    assertThat(scenario.parts().get(4).settings()).containsEntry("ingest.entries", "200");
  }

  @Test
  void aPhaseMayDependOnWhatBecameOfAnEarlierOne() {
    Scenario scenario =
        one(
            "name: x",
            "phases:",
            "  - ingest",
            "  - verify",
            "  - phases: [compact, verify: {verify.mode: both}]",
            "    when: {verify: [pass, UNKNOWN], ingest: PASS}");
    assertThat(scenario.phases().get(1).when()).isEmpty();
    List<Condition> when = scenario.phases().get(3).when();
    assertThat(when)
        .containsExactly(
            new Condition("verify", List.of(Verdict.PASS, Verdict.UNKNOWN)),
            new Condition("ingest", List.of(Verdict.PASS)));
    assertThat(scenario.phases().get(2).when()).isEqualTo(when);
  }

  @Test
  void aWordMeansTheLatestPartOfItsKindAlsoInARepeatedPhase() {
    Scenario scenario =
        one(
            "name: x",
            "phases:",
            "  - repeat: 2",
            "    phases:",
            "      - verify",
            "      - compact:",
            "        when: {verify: PASS}",
            "  - rate:",
            "  - merge:",
            "    when: {verify-1: PASS, verify-2: UNKNOWN, rate: BUDGET}",
            "  - verify");
    assertThat(scenario.phases().get(1).when())
        .containsExactly(new Condition("verify", List.of(Verdict.PASS)));
    assertThat(scenario.phases().get(3).when())
        .containsExactly(new Condition("verify-2", List.of(Verdict.PASS)));
    assertThat(scenario.phases().get(5).when())
        .containsExactly(
            new Condition("verify", List.of(Verdict.PASS)),
            new Condition("verify-2", List.of(Verdict.UNKNOWN)),
            new Condition("rate", List.of(Verdict.BUDGET)));
  }

  @Test
  void aPhaseMayBeOfSomeRowsOnly() {
    List<ScenarioFile.Planned> rows =
        rows(
            List.of(),
            "name: x",
            "parameters: {n: [1, 2]}",
            "phases:",
            "  - ingest",
            "  - compact:",
            "    if: ${n > 1}",
            "  - verify");
    assertThat(rows).extracting(row -> row.scenario().phases().size()).containsExactly(2, 3);
    assertThatThrownBy(() -> one("name: x", "phases:", "  - verify:", "    if: maybe"))
        .hasMessageContaining("x.yaml line 4: if must come to true or false")
        .hasMessageContaining("not 'maybe'");
  }

  @Test
  void aConditionHoldsOrSaysWhyNot() {
    Condition condition = new Condition("verify", List.of(Verdict.PASS, Verdict.UNKNOWN));
    assertThat(condition.whyNot(Map.of("verify", Verdict.PASS))).isEmpty();
    assertThat(condition.whyNot(Map.of("verify", Verdict.UNKNOWN))).isEmpty();
    assertThat(condition.whyNot(Map.of("verify", Verdict.FAIL)))
        .contains("verify is FAIL, not PASS or UNKNOWN");
    assertThat(condition.whyNot(Map.of())).contains("verify was left out");
  }

  @Test
  void allThatIsWrongIsReportedWithFileLineAndTheNearestWord() {
    assertThatThrownBy(
            () ->
                one(
                    "name: x",
                    "fases: []",
                    "experiment: 7-33",
                    "parameters: {n: 2}",
                    "phases:",
                    "  - injest",
                    "  - ingest: {ingest.entries: '${m}'}",
                    "  - walk:",
                    "    when: {ingst: PASS, ingest: GOOD}",
                    "    row: a",
                    "  - compact:",
                    "    row: a",
                    "  - repeat: x",
                    "    flush:",
                    "  - together:",
                    "      - verify",
                    "  - row: b"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(
            "x.yaml line 3: there is no experiment '7-33'; the nearest is 7-3; there are 6-1, ")
        .hasMessageContaining("x.yaml line 2: fases is not expected here; the nearest is phases")
        .hasMessageContaining("x.yaml line 6: there is no phase 'injest'; the nearest is ingest")
        .hasMessageContaining(
            "x.yaml line 7: ingest.entries: ${m}: there is no parameter m; the nearest is n")
        .hasMessageContaining(
            "x.yaml line 9: when: no earlier phase is called ingst; the nearest is ingest")
        .hasMessageContaining(
            "x.yaml line 9: when: ingest comes to one of PASS, BUDGET, UNKNOWN, FAIL")
        .hasMessageContaining("x.yaml line 12: row 'a' is named twice")
        .hasMessageContaining("x.yaml line 13: repeat must be a whole number from 1 to 1000")
        .hasMessageContaining("x.yaml line 15: verify needs a separate phase")
        .hasMessageContaining("x.yaml line 17: a phase is one of");
  }

  @Test
  void aWrongSettingIsReportedWithItsLine() throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("y.yaml"),
            """
            name: y
            settings:
              table.nam: x
            budgets:
              flush.p9: 3s
            marks:
              merges.cuts: 1
            phases:
              - ingest:
                  ingest.entries: many
            """);
    CommandLine said = CommandLine.run("run", file.toString(), "--dry-run");
    assertThat(said.status()).isEqualTo(Verdict.USAGE);
    assertThat(said.notes())
        .contains(file + " line 3: table.nam is no setting; the nearest is table.name")
        .contains(file + " line 5: budget.flush.p9 is no setting; the nearest is budget.flush.p99")
        .contains(file + " line 7: mark.merges.cuts is no setting; the nearest is mark.merges.cut")
        .contains(file + " line 10: ingest.entries=many is not allowed");
  }

  /** A seed draws; the same seed draws the same. A default (1) would not be printed. */
  @Test
  void whatIsDrawnIsPrintedWithTheSeedThatDrawsItAgain() throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("z.yaml"),
            """
            name: z
            parameters:
              clients: ${draw(2, 3, 4, 5, 6, 7, 8, 9)}
            settings:
              ingest.clients: ${clients}
            phases: [createtable, ingest, verify]
            """);
    CommandLine first = CommandLine.run("run", file.toString(), "--dry-run");
    Matcher told =
        Pattern.compile("drawn with --seed (-?\\d+): clients=(\\d)").matcher(first.notes());
    assertThat(told.find()).as(first.notes()).isTrue();
    CommandLine again =
        CommandLine.run("run", file.toString(), "--dry-run", "--seed", told.group(1));
    assertThat(again.notes()).contains(told.group());
    assertThat(again.out()).contains("ingest.clients=" + told.group(2));
  }

  @Test
  void wrongSettingsOfATableActionAreRefusedBeforeAnythingStarts() throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("y.yaml"), "name: y\nphases: [createtable, altertable, split, verify]\n");
    CommandLine said = CommandLine.run("run", file.toString(), "--dry-run");
    assertThat(said.status()).isEqualTo(Verdict.USAGE);
    assertThat(said.notes())
        .contains("altertable has nothing to change", "split needs to know where");
  }

  @Test
  void aDryRunPrintsEachRowAndWhatDiffers() throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("y.yaml"),
            """
            name: y
            parameters: {clients: [1, 2]}
            settings: {ingest.clients: '${clients}', ingest.entries: 1000000}
            phases:
              - createtable
              - ingest:
                row: ${clients} clients
              - verify
              - walk: {walk.count: 5}
                when: {verify: PASS}
            """);
    CommandLine said = CommandLine.run("run", file.toString(), "--dry-run");
    assertThat(said.status()).as(said.all()).isZero();
    assertThat(said.out())
        .contains("row 1 (clients=1)\nwould do createtable", "\n\nrow 2 (clients=2)\nwould do")
        .containsPattern(
            "(?s)row 1.*its cluster takes[^\n]*\n\ningest.entries=1000000\nwalk.count=5\n\nrow 2")
        .endsWith("more\n\ningest.clients=2\n")
        .contains("ingest (2 clients × 1,000,000 entries)", "which is row 2 clients")
        .contains("if verify is PASS")
        .containsOnlyOnce("walk.count=")
        .doesNotContain("table.name=");
    CommandLine chosen = CommandLine.run("run", file.toString(), "--dry-run", "--set", "clients=2");
    assertThat(chosen.out()).contains("\ningest.clients=2\n").doesNotContain("row 1");
    CommandLine wrong = CommandLine.run("run", file.toString(), "--dry-run", "--set", "client=2");
    assertThat(wrong.status()).isEqualTo(Verdict.USAGE);
    assertThat(wrong.notes()).contains("the nearest is clients");
  }

  @Test
  void rowsThatWouldWriteOneTableOnOneClusterAreRefused() throws IOException {
    Path file =
        Files.writeString(
            temp.resolve("y.yaml"),
            "name: y\nparameters: {clients: [1, 2]}\nphases: [createtable, ingest]\n");
    Path client =
        Files.writeString(
            temp.resolve("client.properties"),
            """
            instance.name=x
            instance.zookeepers=127.0.0.1:1
            auth.type=password
            auth.principal=root
            auth.token=secret
            """);
    CommandLine said =
        CommandLine.run("run", file.toString(), "-c", client.toString(), "--dry-run");
    assertThat(said.status()).isEqualTo(Verdict.USAGE);
    assertThat(said.notes())
        .contains("rows 1 and 2 would write the same table, ci: put ${row} into table.name");
  }

  @Test
  void theWordsOfTheLanguageAreNoActivities() {
    for (String word : List.of("together", "phases", "repeat", "if", "when", "row")) {
      assertThat(Activities.SHIPPED.of(word)).as(word).isEqualTo(Optional.empty());
    }
  }
}
