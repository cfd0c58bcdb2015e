// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import catena.records.history.FaultRecord;
import catena.records.history.RateStep;
import catena.records.history.Span;
import catena.records.run.Lines;
import catena.records.run.RunDirectory;
import catena.records.sample.Sample;
import catena.records.verdict.PartOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of a step, before it is judged.
 *
 * @param from begin of the measured time, milliseconds since 1970
 * @param to its end; not after its begin where nothing was measured
 * @param processors which share of its processors this process used
 * @param hostProcessors which share of all processors of this host was used, by any process
 * @param unanswered operations that were due in the end and not answered
 * @param rejected windows that were sent again
 * @param faults that were injected during the step
 * @param holdSeconds the longest that a server held back writes for want of memory, where sampled
 * @param outcome of the activities themselves
 */
record StepFigures(
    long from,
    long to,
    List<WorkFigures> works,
    double processors,
    double hostProcessors,
    long unanswered,
    long rejected,
    List<FaultRecord> faults,
    OptionalDouble holdSeconds,
    PartOutcome outcome) {
  StepFigures {
    works = List.copyOf(works);
    faults = List.copyOf(faults);
  }

  /** How long it was measured. */
  double seconds() {
    return Math.max(0, to - from) / 1000.0;
  }

  /** Operations that were answered per second, of all activities. */
  double done() {
    return works.stream().mapToDouble(WorkFigures::done).sum();
  }

  /** How long one answer of each activity took on average, together, seconds. */
  double serviceMean() {
    return works.stream().mapToDouble(WorkFigures::serviceMean).sum();
  }

  /** How late behind its schedule an operation of any activity began at most, seconds. */
  double lateSeconds() {
    return works.stream().mapToDouble(WorkFigures::lateSeconds).max().orElse(0);
  }

  /** The latencies by operation, for the record. */
  SortedMap<String, RateStep.Latency> latencies() {
    SortedMap<String, RateStep.Latency> all = new TreeMap<>();
    works.stream()
        .filter(work -> work.latencies().getTotalCount() > 0)
        .forEach(
            work ->
                all.put(
                    work.kind().rated().tag(),
                    new RateStep.Latency(
                        work.latencies().getTotalCount(),
                        work.latency(50),
                        work.latency(99),
                        work.latency(100))));
    return all;
  }

  /** The longest hold time that was sampled in the measured time. */
  static OptionalDouble hold(RunDirectory run, Span measured) throws IOException {
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
