// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.harness.accumulo.TableCopy;
import catena.harness.accumulo.TableName;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.UsageException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTableTest {
  private static final GraphSpec SPEC = GraphSpec.ofSeed(5);

  @TempDir Path directory;

  private RunDirectory run(String name) {
    return RunDirectory.at(directory.resolve(name).toString());
  }

  private RunDirectory written(String name) throws Exception {
    RunDirectory run = run(name);
    new GraphFile("soak", "7", "here", SPEC).writeTo(run);
    return run;
  }

  private static Settings settings(Map<String, String> values) {
    return Settings.resolve(List.of(TableName.SETTING), List.of(Layer.of("test", values)));
  }

  @Test
  void theTableIsTheUsersElseTheFirstRunsElseTheDefault() throws Exception {
    List<RunDirectory> runs = List.of(run("without"), written("a"));

    assertThat(TableName.of(settings(Map.of()), runs)).isEqualTo("soak");
    assertThat(TableName.of(settings(Map.of("table.name", "mine")), runs)).isEqualTo("mine");
    assertThat(TableName.of(settings(Map.of()), List.of(run("without")))).isEqualTo("ci");
  }

  @Test
  void theTableThatARunWroteIsItsOwn() throws Exception {
    RunTable table = new RunTable("here", "soak", "7", Optional.of(SPEC));
    RunTable renamed = new RunTable("here", "other", "7", Optional.of(SPEC));

    assertThatCode(() -> table.check(List.of(written("a"), run("without"))))
        .doesNotThrowAnyException();
    assertThatCode(() -> renamed.check(List.of(written("a")))).doesNotThrowAnyException();
  }

  @Test
  void anyOtherTableIsRefused() throws Exception {
    RunDirectory run = written("a");
    for (RunTable other :
        List.of(
            new RunTable("there", "soak", "7", Optional.of(SPEC)),
            new RunTable("here", "soak", "8", Optional.of(SPEC)))) {
      assertThatThrownBy(() -> other.check(List.of(run)))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("wrote into table soak (id 7, instance here)")
          .hasMessageContaining("that is there now");
    }
    assertThatThrownBy(
            () ->
                new RunTable("here", "soak", "7", Optional.of(GraphSpec.ofSeed(6)))
                    .check(List.of(run)))
        .hasMessageContaining("has another graph now");
    assertThatThrownBy(
            () -> new RunTable("here", "soak", "7", Optional.empty()).check(List.of(run)))
        .hasMessageContaining("has no graph any more");
  }

  @Test
  void howTheyDifferIsSaidWithoutAdvice() throws Exception {
    RunDirectory run = written("a");
    GraphFile graph = GraphFile.read(run).orElseThrow();

    assertThat(new RunTable("here", "soak", "7", Optional.of(SPEC)).differs(run, graph)).isEmpty();
    assertThat(new RunTable("here", "new", "8", Optional.of(SPEC)).differs(run, graph))
        .contains(
            run.display()
                + " wrote into table soak (id 7, instance here), which is not the table new (id 8,"
                + " instance here) that is there now");
  }

  @Test
  void aCopyIsOfTheTableThatTheRunsWrote() throws Exception {
    RunDirectory run = written("a");
    TableCopy of = new TableCopy("soak", "7", "", 2, true);
    RunTable copy = new RunTable("here", "soak_moru", "9", Optional.of(SPEC), Optional.of(of));
    assertThatCode(() -> copy.check(List.of(run))).doesNotThrowAnyException();
    assertThat(copy.home()).isEqualTo(new Ledgers.Home("here", "7", SPEC.fingerprint()));

    TableCopy ofAnother = new TableCopy("other", "8", "", 2, true);
    assertThatThrownBy(
            () ->
                new RunTable("here", "soak_moru", "9", Optional.of(SPEC), Optional.of(ofAnother))
                    .check(List.of(run)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(
            "is not the table other (id 8, instance here) of which soak_moru is a copy");
  }

  @Test
  void itsLedgersNameTheGraphThatItHas() {
    assertThat(new RunTable("here", "soak", "7", Optional.of(SPEC)).home())
        .isEqualTo(new Ledgers.Home("here", "7", SPEC.fingerprint()));
    assertThat(new RunTable("here", "soak", "7", Optional.empty()).home().fingerprint())
        .isEqualTo("none");
  }

  @Test
  void ledgersNeedATableWithAGraph() throws Exception {
    RunDirectory run = run("ledgers");
    run.writeAtomically(run.ledger(0), "x".getBytes(StandardCharsets.UTF_8), "a ledger");

    assertThatThrownBy(() -> new RunTable("here", "ci", "7", Optional.empty()).check(List.of(run)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("table ci has no graph");
    assertThatCode(() -> new RunTable("here", "ci", "7", Optional.of(SPEC)).check(List.of(run)))
        .doesNotThrowAnyException();
  }

  @Test
  void aGraphThatCannotBeReadIsRefused() throws Exception {
    RunDirectory run = run("broken");
    run.writeAtomically(run.graph(), "{".getBytes(StandardCharsets.UTF_8), "a graph");

    assertThatThrownBy(() -> TableName.of(settings(Map.of()), List.of(run)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("graph.json");
  }
}
