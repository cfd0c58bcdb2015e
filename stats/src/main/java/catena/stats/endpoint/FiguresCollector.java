package catena.stats.endpoint;

import catena.records.history.FaultRecord;
import catena.records.latency.LatencyRecorder;
import catena.records.verdict.Verdict;
import catena.stats.endpoint.RunFigures.Counted;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot.StateSetDataPointSnapshot;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Tells the figures of a run as metrics, all of whose names begin with {@code catena_}. */
final class FiguresCollector implements MultiCollector {
  private static final String PREFIX = "catena_";

  private final RunFigures figures;
  private final String version;

  /** A collector; the version is Catena's own. */
  FiguresCollector(RunFigures figures, String version) {
    this.figures = figures;
    this.version = version;
  }

  @Override
  public synchronized MetricSnapshots collect() {
    figures.read();
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    all.metricSnapshot(info());
    for (Counted each : Counted.values()) {
      all.metricSnapshot(counter(each));
    }
    figures
        .acknowledgedAt()
        .ifPresent(
            at ->
                all.metricSnapshot(
                    gauge(
                        "last_acknowledgement_timestamp_seconds",
                        "When a window was acknowledged last, seconds since 1970",
                        at / 1e3)));
    all.metricSnapshot(latency("latency_seconds", "From the intended start to the answer", false));
    all.metricSnapshot(
        latency("service_latency_seconds", "From the actual start to the answer", true));
    all.metricSnapshot(findings());
    faults(all);
    all.metricSnapshot(phases());
    figures
        .unhosted()
        .ifPresent(
            n ->
                all.metricSnapshot(
                    gauge("tablets_unhosted", "Tablets that nobody hosts", (double) n)));
    all.metricSnapshot(verdict());
    all.metricSnapshot(
        gauge(
            "verdict_pending",
            "1 as long as the run goes on and its verdict may change",
            figures.pending() ? 1 : 0));
    all.metricSnapshot(
        CounterSnapshot.builder()
            .name(PREFIX + "read_failures")
            .help("How often the run's own files could not be read for these metrics")
            .dataPoint(
                CounterDataPointSnapshot.builder().value((double) figures.failures()).build())
            .build());
    return all.build();
  }

  private InfoSnapshot info() {
    return InfoSnapshot.builder()
        .name(PREFIX + "run")
        .help("Which run this is")
        .dataPoint(
            InfoDataPointSnapshot.builder()
                .labels(
                    Labels.of(
                        "run", figures.run(), "scenario", figures.scenario(), "version", version))
                .build())
        .build();
  }

  private CounterSnapshot counter(Counted what) {
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder().name(PREFIX + what.key()).help(what.about());
    figures
        .groups()
        .forEach(
            (group, counts) -> {
              if (counts.containsKey(what)) {
                counter.dataPoint(
                    CounterDataPointSnapshot.builder()
                        .labels(Labels.of("group", group))
                        .value(counts.get(what))
                        .build());
              }
            });
    return counter.build();
  }

  private static GaugeSnapshot gauge(String name, String help, double value) {
    return GaugeSnapshot.builder()
        .name(PREFIX + name)
        .help(help)
        .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
        .build();
  }

  private HistogramSnapshot latency(String name, String help, boolean service) {
    HistogramSnapshot.Builder histogram =
        HistogramSnapshot.builder().name(PREFIX + name).help(help);
    figures
        .latencies()
        .forEach(
            (tag, buckets) -> {
              if (!tag.endsWith(LatencyRecorder.UNANSWERED)
                  && service == tag.endsWith(LatencyRecorder.SERVICE)) {
                String operation = tag.replace(LatencyRecorder.SERVICE, "");
                histogram.dataPoint(
                    HistogramDataPointSnapshot.builder()
                        .labels(Labels.of("operation", operation))
                        .classicHistogramBuckets(
                            ClassicHistogramBuckets.of(buckets.bounds(), boxed(buckets.counts())))
                        .sum(buckets.sumSeconds())
                        .build());
              }
            });
    return histogram.build();
  }

  private static Number[] boxed(long[] counts) {
    Number[] boxed = new Number[counts.length];
    for (int i = 0; i < counts.length; i++) {
      boxed[i] = counts[i];
    }
    return boxed;
  }

  private CounterSnapshot findings() {
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder()
            .name(PREFIX + "findings")
            .help("What was found to be wrong with the data, by kind");
    figures
        .findings()
        .forEach(
            (kind, n) ->
                counter.dataPoint(
                    CounterDataPointSnapshot.builder()
                        .labels(Labels.of("kind", kind.name()))
                        .value(n)
                        .build()));
    return counter.build();
  }

  private void faults(MetricSnapshots.Builder all) {
    all.metricSnapshot(faults("faults", "Faults that were begun", any -> true));
    all.metricSnapshot(
        faults("faults_proven", "Faults that were proven to have hit", FaultRecord::proven));
    all.metricSnapshot(
        faults(
            "faults_recovered",
            "Faults after which the cluster was seen whole",
            FaultRecord::recovered));
    all.metricSnapshot(
        faults(
            "faults_doubted",
            "Faults of which a step could not be completed",
            fault -> !fault.doubts().isEmpty()));
    GaugeSnapshot.Builder now =
        GaugeSnapshot.builder()
            .name(PREFIX + "faults_in_effect")
            .help("Faults after which the cluster is not whole yet, by kind");
    counts(fault -> fault.endedAt().isEmpty() && fault.doubts().isEmpty())
        .forEach(
            (kind, n) ->
                now.dataPoint(
                    GaugeDataPointSnapshot.builder()
                        .labels(Labels.of("kind", kind))
                        .value(n)
                        .build()));
    all.metricSnapshot(now.build());
  }

  private CounterSnapshot faults(String name, String help, Predicate<FaultRecord> which) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(PREFIX + name).help(help);
    counts(which)
        .forEach(
            (kind, n) ->
                counter.dataPoint(
                    CounterDataPointSnapshot.builder()
                        .labels(Labels.of("kind", kind))
                        .value(n)
                        .build()));
    return counter.build();
  }

  /** By kind, those without any as 0, so that a rate begins at the first one. */
  private SortedMap<String, Long> counts(Predicate<FaultRecord> which) {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (FaultRecord fault : figures.faults()) {
      counts.merge(fault.kind(), which.test(fault) ? 1L : 0L, Long::sum);
    }
    return counts;
  }

  private GaugeSnapshot phases() {
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder().name(PREFIX + "phase").help("The phases that go on now");
    for (String phase : figures.phases()) {
      gauge.dataPoint(
          GaugeDataPointSnapshot.builder().labels(Labels.of("phase", phase)).value(1).build());
    }
    return gauge.build();
  }

  private StateSetSnapshot verdict() {
    StateSetDataPointSnapshot.Builder states = StateSetDataPointSnapshot.builder();
    for (Verdict each : Verdict.values()) {
      states = states.state(each.name(), figures.verdict() == each);
    }
    return StateSetSnapshot.builder()
        .name(PREFIX + "verdict")
        .help("The verdict as it stands now")
        .dataPoint(states.build())
        .build();
  }
}
