package catena.stats.endpoint;

import catena.records.history.FaultRecord;
import catena.records.latency.LatencyRecorder;
import catena.records.verdict.Verdict;
import catena.stats.endpoint.RunFigures.Counted;
import com.google.common.collect.Maps;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
      all.metricSnapshot(counter(each.key(), each.about(), by("group", ofGroups(each))));
    }
    figures
        .acknowledgedAt()
        .ifPresent(
            at ->
                all.metricSnapshot(
                    gauge(
                        "last_acknowledgement_timestamp_seconds",
                        "When a window was acknowledged last, seconds since 1970",
                        one(at / 1e3))));
    all.metricSnapshot(latency("latency_seconds", "From the intended start to the answer", false));
    all.metricSnapshot(
        latency("service_latency_seconds", "From the actual start to the answer", true));
    all.metricSnapshot(
        counter(
            "findings",
            "What was found to be wrong with the data, by kind",
            by("kind", figures.findings())));
    faults(all);
    all.metricSnapshot(
        gauge(
            "phase",
            "The phases that go on now",
            by("phase", Maps.asMap(figures.phases(), any -> 1))));
    figures
        .unhosted()
        .ifPresent(
            n ->
                all.metricSnapshot(gauge("tablets_unhosted", "Tablets without a server", one(n))));
    all.metricSnapshot(verdict());
    all.metricSnapshot(
        gauge(
            "verdict_pending",
            "1 as long as the run goes on and its verdict may change",
            one(figures.pending() ? 1 : 0)));
    all.metricSnapshot(
        counter(
            "read_failures",
            "How often the run's own files could not be read for these metrics",
            one((double) figures.failures())));
    return all.build();
  }

  /** What each group of clients that counts it has done. */
  private Map<String, Long> ofGroups(Counted what) {
    Map<String, Long> counts = new TreeMap<>();
    figures
        .groups()
        .forEach(
            (group, all) ->
                Optional.ofNullable(all.get(what)).ifPresent(n -> counts.put(group, n)));
    return counts;
  }

  private static Map<Labels, Double> one(double value) {
    return Map.of(Labels.EMPTY, value);
  }

  /** A value for each value of a label. */
  private static Map<Labels, Double> by(String label, Map<?, ? extends Number> values) {
    Map<Labels, Double> points = new LinkedHashMap<>();
    values.forEach(
        (of, value) -> points.put(Labels.of(label, String.valueOf(of)), value.doubleValue()));
    return points;
  }

  private static CounterSnapshot counter(String name, String help, Map<Labels, Double> values) {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(PREFIX + name).help(help);
    values.forEach(
        (labels, value) ->
            counter.dataPoint(
                CounterDataPointSnapshot.builder().labels(labels).value(value).build()));
    return counter.build();
  }

  private static GaugeSnapshot gauge(String name, String help, Map<Labels, Double> values) {
    GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(PREFIX + name).help(help);
    values.forEach(
        (labels, value) ->
            gauge.dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
    return gauge.build();
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
    all.metricSnapshot(
        gauge(
            "faults_in_effect",
            "Faults after which the cluster is not whole yet, by kind",
            counts(fault -> fault.endedAt().isEmpty() && fault.doubts().isEmpty())));
  }

  private CounterSnapshot faults(String name, String help, Predicate<FaultRecord> which) {
    return counter(name, help, counts(which));
  }

  /** By kind, those without any as 0, so that a rate begins at the first one. */
  private Map<Labels, Double> counts(Predicate<FaultRecord> which) {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (FaultRecord fault : figures.faults()) {
      counts.merge(fault.kind(), which.test(fault) ? 1L : 0L, Long::sum);
    }
    return by("kind", counts);
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
