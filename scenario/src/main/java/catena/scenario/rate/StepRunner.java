// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.agitator.AgitateActivity;
import catena.agitator.AgitateSettings;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.client.Seed;
import catena.harness.engine.DryRun;
import catena.harness.engine.PhasePerformer;
import catena.harness.engine.PhaseSettings;
import catena.harness.engine.Scenario;
import catena.harness.engine.Scenario.Part;
import catena.harness.watch.RunFollower;
import catena.harness.watch.RunListener;
import catena.records.history.FaultHistory;
import catena.records.history.FaultRecord;
import catena.records.history.Span;
import catena.records.history.WorkDone;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.latency.LatencyRecorder;
import catena.records.latency.Measuring;
import catena.records.settings.Layer;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import catena.records.settings.Texts;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.words.Problems;
import catena.records.words.Reasons;
import catena.scenario.rate.RateSearch.Stage;
import catena.scenario.rate.RateSearch.Trial;
import com.google.common.base.Suppliers;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

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
  PhaseSettings settings(Scenario step, CallerContext given) {
    return PhaseSettings.of(step, known, given);
  }

  /** A step at the first rate, as long as the shortest: what takes too long is too long for it. */
  private Scenario shortest() {
    Duration length = Collections.min(List.of(plan.step(), plan.confirm()));
    return scenario(plan.search().from(), length);
  }

  /** Finds what is wrong with the parts of the shortest step. */
  void check(CallerContext given, Problems problems) {
    for (Part part : shortest().parts()) {
      Problems found = new Problems();
      found.call(() -> settings(of(part), given));
      String where = part.activity() == AGITATE ? "rate.agitate in rate.step, rate.confirm: " : "";
      found.found().forEach(problem -> problems.add(where + problem));
    }
  }

  /** Checks with the cluster whether the parts of the shortest step can be done; begins nothing. */
  void ask(PartEnvironment site) throws Exception {
    Scenario first = shortest();
    new DryRun(first, settings(first, site.given())).ask(site);
  }

  /**
   * Performs a step. That something of it cannot be read is a doubt of that step alone; without its
   * journals it is not measured.
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
    Span span = new Span(0, 0);
    OptionalDouble hold = OptionalDouble.empty();
    try (listening) {
      outcome =
          performer.perform(step.phases().get(0), number, run).stream()
              .reduce(PartOutcome.NOTHING, PartOutcome::and);
      used = usage.get();
      run.journal().flush();
      try {
        run.follower().poll();
        span = gauge.measured();
        hold = StepFigures.hold(run.directory(), span);
      } catch (IOException e) {
        outcome = outcome.doubted("what was done in a step could not be read: " + Reasons.of(e));
      }
    }
    return new StepFigures(
        span.from(),
        span.to(),
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

  /**
   * Takes what the clients of one step record in journals and latency logs, and measures: from the
   * end of the warm-up, which is counted from when the last client began, to when the clients were
   * asked to end.
   *
   * <p>An operation that was due in the measured time and was answered while the clients ended
   * counts with its latency, one that was never answered with its age at the end. Otherwise a rate
   * that is too high would look better the more of its operations hang.
   */
  static final class StepGauge implements RunListener {
    private static final int DIGITS = 3;
    private static final double NANOS = 1e9;

    private final Map<String, RatedActivity> kinds = new HashMap<>();
    private final long begin;
    private final Duration warmup;
    private final Duration step;
    private final List<Event.Throughput> throughputs = new ArrayList<>();
    private final List<Piece> work = new ArrayList<>();
    private final List<Recorded> recorded = new ArrayList<>();
    private final FaultHistory faults = new FaultHistory();
    private OptionalLong begun = OptionalLong.empty();
    private OptionalLong stopped = OptionalLong.empty();
    private long unanswered;
    private long rejected;

    /** Entries that writers put or deleted; operations of readers. */
    private static final Set<Counted> COUNTED =
        Set.of(Counted.ACKNOWLEDGED, Counted.DELETED, Counted.OPERATIONS);

    /** The work that a client did in some time. */
    private record Piece(RatedActivity kind, double amount, long from, long to) {}

    /** Latencies of an interval. */
    private record Recorded(String tag, Span span, Histogram latencies) {}

    /**
     * A gauge without any events yet.
     *
     * @param kinds of the activities that are measured
     * @param begin of the step, milliseconds since 1970: what was before is of another
     */
    StepGauge(List<RatedActivity> kinds, long begin, Duration warmup, Duration step) {
      this.begin = begin;
      kinds.forEach(kind -> this.kinds.put(kind.activity(), kind));
      this.warmup = warmup;
      this.step = step;
    }

    /** Takes an event of the step; those of others than its clients are left out. */
    @Override
    public void event(String journal, Event event) {
      if (event.at() < begin
          || faults.accept(event)
          || !kinds.containsKey(ClientName.group(event.client()))) {
        return;
      }
      RatedActivity kind = kinds.get(ClientName.group(event.client()));
      WorkDone.bySecond(
          event,
          (what, amount, from, to) -> {
            if (COUNTED.contains(what)) {
              work.add(new Piece(kind, amount, from, to));
            }
          });
      if (event instanceof Event.ClientStarted) {
        begun = OptionalLong.of(Math.max(begun.orElse(Long.MIN_VALUE), event.at()));
      } else if (event instanceof Event.Throughput throughput) {
        throughputs.add(throughput);
      } else if (event instanceof Event.Rejected) {
        rejected++;
      } else if (event instanceof Event.Unanswered left) {
        unanswered += left.underWay() + left.neverBegun();
        stopped = OptionalLong.of(Math.min(stopped.orElse(Long.MAX_VALUE), left.at()));
      }
    }

    @Override
    public void latencies(String tag, long from, long to, Histogram latencies) {
      recorded.add(new Recorded(tag, new Span(from, Math.max(from, to)), latencies));
    }

    /** What was measured; nothing if the clients did not begin, or ended before the warm-up did. */
    Span measured() {
      if (begun.isEmpty()) {
        return new Span(0, 0);
      }
      long from = begun.getAsLong() + warmup.toMillis();
      long to = Math.min(stopped.orElse(Long.MAX_VALUE), from + step.toMillis());
      return new Span(from, Math.max(from, to));
    }

    /** Operations that were due in the end and not answered. */
    long unanswered() {
      return unanswered;
    }

    /** Windows that were sent again. */
    long rejected() {
      return rejected;
    }

    /** The faults that were injected. */
    List<FaultRecord> faults() {
      return faults.faults();
    }

    /**
     * The figures of an activity.
     *
     * @param clients how many it had
     * @param asked operations per second, of all of them
     */
    WorkFigures of(RatedActivity kind, int clients, double asked) {
      Span span = measured();
      double seconds = Math.max(0.001, span.seconds());
      double done =
          work.stream()
              .filter(each -> each.kind.equals(kind))
              .mapToDouble(each -> each.amount * share(each.from, each.to, span))
              .sum();
      double late = 0;
      Map<String, double[]> cpuAndTime = new HashMap<>();
      for (Event.Throughput throughput : throughputs) {
        double share = share(throughput.beganAt(), throughput.at(), span);
        if (share > 0 && kind.equals(kinds.get(ClientName.group(throughput.client())))) {
          late = Math.max(late, throughput.lateSeconds());
          double[] sums = cpuAndTime.computeIfAbsent(throughput.client(), client -> new double[2]);
          sums[0] += throughput.cpuRatio() * throughput.seconds();
          sums[1] += throughput.seconds();
        }
      }
      // What was answered while the clients ended counts, too, but not in the time of the others.
      Span whole = new Span(span.from(), Long.MAX_VALUE);
      Histogram latencies = histogram(kind.rated().tag(), whole);
      latencies.add(histogram(kind.rated().tag() + LatencyRecorder.UNANSWERED, whole));
      Histogram service = histogram(kind.rated().tag() + LatencyRecorder.SERVICE, whole);
      Histogram within = histogram(kind.rated().tag() + LatencyRecorder.SERVICE, span);
      double waited = within.getMean() * within.getTotalCount() / NANOS;
      return new WorkFigures(
          kind,
          clients,
          asked,
          done / seconds,
          latencies,
          service,
          late,
          cpuAndTime.values().stream().mapToDouble(sums -> sums[0] / sums[1]).max().orElse(0),
          waited / (clients * seconds));
    }

    /** The share of the work between two times that belongs to the measured time. */
    private static double share(long from, long to, Span span) {
      if (to <= from) {
        return span.from() <= to && to < span.to() ? 1 : 0;
      }
      double common = Math.min(to, span.to()) - Math.max(from, span.from());
      return Math.max(0, common) / (to - from);
    }

    /** What was recorded in some time. */
    private Histogram histogram(String tag, Span span) {
      Histogram all = new Histogram(DIGITS);
      for (Recorded each : recorded) {
        long middle = each.span.from() + (each.span.to() - each.span.from()) / 2;
        if (each.tag.equals(tag) && span.from() <= middle && middle < span.to()) {
          all.add(each.latencies);
        }
      }
      return all;
    }
  }
}
