// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.Clusters;
import catena.agitator.fault.GoingOn;
import catena.agitator.fault.TimedFault;
import catena.records.server.Role;
import catena.records.words.UsageException;
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

/** What a plan's file says is the plan, or is refused with what is wrong. */
class PlanFileTest {
  @TempDir Path directory;

  private static TimedFault fault(int id, String fault, Map<String, String> options, String... of) {
    return new TimedFault(
        id,
        Duration.ofMillis(1500L * id),
        fault,
        List.of(of),
        Duration.ofMillis(250),
        new TreeMap<>(options),
        Optional.empty());
  }

  @Test
  void whatIsWrittenIsReadAgain() throws Exception {
    Plan plan =
        new Plan(
            "it's: a \"test\" #1",
            Long.MIN_VALUE,
            true,
            Duration.ofMillis(1_500),
            3,
            new TreeMap<>(Map.of(Role.TSERVER, 2, Role.GC, 0)),
            List.of(
                fault(1, "kill", Map.of(), "tserver@metadata", "gc-1"),
                fault(2, "cut", Map.of("from", "host-1, 'x'", "direction", "in"), "host-2"),
                fault(7, "split", Map.of("points", "010"), "table"),
                new TimedFault(
                    8,
                    Duration.ofMinutes(2),
                    "kill",
                    List.of("manager@active"),
                    Duration.ZERO,
                    new TreeMap<>(Map.of("x", "y")),
                    Optional.of(GoingOn.MERGE))));
    Path file = Files.writeString(directory.resolve("plan.yaml"), PlanFile.text(plan));
    assertThat(PlanFile.read(file)).isEqualTo(plan);
  }

  @Test
  void whatAPlanDoesNotSayIsTheUsual() {
    Plan plan = PlanFile.parse("p", "faults: [{id: 4, at: 2s, fault: flush, targets: [table]}]");
    assertThat(plan)
        .isEqualTo(
            new Plan(
                "p",
                0,
                false,
                Duration.ZERO,
                Plan.ANY,
                new TreeMap<>(),
                List.of(
                    new TimedFault(
                        4,
                        Duration.ofSeconds(2),
                        "flush",
                        List.of("table"),
                        Duration.ZERO,
                        new TreeMap<>(),
                        Optional.empty()))));
    assertThat(plan.end()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void faultsAreInTheOrderOfTheirTimes() {
    Plan plan =
        PlanFile.parse(
            "p",
            """
            faults:
              - {id: 3, at: 20s, fault: kill, targets: [gc-1], hold: 30s}
              - {id: 2, at: 5s, fault: kill, targets: [gc-1]}
              - {id: 1, at: 20s, fault: flush, targets: [table]}
            """);
    assertThat(plan.faults()).extracting(TimedFault::id).containsExactly(2, 1, 3);
    assertThat(plan.end()).isEqualTo(Duration.ofSeconds(50));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "most: {tserver: two} | 'two'",
        "most: {tsever: 2} | no role 'tsever'",
        "open: 0 | open must be at least 1",
        "faults: [{id: 1, at: 1s, fault: kill, targets: [gc-1], during: lunch}] | 'lunch' is no word of",
        "gate: helthy | gate is none or healthy",
        "seed: x | 'x' is no whole number",
        "sede: 1 | sede is not expected",
        "faults: [{at: 1s, fault: kill, targets: [gc-1]}] | id is missing",
        "faults: [{id: 99999999999, at: 1s, fault: kill, targets: [gc-1]}] | '99999999999'",
        "faults: [{id: 1, fault: kill, targets: [gc-1]}] | at is missing",
        "faults: [{id: 1, at: soon, fault: kill, targets: [gc-1]}] | 'soon' is no time span",
        "faults: [{id: 1, at: 1s, fault: slap, targets: [gc-1]}] | no fault 'slap'",
        "faults: [{id: 1, at: 1s, fault: kill}] | needs targets",
        "faults: [{id: 1, at: 1s, fault: kill, targets: gc-1}] | must be a list",
        "faults: [kill] | must be keys with values",
        "faults: kill | faults must be a list",
        "faults: [] | at least one"
      })
  void whatIsWrongIsNamed(String line, String named) {
    String usual = "faults: [{id: 5, at: 1s, fault: kill, targets: [gc-1]}]";
    String text = line.startsWith("faults") ? line : line + "\n" + usual;
    assertThatThrownBy(() -> PlanFile.parse("p", text))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(named.strip());
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    assertThatThrownBy(
            () ->
                PlanFile.parse(
                    "p",
                    """
                    gate: maybe
                    most: {gc: few}
                    faults:
                      - {id: 1, at: 1s, fault: kill, targets: [gc-1]}
                      - {id: 1, at: 2s, fault: kill, targets: [gc-1]}
                    """))
        .hasMessageContainingAll("gate is none or healthy", "'few'", "same id");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> PlanFile.read(directory.resolve("nowhere.yaml")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("nowhere.yaml")
        .hasMessageContaining("no such file");
  }

  @Test
  void aPlanThatCannotBeDoneHereIsRefusedWithAllThatIsWrong() {
    Plan plan =
        PlanFile.parse(
            "p",
            """
            faults:
              - {id: 1, at: 1s, fault: kill, targets: [gc-2]}
              - {id: 2, at: 1s, fault: kill, targets: [table]}
              - {id: 3, at: 1s, fault: split, targets: [table], options: {pionts: 3}}
              - {id: 4, at: 1s, fault: kill, targets: [gc-1]}
            """);
    assertThatThrownBy(() -> PolicyCheck.check(plan, Clusters.small()))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll(
            "fault 1, kill of gc-2",
            "there is no gc-2",
            "fault 2, kill of table",
            "cannot be done to table",
            "fault 3, split of table: pionts is no option of it; it has [points]")
        .hasMessageNotContaining("fault 4");
  }
}
