// SPDX-License-Identifier: Apache-2.0
package catena.records.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.records.budget.BudgetFile;
import catena.records.budget.Judgement;
import catena.records.budget.Measure;
import catena.records.budget.Measured;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one part writes of a run's plan and budgets, another reads, also where it is cut off. */
class PlanFilesTest {
  @TempDir private Path temp;
  private RunDirectory directory;
  private final Missing missing = new Missing();
  private TolerantReader files;

  @BeforeEach
  void open() {
    directory = RunDirectory.at(temp.toString(), new Configuration(false));
    files = new TolerantReader(directory, missing);
  }

  @AfterEach
  void close() throws IOException {
    directory.close();
  }

  private void cut(String name) throws IOException {
    byte[] whole = Files.readAllBytes(temp.resolve(name));
    Files.write(temp.resolve(name), Arrays.copyOf(whole, whole.length / 2));
  }

  private void text(String name, String text) throws IOException {
    Files.write(temp.resolve(name), text.getBytes(UTF_8));
  }

  @Test
  void aPlanIsReadAsItWasWritten() throws IOException {
    RunPlan plan =
        new RunPlan(
            "paper-6-3",
            Optional.of("6-3"),
            2,
            "nodes=500",
            Map.of("scale", "0.001"),
            List.of(
                new RunPlan.Phase(
                    "createtable", Optional.empty(), List.of("createtable"), Map.of()),
                new RunPlan.Phase(
                    "ingest+walk",
                    Optional.of("1 GB"),
                    List.of("ingest", "walk"),
                    Map.of("ingest", Map.of("ingest.entries", "7")))));
    assertThat(files.json(directory.phases(), RunPlan.class)).isEmpty();
    plan.writeTo(directory);
    assertThat(files.json(directory.phases(), RunPlan.class)).contains(plan);
    cut("phases.json");
    assertThat(files.json(directory.phases(), RunPlan.class)).isEmpty();
    assertThat(missing.sentences()).containsExactly("phases.json is cut off or damaged");
    text("phases.json", "{\"phases\":[{}],\"of a later version\":1}");
    assertThat(files.json(directory.phases(), RunPlan.class).orElseThrow().phases())
        .containsExactly(new RunPlan.Phase("", Optional.empty(), List.of(), Map.of()));
  }

  @Test
  void aRepetitionHasTheNameOfItsRowAndANumber() {
    RunPlan tenth = labelled("placement=all-slow, repetition 10");
    assertThat(tenth.repeated()).contains("placement=all-slow");
    assertThat(tenth.repetition()).contains("10");
    assertThat(labelled("repetition 2").repeated()).contains("x");
    assertThat(labelled("repetition 2").repetition()).contains("2");
    for (String single : List.of("", "nodes=500", "repetition=2")) {
      assertThat(labelled(single).repeated()).isEmpty();
      assertThat(labelled(single).repetition()).isEmpty();
    }
  }

  private static RunPlan labelled(String label) {
    return new RunPlan("x", Optional.empty(), 1, label, Map.of(), List.of());
  }

  @Test
  void aPhaseHasWhatTheLastPartUpToItReads() {
    RunPlan plan =
        new RunPlan(
            "x",
            Optional.empty(),
            1,
            "",
            Map.of(),
            List.of(
                phase("createtable", Map.of()),
                phase("ingest", Map.of()),
                phase("altertable", Map.of("key", "2")),
                phase("ingest", Map.of("ingest.entries", "7")),
                phase("altertable-2", Map.of("key", "3")),
                phase("ingest", Map.of())));
    assertThat(plan.varies("key")).isTrue();
    assertThat(plan.setting("key", 1)).isEmpty();
    assertThat(plan.setting("key", 2)).contains("2");
    assertThat(plan.setting("key", 3)).contains("2");
    assertThat(plan.setting("key", 5)).contains("3");
    assertThat(plan.varies("other")).isFalse();
  }

  private static RunPlan.Phase phase(String part, Map<String, String> settings) {
    return new RunPlan.Phase(part, Optional.empty(), List.of(part), Map.of(part, settings));
  }

  @Test
  void theRowsOfASweepAreReadAsTheyWereWritten() throws IOException {
    SweepFile.SweepEntry begun =
        new SweepFile.SweepEntry(
            1, "n=1", Map.of("n", "1"), "row-001-n-1", Optional.empty(), Optional.of(Verdict.FAIL));
    SweepFile file = new SweepFile("x", List.of(begun.with(Verdict.PASS), begun));
    file.writeTo(directory);
    assertThat(files.json(directory.sweep(), SweepFile.class)).contains(file);
    cut("sweep.json");
    assertThat(files.json(directory.sweep(), SweepFile.class)).isEmpty();
    text("sweep.json", "{\"rows\":[{\"number\":3}]}");
    assertThat(files.json(directory.sweep(), SweepFile.class).orElseThrow().rows())
        .containsExactly(
            new SweepFile.SweepEntry(3, "", Map.of(), "", Optional.empty(), Optional.empty()));
  }

  @Test
  void theRunsOfASweepThatHaveBegunAreOpened() throws IOException {
    SweepFile.SweepEntry first = entry(1);
    SweepFile sweep = new SweepFile("x", List.of(first, entry(2)));
    Files.createDirectory(temp.resolve(first.directory()));

    List<RunDirectory> begun = sweep.open(directory);

    assertThat(begun)
        .singleElement()
        .satisfies(run -> assertThat(run.root().getName()).isEqualTo(first.directory()));
    begun.get(0).close();
  }

  private static SweepFile.SweepEntry entry(int number) {
    return new SweepFile.SweepEntry(
        number, "", Map.of(), "row-00" + number, Optional.empty(), Optional.empty());
  }

  @Test
  void whatCameOfBudgetsIsReadAsItWasWritten() throws IOException {
    BudgetFile file =
        new BudgetFile(
            List.of(
                Judgement.of(Measure.INGEST_RATE, 5, Measured.of(4, "ingest")),
                Judgement.of(Measure.RECOVERY, 5, Measured.missing("no fault was injected"))),
            Optional.of("judged by the rest"));
    file.writeTo(directory);
    assertThat(files.json(directory.budgets(), BudgetFile.class)).contains(file);
    cut("budgets.json");
    assertThat(files.json(directory.budgets(), BudgetFile.class)).isEmpty();
    text("budgets.json", "{\"budgets\":[{\"budget\":\"of a later version\",\"limit\":1}]}");
    Judgement unknown =
        files.json(directory.budgets(), BudgetFile.class).orElseThrow().budgets().get(0);
    assertThat(unknown.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(unknown.measure()).isEmpty();
  }
}
