// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.agitator.AgitateActivity;
import catena.agitator.AgitateSettings;
import catena.harness.activity.Activity;
import catena.harness.activity.PreparedPart;
import catena.harness.activity.RunContext;
import catena.harness.activity.Site;
import catena.harness.client.Seed;
import catena.harness.engine.ParallelPhase;
import catena.harness.engine.ParallelPhase.Member;
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
import catena.records.verdict.PartOutcome;
import catena.scenario.rate.search.Stage;
import catena.scenario.rate.search.Trial;
import com.google.common.base.Suppliers;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Does a step: the activities of the workload at a rate for some time, under agitation if that is
 * asked for, and says what it came to.
 */
final class StepRunner {
  /** What injects faults in a step. */
  static final Activity AGITATE = new AgitateActivity();

  private final RatePlan plan;
  private final Settings own;

  StepRunner(RatePlan plan, Settings own) {
    this.plan = plan;
    this.own = own;
  }

  /**
   * How much of this machine was used in some time.
   *
   * @param processors which share of its processors this process used
   * @param host which share of all processors was used, by whomever; 0 where it is not known
   */
  private record Usage(double processors, double host) {}

  /** Begins to measure; what it returns says what was used since. */
  private static Supplier<Usage> measuring() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long cpu = system.getProcessCpuTime();
    long began = System.nanoTime();
    double unused = system.getCpuLoad(); // what it tells is of the time since it was asked last
    return () -> {
      double nanos = Math.max(1, System.nanoTime() - began);
      double processors = Runtime.getRuntime().availableProcessors();
      return new Usage(
          (system.getProcessCpuTime() - cpu) / nanos / processors,
          Math.max(0, system.getCpuLoad()));
    };
  }

  /** An activity with its settings in a step. */
  record Part(Activity activity, Settings settings) {}

  /**
   * What takes part in a step.
   *
   * @param known the settings that the search may be given
   */
  List<Part> parts(double rate, Duration measured, List<Setting<?>> known) {
    Duration length = plan.warmup().plus(measured);
    List<Part> parts = new ArrayList<>();
    for (Operations kind : plan.shares().keySet()) {
      double each = plan.rateOf(kind, rate) / plan.clients().get(kind);
      parts.add(
          part(
              kind.does(),
              Map.of(
                  kind.key("rate"), Double.toString(each),
                  kind.key("duration"), Texts.duration(length),
                  Measuring.INTERVAL.key(), Texts.duration(plan.intervalOf(measured))),
              known));
    }
    if (!plan.agitation().isEmpty()) {
      parts.add(
          part(
              AGITATE,
              Map.of(
                  AgitateSettings.POLICY.key(), plan.agitation(),
                  AgitateSettings.DURATION.key(), Texts.duration(length)),
              known));
    }
    return parts;
  }

  private Part part(Activity activity, Map<String, String> differing, List<Setting<?>> known) {
    Map<String, String> all = new LinkedHashMap<>(own.effective());
    all.putAll(differing);
    Settings settings =
        Settings.resolve(activity.settings(), known, List.of(Layer.of("rate", all).lenient()));
    return new Part(activity, settings);
  }

  /**
   * Does one.
   *
   * @param number of the step, from 1: readers of each read other rows
   */
  StepFigures run(Trial trial, int number, RunContext run, List<Setting<?>> known)
      throws Exception {
    Duration measured = trial.stage() == Stage.CONFIRM ? plan.confirm() : plan.step();
    long begin = run.clock().millis();
    run.journal().flush();
    StepGauge gauge =
        new StepGauge(List.copyOf(plan.shares().keySet()), begin, plan.warmup(), measured);
    RunFollower.Listening listening = run.follower().listen(gauge);
    Seed seed = new Seed(run.site().seed()).derive("rate", number);
    Site site = run.site().seeded(seed.value());
    // What is used is of the time in which clients work: an agitator goes on until it has healed.
    Supplier<Usage> usage = Suppliers.memoize(measuring()::get);
    List<Member> members = new ArrayList<>();
    for (Part part : parts(trial.rate(), measured, known)) {
      Site its = part.activity() == AGITATE ? run.site() : site; // the same faults in each step
      members.add(
          new Member(
              part.activity().name(),
              false,
              signal -> {
                PartOutcome outcome =
                    PreparedPart.perform(
                        part.activity(),
                        part.settings(),
                        run.of(part.activity().name(), its, signal));
                if (part.activity() != AGITATE) {
                  Usage unused = usage.get();
                }
                return outcome;
              }));
    }
    PartOutcome outcome;
    Usage used;
    try (listening) {
      outcome =
          ParallelPhase.perform(members, run.stop()).stream()
              .reduce(PartOutcome.NOTHING, PartOutcome::and);
      used = usage.get();
      run.journal().flush();
      run.follower().look();
    }
    return figures(trial, gauge, used, hold(run.directory(), gauge.measured()), outcome);
  }

  private StepFigures figures(
      Trial trial, StepGauge gauge, Usage used, OptionalDouble hold, PartOutcome outcome) {
    return new StepFigures(
        trial.rate(),
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
        hold,
        outcome);
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
