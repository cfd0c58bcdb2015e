package catena.report.budget;

import catena.records.budget.Measure;
import catena.records.budget.Measured;
import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import catena.records.journal.ClientName;
import catena.records.latency.LatencyRecorder;
import catena.report.history.LatencyTrack;
import catena.report.history.Rates;
import catena.report.history.RunHistory;
import catena.report.history.Work;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What a run came to in each measure, from its directory. */
public final class RunMeasures {
  private static final double NANOS = 1e9;
  private static final double PERCENTILE = 99;

  private final RunHistory run;

  /** The measures of a run that has been read. */
  public RunMeasures(RunHistory run) {
    this.run = run;
  }

  /** The number, or why the run has none. */
  public Measured of(Measure measure) {
    return switch (measure) {
      case INGEST_RATE -> rate("ingest");
      case WALK_RATE -> rate("walk");
      case BATCHWALK_RATE -> rate("batchwalk");
      case SCAN_RATE -> rate("scan");
      case YCSB_RATE -> rate("ycsb");
      case FLUSH_P99 -> percentile("flush");
      case LOOKUP_P99 -> percentile("lookup");
      case BATCH_P99 -> percentile("batch");
      case RANGE_P99 -> percentile("range");
      case OPERATION_P99 -> percentile("operation");
      case RECOVERY -> longest("recover", RunMeasures::recovery);
      case REHOST ->
          longest(
              "be hosted again",
              fault -> Optional.ofNullable(fault.measures().get(RecoveryMeasure.REHOST.key())));
      case LATE_START -> lateStart();
      case UNANSWERED -> unanswered();
      case REJECTED -> rejected();
    };
  }

  /** The parts of one activity: {@code ingest}, {@code ingest-2}. */
  private List<Work> parts(String activity) {
    return run.journal().work().values().stream()
        .filter(work -> ClientName.activity(work.name()).equals(activity))
        .toList();
  }

  private Measured rate(String activity) {
    return parts(activity).stream()
        .map(work -> Map.entry(work.name(), Rates.average(run, work)))
        .min(Map.Entry.comparingByValue())
        .map(least -> Measured.of(least.getValue(), least.getKey() + " on average"))
        .orElse(Measured.missing("nothing is told of a part " + activity));
  }

  private Measured percentile(String operation) {
    LatencyTrack track = run.latencies().get(operation);
    return track == null || track.total().getTotalCount() == 0
        ? Measured.missing("no latency of any " + operation + " was recorded")
        : Measured.of(
            track.total().getValueAtPercentile(PERCENTILE) / NANOS,
            "p99 of " + track.total().getTotalCount());
  }

  private static Optional<Double> recovery(FaultRecord fault) {
    return Optional.ofNullable(fault.measures().get(RecoveryMeasure.RECOVERED.key()))
        .or(
            () ->
                fault.recoveredAt().isPresent()
                    ? Optional.of((fault.recoveredAt().getAsLong() - fault.startedAt()) / 1e3)
                    : Optional.empty());
  }

  /** Of all faults; where one of them has no such time, nobody knows which was the longest. */
  private Measured longest(String what, Function<FaultRecord, Optional<Double>> time) {
    List<FaultRecord> faults = run.faults();
    if (faults.isEmpty()) {
      return Measured.missing("no fault was injected");
    }
    for (FaultRecord fault : faults) {
      if (time.apply(fault).isEmpty()) {
        return Measured.missing("nothing was seen to " + what + " after " + fault.inWords());
      }
    }
    return faults.stream()
        .max(Comparator.comparing(fault -> time.apply(fault).orElseThrow()))
        .map(fault -> Measured.of(time.apply(fault).orElseThrow(), fault.inWords()))
        .orElseThrow();
  }

  /** Without a rate there is no schedule to be behind. */
  private Measured lateStart() {
    // A part may have its rate to itself; only operations of a schedule are also timed without it.
    boolean scheduled =
        run.latencies().keySet().stream().anyMatch(tag -> tag.endsWith(LatencyRecorder.SERVICE));
    boolean asked =
        run.settings().entrySet().stream()
            .filter(each -> each.getKey().matches("(ingest|walk|batchwalk|scan|ycsb)\\.rate"))
            .anyMatch(each -> !each.getValue().isBlank() && !each.getValue().matches("0+(\\.0*)?"));
    if (!scheduled && !asked) {
      return Measured.missing("no part has a rate, and so none has a schedule");
    }
    return run.journal()
        .latest()
        .map(each -> Measured.of(each.seconds(), each.client()))
        .orElse(Measured.missing("no client told how late it was"));
  }

  private boolean reads() {
    return run.journal().work().values().stream().anyMatch(work -> !Rates.writes(work));
  }

  private Measured unanswered() {
    if (!reads()) {
      return Measured.missing("nothing is told of a reader");
    }
    return Measured.of(
        run.journal().unanswered().stream()
            .mapToDouble(told -> told.underWay() + told.neverBegun())
            .sum(),
        "");
  }

  private Measured rejected() {
    boolean writes = run.journal().work().values().stream().anyMatch(Rates::writes);
    return writes
        ? Measured.of(run.journal().rejected().total(), "")
        : Measured.missing("nothing is told of a writer");
  }
}
