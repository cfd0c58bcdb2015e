// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.agitator.AgitateActivity;
import catena.agitator.AgitateSettings;
import catena.harness.activity.Activity;
import catena.harness.activity.Given;
import catena.harness.activity.RunContext;
import catena.harness.activity.Site;
import catena.harness.client.Seed;
import catena.harness.engine.DryRun;
import catena.harness.engine.PhasePerformer;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.harness.watch.RunFollower;
import catena.records.history.Span;
import catena.records.latency.Measuring;
import catena.records.run.Lines;
import catena.records.run.RunDirectory;
import catena.records.sample.Sample;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.settings.Texts;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.scenario.rate.RateSearch.Stage;
import catena.scenario.rate.RateSearch.Trial;
import com.google.common.base.Suppliers;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Does a step: the activities of the workload at a rate for some time, under agitation if that is
 * asked for, and returns its figures.
 *
 * @param known the settings that the search may be given
 */
record StepRunner(RatePlan plan, Settings own, List<Setting<?>> known) {
  /** What injects faults in a step. */
  static final Activity AGITATE = new AgitateActivity();

  /**
   * How much of this machine was used in some time.
   *
   * @param processors which share of its processors this process used
   * @param host which share of all processors was used, by any process; 0 if not known
   */
  private record Usage(double processors, double host) {}

  /** Begins to measure; the supplier returns what was used since. */
  private static Supplier<Usage> measuring() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long cpu = system.getProcessCpuTime();
    long began = System.nanoTime();
    double unused = system.getCpuLoad(); // its value covers the time since the last call
    return () -> {
      double nanos = Math.max(1, System.nanoTime() - began);
      double processors = Runtime.getRuntime().availableProcessors();
      return new Usage(
          (system.getProcessCpuTime() - cpu) / nanos / processors,
          Math.max(0, system.getCpuLoad()));
    };
  }

  /** A step as a scenario of one phase: what takes part in it at a rate, so long. */
  Scenario scenario(double rate, Duration measured) {
    String length = Texts.duration(plan.warmup().plus(measured));
    List<Part> parts = new ArrayList<>();
    for (RatedActivity kind : plan.shares().keySet()) {
      double each = plan.rateOf(kind, rate) / plan.clients().get(kind);
      Map<String, String> its =
          Map.of(
              kind.key("rate"), Double.toString(each),
              kind.key("duration"), length,
              Measuring.INTERVAL.key(), Texts.duration(plan.intervalOf(measured)));
      parts.add(new Part(kind.activity(), kind.does(), its));
    }
    if (!plan.agitation().isEmpty()) {
      Map<String, String> its =
          Map.of(
              AgitateSettings.POLICY.key(),
              plan.agitation(),
              AgitateSettings.DURATION.key(),
              length);
      parts.add(new Part(AGITATE.name(), AGITATE, its));
    }
    return of(parts.toArray(Part[]::new));
  }

  private Scenario of(Part... parts) {
    Layer layer = Layer.of("rate", own.effective()).lenient();
    return Scenario.of("step", "a step of the search", layer, parts);
  }

  /** The settings of the parts of a step; checked, as those of any scenario are. */
  PhaseSettings settings(Scenario step, Given given) {
    return PhaseSettings.of(step, known, given);
  }

  /** Finds what is wrong with the parts of the first step. */
  void check(Given given, Problems problems) {
    for (Part part : scenario(plan.search().from(), plan.step()).parts()) {
      Problems found = new Problems();
      found.check(
          () -> {
            PhaseSettings unused = settings(of(part), given);
          });
      String where = part.activity() == AGITATE ? "rate.agitate in steps of this length: " : "";
      found.found().forEach(problem -> problems.add(where + problem));
    }
  }

  /** Checks with the cluster whether the parts of the first step can be done; begins nothing. */
  void ask(Site site) throws Exception {
    Scenario first = scenario(plan.search().from(), plan.step());
    new DryRun(first, settings(first, site.given())).ask(site);
  }

  /**
   * Performs a step.
   *
   * @param number of the step, from 1: readers of each read other rows
   */
  StepFigures run(Trial trial, int number, RunContext run) throws Exception {
    Duration measured = trial.stage() == Stage.CONFIRM ? plan.confirm() : plan.step();
    Scenario step = scenario(trial.rate(), measured);
    long begin = run.clock().millis();
    run.journal().flush();
    StepGauge gauge =
        new StepGauge(List.copyOf(plan.shares().keySet()), begin, plan.warmup(), measured);
    RunFollower.Listening listening = run.follower().listen(gauge);
    // What is used is of the time in which clients work: an agitator goes on until it has healed.
    Supplier<Usage> usage = Suppliers.memoize(measuring()::get);
    PhasePerformer performer =
        phases(
            settings(step, run.site().given()),
            new Seed(run.site().seed()).derive("rate", number).value(),
            usage);
    PartOutcome outcome;
    Usage used;
    try (listening) {
      outcome =
          performer.perform(step.phases().get(0), number, run).stream()
              .reduce(PartOutcome.NOTHING, PartOutcome::and);
      used = usage.get();
      run.journal().flush();
      run.follower().poll();
    }
    return new StepFigures(
        gauge.measured().from(),
        gauge.measured().to(),
        plan.shares().keySet().stream()
            .map(kind -> gauge.of(kind, plan.clients().get(kind), plan.rateOf(kind, trial.rate())))
            .toList(),
        used.processors(),
        used.host(),
        gauge.unanswered(),
        gauge.rejected(),
        gauge.faults(),
        hold(run.directory(), gauge.measured()),
        outcome);
  }

  /** Performs a step as any phase, with a seed that is the step's alone for all but faults. */
  private static PhasePerformer phases(PhaseSettings settings, long seed, Supplier<Usage> usage) {
    return new PhasePerformer(settings, Optional.empty()) {
      @Override
      protected PartOutcome perform(Part part, Settings its, RunContext run, StopSignal stop)
          throws Exception {
        if (part.activity() == AGITATE) { // the same faults in each step
          return super.perform(part, its, run, stop);
        }
        RunContext seeded = run.of(run.name(), run.site().seeded(seed), stop);
        PartOutcome outcome = super.perform(part, its, seeded, stop);
        Usage unused = usage.get();
        return outcome;
      }
    };
  }

  /** The longest hold time that was sampled in the measured time. */
  private static OptionalDouble hold(RunDirectory run, Span measured) throws IOException {
    List<Double> holds = new ArrayList<>();
    if (run.fileSystem().exists(run.clusterSamples())) {
      long unused =
          Lines.read(
              run.fileSystem(),
              run.clusterSamples(),
              line -> Optional.of(Sample.parse(line)),
              sample -> {
                Number hold = sample.values().get(Sample.HOLD_TIME);
                if (hold != null
                    && measured.from() <= sample.at()
                    && sample.at() <= measured.to()) {
                  holds.add(hold.doubleValue());
                }
              });
    }
    return holds.stream().mapToDouble(each -> each).max();
  }
}
