// SPDX-License-Identifier: Apache-2.0
package catena.stats;

import catena.graph.judge.FindingKind;
import catena.harness.watch.RunFollower;
import catena.harness.watch.RunListener;
import catena.records.history.FaultHistory;
import catena.records.history.FaultRecord;
import catena.records.history.UnhostedTablets;
import catena.records.history.WorkDone;
import catena.records.history.WorkDone.Counted;
import catena.records.journal.ClientName;
import catena.records.journal.Event;
import catena.records.latency.LatencyRecorder;
import catena.records.verdict.Findings;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import com.google.common.primitives.Doubles;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot.StateSetDataPointSnapshot;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The figures of a run as meters, all of whose names begin with {@code catena_}, from what its
 * clients write into the run directory, of whatever process and host.
 *
 * <p>Everything is counted from the time at which it began to listen: what a resumed run did before
 * is not included. Latencies come as whole histograms, which no meter of Micrometer's takes; they,
 * the run's name and the verdict are passed to Prometheus' registry directly.
 */
final class RunMeters implements RunListener, MultiCollector {
  private final RunFollower follower;
  private final String scenario;
  private final String version;
  private final PrometheusMeterRegistry registry;
  private final MultiGauge phaseGauge;
  private final Map<FindingKind, Long> seen = new EnumMap<>(FindingKind.class);
  private final Set<String> phases = new LinkedHashSet<>();
  private final Set<String> faultKinds = new HashSet<>();
  private final FaultHistory faults = new FaultHistory();
  private final UnhostedTablets tablets = new UnhostedTablets();
  private final SortedMap<String, LatencyBuckets> latencies = new TreeMap<>();
  private final Counter failures;
  private long acknowledgedAt;
  private Optional<VerdictFile> verdict = Optional.empty();

  /**
   * Meters of a run about which nothing is known yet.
   *
   * @param follower to listen to; also has the run's directory, with its name and verdict
   * @param scenario of the run; empty if it has none
   * @param version Catena's own
   */
  RunMeters(
      RunFollower follower, String scenario, String version, PrometheusMeterRegistry registry) {
    this.follower = follower;
    this.scenario = scenario;
    this.version = version;
    this.registry = registry;
    this.phaseGauge =
        MultiGauge.builder("catena.phase")
            .description("The phases that go on now")
            .register(registry);
    this.failures =
        Counter.builder("catena.read.failures")
            .description("How often the run's own files could not be read for these metrics")
            .register(registry);
    for (FindingKind kind : FindingKind.values()) {
      counter(
          "findings",
          "What was found to be wrong with the data, by kind",
          kind.name(),
          meters -> meters.found(kind));
    }
    gauge(
        "verdict.pending",
        "1 as long as the run goes on and its verdict may change",
        Tags.empty(),
        meters -> meters.verdict.map(VerdictFile::unfinished).orElse(true) ? 1 : 0);
    registry.getPrometheusRegistry().register(this);
  }

  /** Reads the verdict; what cannot be read of the run is counted, and comes later. */
  synchronized void refresh() {
    try {
      verdict = VerdictFile.readFrom(follower.directory());
      failures.increment(follower.isBlind() ? 1 : 0);
    } catch (IOException e) {
      failures.increment();
    }
  }

  @Override
  public synchronized void event(String journal, Event event) {
    WorkDone.of(event, (what, amount, from, to) -> count(what, event.client(), amount));
    if (event instanceof Event.Flush flush) {
      acknowledged(flush);
    } else if (event instanceof Event.FindingSeen found) {
      seen.merge(found.finding().kind(), 1L, Long::sum);
    } else if (faults.accept(event)) {
      if (event instanceof Event.FaultStarted begun && faultKinds.add(begun.fault())) {
        faults(begun.fault());
      }
    } else {
      state(event);
    }
  }

  private void acknowledged(Event.Flush flush) {
    count(Counted.REJECTED, flush.client(), 0); // a rate of it begins with the first one
    if (acknowledgedAt == 0) {
      gauge(
          "last.acknowledgement.timestamp.seconds",
          "When a window was acknowledged last, seconds since 1970",
          Tags.empty(),
          meters -> meters.acknowledgedAt / 1e3);
    }
    acknowledgedAt = Math.max(acknowledgedAt, flush.at());
  }

  private void state(Event event) {
    if (event instanceof Event.PhaseStarted started) {
      phases.add(started.phase());
    } else if (event instanceof Event.PhaseEnded ended) {
      phases.remove(ended.phase());
    } else {
      boolean known = tablets.number().isPresent();
      tablets.accept(event);
      if (!known && tablets.number().isPresent()) {
        gauge(
            "tablets.unhosted",
            "Tablets without a server",
            Tags.empty(),
            meters -> meters.tablets.number().orElseThrow());
      }
      return;
    }
    phaseGauge.register(
        phases.stream().map(phase -> MultiGauge.Row.of(Tags.of("phase", phase), 1)).toList(), true);
  }

  private void count(Counted what, String client, double amount) {
    if (!what.metric().isEmpty()) {
      Counter.builder("catena." + what.metric())
          .description(what.about())
          .tag("group", ClientName.group(client))
          .register(registry)
          .increment(amount);
    }
  }

  private void gauge(String name, String about, Tags tags, ToDoubleFunction<RunMeters> value) {
    Gauge.builder("catena." + name, this, meters -> meters.now(value))
        .description(about)
        .tags(tags)
        .register(registry);
  }

  private synchronized double now(ToDoubleFunction<RunMeters> value) {
    return value.applyAsDouble(this);
  }

  /** How many: what readers saw, or what was concluded if that is more. */
  private double found(FindingKind kind) {
    return Findings.larger(seen, verdict.map(VerdictFile::findings).orElseGet(TreeMap::new))
        .getOrDefault(kind, 0L);
  }

  /** The meters of a kind of fault; those that have none yet are 0, so that a rate begins at 1. */
  private void faults(String kind) {
    faults("faults", "Faults that were begun", kind, any -> true);
    faults("faults.proven", "Faults that were proven to have hit", kind, FaultRecord::proven);
    faults(
        "faults.recovered",
        "Faults after which the cluster was seen whole",
        kind,
        FaultRecord::recovered);
    faults(
        "faults.doubted",
        "Faults of which a step could not be completed",
        kind,
        fault -> !fault.doubts().isEmpty());
    gauge(
        "faults.in.effect",
        "Faults after which the cluster was not seen whole yet, by kind",
        Tags.of("kind", kind),
        meters -> meters.of(kind, f -> !f.recovered() && f.doubts().isEmpty()));
  }

  private void faults(String name, String about, String kind, Predicate<FaultRecord> which) {
    counter(name, about, kind, meters -> meters.of(kind, which));
  }

  private void counter(String name, String about, String kind, ToDoubleFunction<RunMeters> value) {
    FunctionCounter.builder("catena." + name, this, meters -> meters.now(value))
        .description(about)
        .tag("kind", kind)
        .register(registry);
  }

  private double of(String kind, Predicate<FaultRecord> which) {
    return faults.faults().stream()
        .filter(fault -> fault.kind().equals(kind) && which.test(fault))
        .count();
  }

  @Override
  public synchronized void latencies(String operation, long from, long to, Histogram interval) {
    if (!operation.endsWith(LatencyRecorder.UNANSWERED)) {
      latencies.computeIfAbsent(operation, any -> new LatencyBuckets()).add(interval);
    }
  }

  @Override
  public synchronized MetricSnapshots collect() {
    Verdict now = verdict.map(VerdictFile::verdict).orElse(Verdict.UNKNOWN);
    StateSetDataPointSnapshot.Builder states = StateSetDataPointSnapshot.builder();
    Arrays.stream(Verdict.values()).forEach(each -> states.state(each.name(), now == each));
    Labels run =
        Labels.of("run", follower.directory().name(), "scenario", scenario, "version", version);
    return MetricSnapshots.of(
        InfoSnapshot.builder()
            .name("catena_run")
            .help("Which run this is")
            .dataPoint(InfoDataPointSnapshot.builder().labels(run).build())
            .build(),
        StateSetSnapshot.builder()
            .name("catena_verdict")
            .help("The verdict as it stands now")
            .dataPoint(states.build())
            .build(),
        latency("latency_seconds", "From the intended start to the answer", false),
        latency("service_latency_seconds", "From the actual start to the answer", true));
  }

  private HistogramSnapshot latency(String name, String help, boolean service) {
    HistogramSnapshot.Builder histogram =
        HistogramSnapshot.builder().name("catena_" + name).help(help);
    latencies.forEach(
        (tag, buckets) -> {
          if (service == tag.endsWith(LatencyRecorder.SERVICE)) {
            histogram.dataPoint(buckets.of(tag.replace(LatencyRecorder.SERVICE, "")));
          }
        });
    return histogram.build();
  }

  /** Latencies in buckets as Prometheus has them: each up to a bound, the last one without. */
  static final class LatencyBuckets {
    private static final double NANOS = 1e9;

    /** From half a millisecond to ten minutes, some three to each decade; seconds. */
    private static final double[] BOUNDS = {
      0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120,
      300, 600
    };

    private static final double[] BOUNDS_AND_ABOVE =
        Doubles.concat(BOUNDS, new double[] {Double.POSITIVE_INFINITY});

    private final Number[] counts = new Number[BOUNDS.length + 1];
    private double sumSeconds;

    LatencyBuckets() {
      Arrays.fill(counts, 0L);
    }

    /** Adds an interval of latencies in nanoseconds. */
    void add(Histogram interval) {
      for (HistogramIterationValue each : interval.recordedValues()) {
        // A histogram of three digits distinguishes values to a thousandth.
        long least = interval.lowestEquivalentValue(each.getValueIteratedTo());
        long median = interval.medianEquivalentValue(each.getValueIteratedTo());
        long count = each.getCountAddedInThisIterationStep();
        int bucket = 0;
        while (bucket < BOUNDS.length && least > BOUNDS[bucket] * TimeUnit.SECONDS.toNanos(1)) {
          bucket++;
        }
        counts[bucket] = counts[bucket].longValue() + count;
        sumSeconds += count * (median / NANOS);
      }
    }

    HistogramDataPointSnapshot of(String operation) {
      return HistogramDataPointSnapshot.builder()
          .labels(Labels.of("operation", operation))
          .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS_AND_ABOVE, counts))
          .sum(sumSeconds)
          .build();
    }
  }
}
