// SPDX-License-Identifier: Apache-2.0
package catena.bench.defects;

import static catena.graph.judge.FindingKind.CORRUPT;
import static catena.graph.judge.FindingKind.LOST;
import static catena.graph.judge.FindingKind.UNDEFINED;
import static org.assertj.core.api.Assertions.assertThat;

import catena.bench.defects.Mutant.Load;
import catena.scenario.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MutantTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(Load.class)
  void everyLoadIsAScenarioThatCanBeRun(Load load) throws IOException {
    Path plan = Files.writeString(directory.resolve("plan.yaml"), load.plan());
    Path scenario =
        Files.writeString(
            directory.resolve("load.yaml"), load.scenario("mutants1", plan.toString()));
    assertThat(Main.run("run", scenario.toString(), "--dry-run", "--run-dir", directory + "/run"))
        .isZero();
  }

  @Test
  void eachMutantHasItsNameOnceAndNamesThatAreRight() {
    assertThat(Mutant.ALL).hasSizeGreaterThanOrEqualTo(24);
    assertThat(Mutant.ALL).extracting(Mutant::name).doesNotHaveDuplicates();
    assertThat(Mutant.ALL)
        .filteredOn(each -> each.names().isEmpty())
        .as("told as a doubt alone")
        .extracting(Mutant::name)
        .containsExactly("recovery-twice", "gc-file-in-use");
  }

  @Test
  void whatRefersToAWrongRowMayBeNamedWithItAndNotInItsPlace() {
    Mutant flip = mutant("file-flip");
    assertThat(flip.isRight(Set.of(CORRUPT))).isTrue();
    assertThat(flip.isRight(Set.of(CORRUPT, UNDEFINED))).isTrue();
    assertThat(flip.isRight(Set.of(UNDEFINED))).isFalse();
    assertThat(flip.isRight(Set.of(CORRUPT, LOST))).isFalse();
    assertThat(flip.isRight(Set.of())).isFalse();
  }

  private static Mutant mutant(String name) {
    return Mutant.ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}
