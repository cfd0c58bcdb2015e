// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.Work;
import catena.read.reader.PaceSettings;
import catena.records.budget.Measure;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.words.Amounts;
import catena.records.words.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Searches for the highest rate of a workload that the cluster holds within the budgets. */
public final class RateActivity implements Activity {
  /** The word in a scenario and on the command line. */
  public static final String NAME = "rate";

  /** What a search says itself for each of its steps, or what would stand in its way. */
  private static final List<String> OF_WRITERS =
      List.of("rate", "duration", "entries", "pause.length");

  private static final List<String> OF_READERS = List.of("rate", "duration", "count");

  private final RateSettings rates;
  private final List<Setting<?>> settings;

  /**
   * The activity.
   *
   * @param activities the rated ones among them can be searched for
   */
  public RateActivity(List<Activity> activities) {
    List<RatedActivity> rated = RatedActivity.among(activities);
    this.rates = new RateSettings(rated);
    this.settings =
        Stream.of(
                rates.all().stream(),
                Measure.settings().stream(),
                rated.stream().flatMap(each -> each.does().settings().stream()),
                StepRunner.AGITATE.settings().stream())
            .<Setting<?>>flatMap(each -> each)
            .distinct()
            .toList();
  }

  /** The plan that the settings give. */
  RatePlan plan(Settings own) {
    return RatePlan.of(rates, own);
  }

  @Override
  public Description description() {
    return Description.of(
            NAME, "search for the highest rate that the cluster holds within budgets", settings)
        .examples(
            "bin/catena rate ingest -o budget.flush.p99=500ms",
            "bin/catena rate walk -c client.properties -o walk.clients=32 -o rate.step=60s")
        .effect(Effect.WRITES)
        // In the run as a whole most steps are meant to miss a budget: each is judged by itself.
        .inPlaceOf(NAME, "budgets");
  }

  @Override
  public Forecast forecast(Settings own) {
    RatePlan plan = plan(own);
    return Forecast.lasting(
        "%s from %s %s, about %d steps"
            .formatted(
                plan.workload(),
                Amounts.rate(plan.search().from()),
                plan.unit(),
                plan.usualSteps()),
        Optional.of(plan.usualTime()));
  }

  @Override
  public void check(Settings own, CallerContext given, Problems problems) {
    problems.check(() -> checkPlan(plan(own), own, given, problems));
  }

  private void checkPlan(RatePlan plan, Settings own, CallerContext given, Problems problems) {
    for (RatedActivity kind : plan.shares().keySet()) {
      checkOwn(kind, own, problems);
    }
    budgets(own).keySet().forEach(measure -> checkBudget(measure, plan, problems));
    Measure.limits(own).keySet().stream()
        .filter(Measure::isMark)
        .map(measure -> measure.key() + ": a search judges steps, and no whole run; leave it out")
        .forEach(problems::add);
    new StepRunner(plan, own, settings).check(given, problems);
  }

  private void checkOwn(RatedActivity kind, Settings own, Problems problems) {
    Stream<String> keys = (kind.writes() ? OF_WRITERS : OF_READERS).stream().map(kind::key);
    Stream<String> waits = kind.writes() ? Stream.of() : Stream.of(PaceSettings.WAIT.key());
    for (String key : Stream.concat(keys, waits).toList()) {
      settings.stream()
          .filter(setting -> setting.key().equals(key))
          .filter(setting -> !setting.defaultText().equals(own.effective().get(key)))
          .forEach(
              setting ->
                  problems.add(
                      "%s=%s: the search says itself how fast and how long each step goes; leave it out"
                          .formatted(key, own.effective().get(key))));
    }
  }

  private static void checkBudget(Measure measure, RatePlan plan, Problems problems) {
    String key = measure.key();
    boolean ofOther =
        measure.of() == Measure.Of.PERCENTILE
            && plan.shares().keySet().stream()
                .noneMatch(kind -> kind.rated().percentile() == measure);
    problems.unless(
        measure.of() != Measure.Of.RATE,
        key + ": the rate is what is searched for; leave it out, or set rate.limit");
    problems.unless(
        !ofOther,
        "%s: the workload %s has no such operation; leave it out".formatted(key, plan.workload()));
    boolean ofFaults = measure.of() == Measure.Of.RECOVERY || measure.of() == Measure.Of.REHOST;
    problems.unless(
        !ofFaults || !plan.agitation().isEmpty(),
        key + ": no fault is injected; leave it out, or name a policy with rate.agitate");
    problems.unless(
        measure.of() != Measure.Of.REJECTED
            || plan.shares().keySet().stream().anyMatch(RatedActivity::writes),
        key + ": the workload " + plan.workload() + " writes nothing; leave it out");
  }

  /** What is asked of each step. */
  static SortedMap<Measure, Double> budgets(Settings own) {
    SortedMap<Measure, Double> budgets = Measure.limits(own);
    budgets.keySet().removeIf(Measure::isMark); // what a run met is no measure of a step's speed
    return budgets;
  }

  @Override
  public Work prepare(PartEnvironment site, Settings own) throws Exception {
    RatePlan plan = plan(own);
    StepRunner runner = new StepRunner(plan, own, settings);
    runner.ask(site);
    SortedMap<Measure, Double> budgets = budgets(own);
    List<String> terms = new ArrayList<>(plan.terms());
    terms.add(asked(budgets));
    return run ->
        new Search(
                plan,
                terms,
                new StepJudge(budgets, plan.shortfall()),
                (trial, number) -> runner.run(trial, number, run),
                run)
            .perform();
  }

  private static String asked(Map<Measure, Double> budgets) {
    if (budgets.isEmpty()) {
      return "No budget was set: each step had to do what was asked.";
    }
    return budgets.entrySet().stream()
        .map(each -> each.getKey().word() + " " + each.getKey().asked(each.getValue()))
        .collect(Collectors.joining(", ", "Budgets of each step: ", "."));
  }
}
