// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.fixture.NoCluster;
import catena.records.budget.BudgetFile;
import catena.records.budget.Measure;
import catena.records.history.Missing;
import catena.records.history.RateCause;
import catena.records.history.RateFile;
import catena.records.history.RateState;
import catena.records.history.TolerantReader;
import catena.records.journal.Event;
import catena.records.journal.Journal;
import catena.records.journal.JournalReader;
import catena.records.run.RunDirectory;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.scenario.rate.RateSearch.Trial;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search with steps of a simulated cluster, and what it leaves in the run directory. */
class SearchTest {
  @TempDir private Path files;
  private RunDirectory directory;
  private Journal journal;
  private final StopSignal stop = new StopSignal();
  private final List<Double> asked = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    directory = RunDirectory.at(files.toString());
    journal = new Journal(directory.append(directory.events("run")), e -> {});
  }

  @AfterEach
  void close() throws Exception {
    journal.close();
    directory.close();
  }

  /** A cluster with a capacity, whose answers take longer the nearer to it. */
  private StepFigures step(double rate, double capacity) {
    asked.add(rate);
    double done = Math.min(rate, capacity);
    double millis = rate < capacity ? 20 / (1 - rate / capacity) : 9_000;
    return figures(rate, done, millis, 0.3, PartOutcome.NOTHING);
  }

  private static StepFigures figures(
      double rate, double done, double millis, double processors, PartOutcome outcome) {
    Histogram latencies = new Histogram(3);
    latencies.recordValueWithCount((long) (millis * 1e6), 1000);
    WorkFigures work =
        new WorkFigures(RatedOperations.WALK, 8, rate, done, latencies, latencies, 0.01, 0.2, 0.3);
    return new StepFigures(
        1_000,
        21_000,
        List.of(work),
        processors,
        0.5,
        0,
        0,
        List.of(),
        OptionalDouble.empty(),
        outcome);
  }

  private PartOutcome search(
      FailableBiFunction<Trial, Integer, StepFigures, Exception> steps, String... settings)
      throws Exception {
    Map<String, String> given =
        new TreeMap<>(Map.of("rate.workload", "walk", "measure.interval", "1s"));
    for (int i = 0; i < settings.length; i += 2) {
      given.put(settings[i], settings[i + 1]);
    }
    Settings own =
        Settings.resolve(RateActivityTest.RATE.settings(), List.of(Layer.of("x", given)));
    RatePlan plan = restless(RateActivityTest.RATE.plan(own));
    PartEnvironment site = NoCluster.site(OutputStream.nullOutputStream());
    RunContext run = new RunContext("rate", site, directory, journal, Optional.empty(), stop);
    StepJudge judge = new StepJudge(new TreeMap<>(Map.of(Measure.LOOKUP_P99, 0.1)), 0.05);
    return new Search(plan, plan.terms(), judge, steps, run).perform();
  }

  private static RatePlan restless(RatePlan plan) {
    return new RatePlan(
        plan.workload(),
        plan.shares(),
        plan.clients(),
        plan.search(),
        plan.warmup(),
        plan.step(),
        plan.confirm(),
        Duration.ZERO,
        plan.shortfall(),
        plan.interval(),
        plan.agitation());
  }

  private RateFile file() {
    return new TolerantReader(directory, new Missing())
        .json(directory.rate(), RateFile.class)
        .orElseThrow();
  }

  @Test
  void oneNumberWithItsSpreadAndWhyThereIsNoMore() throws Exception {
    PartOutcome outcome = search((trial, number) -> step(trial.rate(), 5_000));

    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    RateFile file = file();
    assertThat(file.state()).isEqualTo(RateState.FOUND);
    assertThat(file.rate()).isBetween(4_000 / 1.06, 4_000.0); // where answers take 100 ms
    assertThat(file.low()).isLessThanOrEqualTo(file.rate());
    assertThat(file.high()).isGreaterThanOrEqualTo(file.rate());
    assertThat(file.steps()).hasSize(asked.size());
    for (int i = 0; i < asked.size(); i++) {
      assertThat(file.steps().get(i).number()).isEqualTo(i + 1);
      assertThat(file.steps().get(i).asked()).isEqualTo(asked.get(i));
      assertThat(file.steps().get(i).done()).isEqualTo(Math.min(asked.get(i), 5_000));
    }
    assertThat(file.beyond().orElseThrow())
        .satisfies(
            step -> {
              assertThat(step.cause()).isEqualTo(RateCause.BUDGET);
              assertThat(step.asked()).isBetween(4_000.0, file.rate() * 1.06);
            });
    assertThat(String.join("\n", outcome.facts()))
        .contains("the highest rate is", "lookups", "confirmed by step", "not held: ", "missed")
        .contains("outcome");
    assertThat(outcome.facts()).allMatch(line -> line.length() <= 78);
    BudgetFile budgets =
        new TolerantReader(directory, new Missing())
            .json(directory.budgets(), BudgetFile.class)
            .orElseThrow();
    assertThat(budgets.outcome().verdict()).isEqualTo(Verdict.PASS);
    assertThat(budgets.doubt()).isEmpty();
  }

  @Test
  void eachStepIsNotedInTheJournal() throws Exception {
    PartOutcome unused = search((trial, number) -> step(trial.rate(), 5_000));
    journal.flush();
    List<String> notes = new ArrayList<>();
    JournalReader.read(
        directory.fileSystem(),
        directory.events("run"),
        event -> {
          if (event instanceof Event.Note note) {
            notes.add(note.toString());
          }
        });
    assertThat(notes).hasSize(asked.size());
    assertThat(notes.get(0)).contains("step 1, ", " of search 1: ", " lookups, held");
    assertThat(notes).anyMatch(note -> note.contains("not held, ") && note.contains("lookup.p99"));
  }

  @Test
  void aStopBeforeTheFirstStepReportsOnlyTheStop() throws Exception {
    stop.ask("Ctrl-C");
    PartOutcome outcome = search((trial, number) -> step(trial.rate(), 5_000));
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).containsExactly("the search was broken off (Ctrl-C)");
    assertThat(asked).isEmpty();
    assertThat(file().state()).isEqualTo(RateState.BROKEN_OFF);
  }

  @Test
  void doubtsAreReportedOnceAndNotWithoutEnd() throws Exception {
    PartOutcome outcome =
        search(
            (t, number) -> {
              PartOutcome all = PartOutcome.doubt("the same");
              for (int i = 0; i < 60; i++) {
                all = all.and(PartOutcome.doubt("doubt " + number + "-" + i));
              }
              return figures(t.rate(), t.rate(), 5, 0.1, number < 5 ? all : PartOutcome.NOTHING);
            });
    assertThat(outcome.reasons()).contains("the same", "doubt 1-59", "doubt 2-38");
    assertThat(outcome.reasons()).doesNotContain("doubt 2-39", "doubt 3-0");
  }

  @Test
  void theClientsLimitIsNamedAsSuch() throws Exception {
    PartOutcome outcome =
        search(
            (trial, number) ->
                figures(
                    trial.rate(),
                    Math.min(trial.rate(), 3_000),
                    trial.rate() > 3_000 ? 2_000 : 10,
                    Math.min(1, trial.rate() / 3_000),
                    PartOutcome.NOTHING));

    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(file().beyond().orElseThrow().cause()).isEqualTo(RateCause.CLIENT);
    assertThat(String.join(" ", outcome.facts())).contains("(client)", "this process used");
  }

  @Test
  void noRateThatIsHeldIsAMissedBudget() throws Exception {
    PartOutcome outcome =
        search((t, number) -> figures(t.rate(), t.rate(), 500, 0.1, PartOutcome.NOTHING));

    assertThat(outcome.verdict()).isEqualTo(Verdict.BUDGET);
    assertThat(outcome.reasons()).singleElement().asString().contains("not even", "lookup.p99");
    assertThat(file().state()).isEqualTo(RateState.NEVER);
    BudgetFile budgets =
        new TolerantReader(directory, new Missing())
            .json(directory.budgets(), BudgetFile.class)
            .orElseThrow();
    assertThat(budgets.outcome().verdict()).isEqualTo(Verdict.BUDGET);
    assertThat(budgets.doubt()).isEmpty();
  }

  /** Else a later verification of the run would make a PASS of it. */
  @Test
  void budgetsThatWereMetAreNoPassOfASearchWithoutANumber() throws Exception {
    PartOutcome never =
        search((t, number) -> figures(t.rate(), t.rate() / 2, 5, 0.1, PartOutcome.NOTHING));
    assertThat(never.verdict()).isEqualTo(Verdict.BUDGET);
    BudgetFile budgets =
        new TolerantReader(directory, new Missing())
            .json(directory.budgets(), BudgetFile.class)
            .orElseThrow();
    assertThat(budgets.budgets())
        .as("each by itself")
        .isNotEmpty()
        .allMatch(each -> each.verdict() == Verdict.PASS);
    assertThat(budgets.doubt()).contains(file().sentence());
    assertThat(budgets.outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void allThatIsHeldUpToTheLimitIsAtLeastThat() throws Exception {
    PartOutcome outcome =
        search(
            (t, number) -> figures(t.rate(), t.rate(), 5, 0.1, PartOutcome.NOTHING),
            "rate.limit",
            "777");

    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(file().state()).isEqualTo(RateState.AT_LEAST);
    assertThat(file().rate()).isEqualTo(777);
    assertThat(String.join(" ", outcome.facts())).contains("at least 777/s", "rate.limit");
  }

  @Test
  void stepsThatContradictOneAnotherAreUnknown() throws Exception {
    PartOutcome outcome =
        search((trial, number) -> step(trial.rate(), trial.repeat() == 1 ? 5_000 : 3_000));

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).singleElement().asString().contains("cannot be determined");
    assertThat(file().state()).isEqualTo(RateState.CANNOT_TELL);
    assertThat(file().hasRate()).isFalse();
  }

  @Test
  void stepsInDoubtAreNeverANumber() throws Exception {
    PartOutcome outcome =
        search(
            (t, number) ->
                figures(t.rate(), t.rate(), 5, 0.1, PartOutcome.doubt("rows were not settled")));

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(file().hasRate()).isFalse();
  }

  @Test
  void aSearchThatOnlyDoubtEndsHasNoNumber() throws Exception {
    PartOutcome doubt = PartOutcome.doubt("rows were not settled");
    PartOutcome outcome =
        search(
            (t, number) ->
                figures(
                    t.rate(), t.rate(), 5, 0.1, t.rate() < 4_000 ? PartOutcome.NOTHING : doubt));

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .hasSize(2)
        .contains("rows were not settled")
        .first()
        .asString()
        .contains(
            "cannot be determined", "were held, and step", "in doubt", "rows were not settled");
    assertThat(file().state()).isEqualTo(RateState.CANNOT_TELL);
    assertThat(file().hasRate()).isFalse();
  }

  @Test
  void aDoubtNextToARealLimitChangesNothingOfTheNumberAndIsNoPass() throws Exception {
    PartOutcome doubt = PartOutcome.doubt("8 rows are in doubt (RESURRECTED)");
    List<Integer> doubted = new ArrayList<>();
    PartOutcome outcome =
        search(
            (t, number) -> {
              StepFigures step = step(t.rate(), 5_000);
              if (t.rate() < 4_100 || !doubted.isEmpty()) {
                return step;
              }
              doubted.add(number); // the first step beyond the limit; it is tried once more
              return figures(t.rate(), t.rate(), 5, 0.1, doubt);
            });

    assertThat(doubted).hasSize(1);
    assertThat(file().state()).isEqualTo(RateState.FOUND);
    assertThat(file().rate()).isBetween(4_000 / 1.06, 4_000.0);
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).containsExactly("8 rows are in doubt (RESURRECTED)");
  }

  @Test
  void aFindingEndsTheSearch() throws Exception {
    PartOutcome lost =
        new PartOutcome(
            Verdict.FAIL,
            List.of("a row is lost"),
            Map.of(),
            Map.of(FindingKind.LOST, 1L),
            List.of());
    PartOutcome outcome =
        search(
            (t, number) -> {
              asked.add(t.rate());
              return figures(t.rate(), t.rate(), 5, 0.1, number < 3 ? PartOutcome.NOTHING : lost);
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).containsEntry(FindingKind.LOST, 1L);
    assertThat(asked).hasSize(3);
    assertThat(file().state()).isEqualTo(RateState.BROKEN_OFF);
  }

  @Test
  void aStopLeavesWhatIsKnownSoFar() throws Exception {
    PartOutcome outcome =
        search(
            (t, number) -> {
              if (number == 8) {
                stop.ask("Ctrl-C");
              }
              assertThat(file().steps()).hasSize(number - 1);
              return step(t.rate(), 5_000);
            });

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .contains("broken off (Ctrl-C)", "was held", "was not");
    assertThat(file().state()).isEqualTo(RateState.BROKEN_OFF);
    assertThat(file().steps()).hasSize(7); // the step that was cut short says nothing
  }

  @Test
  void stepsThatCannotBeMeasuredEndIt() throws Exception {
    PartOutcome outcome =
        search(
            (t, number) ->
                new StepFigures(
                    0,
                    0,
                    List.of(),
                    0,
                    0,
                    0,
                    0,
                    List.of(),
                    OptionalDouble.empty(),
                    PartOutcome.doubt("walk failed: no such table")));

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons().get(0)).contains("could not be measured", "no such table");
    assertThat(file().steps()).hasSize(2);
  }

  @Test
  void aRunHasOneSearch() throws Exception {
    search((trial, number) -> step(trial.rate(), 5_000));
    PartOutcome second = search((trial, number) -> step(trial.rate(), 5_000));
    assertThat(second.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(second.reasons().get(0)).contains("already");
  }

  /** Its page would say for ever that the search goes on. */
  @Test
  void aSearchWhoseProcessDiedIsBrokenOffWithTheStepsThatItHadDone() throws Exception {
    PartOutcome first = search((trial, number) -> step(trial.rate(), 5_000));
    assertThat(first.verdict()).isEqualTo(Verdict.PASS);
    RateFile done = file();
    new RateFile(
            done.workload(),
            done.unit(),
            done.terms(),
            RateState.SEARCHING,
            0,
            0,
            0,
            "the search goes on",
            done.steps())
        .writeTo(directory);
    asked.clear();
    PartOutcome second = search((trial, number) -> step(trial.rate(), 5_000));
    assertThat(second.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(second.reasons().get(0)).contains("the process that searched has died", " was held");
    assertThat(asked).isEmpty();
    assertThat(file().state()).isEqualTo(RateState.BROKEN_OFF);
    assertThat(file().steps()).isEqualTo(done.steps());
  }
}
