// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import static org.assertj.core.api.Assertions.assertThat;

import catena.batchwalker.BatchWalkActivity;
import catena.harness.activity.CallerContext;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.ingest.IngestActivity;
import catena.records.history.RateState;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.words.Problems;
import catena.walker.ScanActivity;
import catena.walker.WalkActivity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RateActivityTest {
  static final RateActivity RATE =
      new RateActivity(
          List.of(
              new IngestActivity(),
              new WalkActivity(),
              new BatchWalkActivity(),
              new ScanActivity()));

  private static Settings settings(String... pairs) {
    Map<String, String> given = new TreeMap<>(Map.of("measure.interval", "1s"));
    for (int i = 0; i < pairs.length; i += 2) {
      given.put(pairs[i], pairs[i + 1]);
    }
    return Settings.resolve(RATE.settings(), List.of(Layer.of("x", given)));
  }

  private static List<String> problems(String... pairs) {
    Problems problems = new Problems();
    RATE.check(settings(pairs), CallerContext.NOTHING, problems);
    return problems.found();
  }

  @Test
  void whatCanBeSearchedHasNoProblem() {
    assertThat(problems()).isEmpty();
    assertThat(problems("rate.workload", "walk", "budget.lookup.p99", "1s")).isEmpty();
    assertThat(
            problems(
                "rate.workload",
                "mixed",
                "rate.mix",
                "ingest=3,scan=1",
                "budget.flush.p99",
                "1s",
                "budget.range.p99",
                "1s"))
        .isEmpty();
  }

  @Test
  void whatTheSearchSaysItselfIsToBeLeftOut() {
    assertThat(problems("ingest.rate", "5", "ingest.duration", "5m"))
        .hasSize(2)
        .allMatch(problem -> problem.contains("leave it out"));
    assertThat(problems("rate.workload", "walk", "ingest.rate", "5")).isEmpty(); // it has no part
    assertThat(problems("rate.workload", "scan", "scan.count", "5")).hasSize(1);
    assertThat(problems("rate.workload", "scan", "read.wait", "5s"))
        .anyMatch(problem -> problem.startsWith("read.wait=5s: the search says itself"));
    assertThat(problems("rate.workload", "ingest", "read.wait", "5s")).isEmpty();
    assertThat(problems("rate.workload", "scan", "scan.entries", "500")).isEmpty();
  }

  @Test
  void aBudgetThatNoStepCanComeToIsRefused() {
    assertThat(problems("budget.ingest.rate", "5")).anyMatch(p -> p.contains("searched for"));
    assertThat(problems("mark.merges.cut", "1"))
        .containsExactly("mark.merges.cut: a search judges steps, and no whole run; leave it out");
    assertThat(problems("budget.lookup.p99", "1s")).anyMatch(p -> p.contains("no such operation"));
    assertThat(problems("budget.ycsb.rate", "5")).anyMatch(p -> p.contains("searched for"));
    assertThat(problems("budget.operation.p99", "1s"))
        .anyMatch(p -> p.contains("no such operation"));
    assertThat(problems("budget.recovery", "1m")).anyMatch(p -> p.contains("rate.agitate"));
    assertThat(problems("rate.workload", "walk", "budget.rejected", "1"))
        .anyMatch(p -> p.contains("writes nothing"));
  }

  @Test
  void numbersThatContradictOneAnotherAreRefusedAllAtOnce() {
    assertThat(problems("rate.from", "10", "rate.least", "20", "rate.limit", "5"))
        .hasSize(2)
        .anyMatch(p -> p.contains("rate.least"))
        .anyMatch(p -> p.contains("rate.limit"));
  }

  @Test
  void aPolicyThatDoesNothingInAStepIsRefused() {
    assertThat(problems("rate.agitate", "no-such-policy"))
        .isNotEmpty()
        .allMatch(p -> p.startsWith("rate.agitate in rate.step, rate.confirm: "));
  }

  /** The confirming run comes last: that nothing is done in it is said before the first step. */
  @Test
  void aPolicyThatDoesNothingInTheConfirmingRunIsRefused() {
    assertThat(problems("rate.agitate", "gentle", "rate.step", "20m"))
        .isNotEmpty()
        .allMatch(p -> p.startsWith("rate.agitate in rate.step, rate.confirm: "));
    assertThat(problems("rate.agitate", "gentle", "rate.step", "20m", "rate.confirm", "20m"))
        .isEmpty();
  }

  @Test
  void manyRepeatsAndTriesHaveStepsEnoughForTheirEnd() {
    assertThat(RATE.plan(settings()).search().mostSteps()).isEqualTo(200);
    Settings many = settings("rate.repeats", "30", "rate.tries", "20");
    RateSearch search = new RateSearch(RATE.plan(many).search());
    for (Optional<RateSearch.Trial> next = search.next(); next.isPresent(); next = search.next()) {
      search.took(next.get().rate() <= 5_000);
    }
    assertThat(search.conclusion().orElseThrow().state()).isEqualTo(RateState.FOUND);
  }

  @Test
  void aMixIsSharedOutAndEachClientHasItsPart() {
    Settings own =
        settings(
            "rate.workload",
            "mixed",
            "rate.mix",
            "ingest=3,walk=1",
            "ingest.clients",
            "5",
            "walk.clients",
            "2");
    PhaseSettings step = step(own, Duration.ofSeconds(20));
    List<Scenario.Part> parts = List.copyOf(step.all().keySet());

    assertThat(RATE.plan(own).terms())
        .contains(
            "ingest: 5 clients, 75.0 % of the operations.",
            "walk: 2 clients, 25.0 % of the operations.");
    assertThat(RATE.plan(settings("rate.workload", "walk", "walk.clients", "3")).terms())
        .as("where all is of one kind")
        .contains("walk: 3 clients.");
    assertThat(parts).extracting(part -> part.activity().name()).containsExactly("ingest", "walk");
    assertThat(step.of(parts.get(0)).effective())
        .containsEntry("ingest.rate", "150.0")
        .containsEntry("ingest.duration", "25s");
    assertThat(step.of(parts.get(1)).effective())
        .containsEntry("walk.rate", "125.0")
        .containsEntry("walk.duration", "25s");
    assertThat(RATE.plan(own).unit()).isEqualTo("operations");
  }

  /** The settings of a step at 1000 operations per second. */
  private static PhaseSettings step(Settings own, Duration measured) {
    StepRunner runner = new StepRunner(RATE.plan(own), own, RATE.settings());
    return runner.settings(runner.scenario(1000, measured), CallerContext.NOTHING);
  }

  @Test
  void aStepIsMeasuredInManyIntervals() {
    assertThat(interval("measure.interval", "1h")).isEqualTo("1s");
    assertThat(interval("measure.interval", "300ms")).isEqualTo("300ms");
    assertThat(interval("measure.interval", "1h", "rate.step", "1s")).isEqualTo("100ms");
  }

  private static String interval(String... pairs) {
    Settings own = settings(pairs);
    PhaseSettings step = step(own, RATE.plan(own).step());
    return step.all().values().iterator().next().effective().get("measure.interval");
  }

  @Test
  void aMixThatIsNoneIsRefused() {
    for (String mix : List.of("ingest", "ingest=0", "fly=3", "ingest=1,ingest=2", "", "walk=x")) {
      Problems problems = new Problems();
      Settings unused =
          Settings.resolve(
              RATE.settings(),
              RATE.settings(),
              List.of(Layer.of("x", Map.of("rate.mix", mix))),
              problems);
      assertThat(problems.found()).as(mix).hasSize(1);
    }
  }

  @Test
  void itSaysRoughlyHowLongItTakes() {
    assertThat(RATE.forecast(settings()).limit().orElseThrow())
        .isBetween(Duration.ofMinutes(8), Duration.ofMinutes(20));
    assertThat(RATE.forecast(settings()).words()).contains("ingest from 1000/s entries");
  }

  @Test
  void itTakesThePlaceOfTheBudgetsOfTheWholeRun() {
    assertThat(RATE.description().inPlaceOf()).containsExactly("rate", "budgets");
  }
}
