// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.records.history.Span;
import catena.records.journal.Event;
import catena.scenario.rate.StepRunner.StepGauge;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class StepGaugeTest {
  private static final long AT = 1_795_000_000_000L;
  private static final Duration WARMUP = Duration.ofSeconds(5);
  private static final Duration STEP = Duration.ofSeconds(20);

  private final StepGauge gauge =
      new StepGauge(List.of(RatedOperations.INGEST, RatedOperations.WALK), 0, WARMUP, STEP);

  private static Histogram latencies(long millis, long count) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(millis * 1_000_000, count);
    return histogram;
  }

  private void began() {
    gauge.event("run", new Event.ClientStarted(AT, "walk-0", "lookups"));
    gauge.event("run", new Event.ClientStarted(AT + 100, "walk-1", "lookups"));
  }

  private static Event.Throughput worked(long from, long to, long operations) {
    return worked(from, to, operations, 0.2, 0.01);
  }

  private static Event.Throughput worked(
      long from, long to, long operations, double cpu, double late) {
    return new Event.Throughput(
        to,
        "walk-0",
        false,
        (to - from) / 1e3,
        operations,
        operations,
        operations,
        0,
        cpu,
        late,
        List.of());
  }

  @Test
  void measuredIsFromTheEndOfTheWarmUpOfTheLastClientToTheStop() {
    assertThat(gauge.measured().seconds()).isZero();
    began();
    assertThat(gauge.measured()).isEqualTo(new Span(AT + 5_100, AT + 25_100));

    gauge.event("run", new Event.Unanswered(AT + 25_050, "walk-1", "lookup", 9, 1, 3, 0.5));
    gauge.event("run", new Event.Unanswered(AT + 25_040, "walk-0", "lookup", 9, 0, 2, 0.5));
    assertThat(gauge.measured()).isEqualTo(new Span(AT + 5_100, AT + 25_040));
    assertThat(gauge.unanswered()).isEqualTo(6);
  }

  @Test
  void whatEndsBeforeTheWarmUpIsNotMeasured() {
    began();
    gauge.event("run", new Event.Unanswered(AT + 3_000, "walk-0", "lookup", 9, 0, 0, 0));
    assertThat(gauge.measured().seconds()).isZero();
  }

  @Test
  void theShareOfAnIntervalInTheMeasuredTimeCounts() {
    began();
    gauge.event("run", worked(AT + 100, AT + 5_100, 5_000)); // warm-up
    gauge.event("run", worked(AT + 5_100, AT + 15_100, 2_000));
    gauge.event("run", worked(AT + 15_100, AT + 25_100, 2_000));
    gauge.event("run", worked(AT + 25_100, AT + 26_100, 9_999)); // while it ended
    assertThat(gauge.of(RatedOperations.WALK, 2, 200).done()).isCloseTo(200, within(0.01));

    gauge.event("run", worked(AT + 4_100, AT + 6_100, 400)); // of another client, half of it
    assertThat(gauge.of(RatedOperations.WALK, 2, 200).done()).isCloseTo(210, within(0.01));
    assertThat(gauge.of(RatedOperations.INGEST, 1, 200).done()).isZero();
  }

  @Test
  void aWindowIsSpreadOverTheTimeSinceTheOneBefore() {
    gauge.event("run", new Event.ClientStarted(AT, "ingest-w3", "write"));
    gauge.event("run", flush(AT + 6_000, 2_000)); // half of it in the warm-up
    gauge.event("run", flush(AT + 15_000, 9_000));
    gauge.event("run", flush(AT + 27_000, 4_000)); // half of it after the end
    gauge.event(
        "run", // what a writer tells of itself is not counted again
        new Event.Throughput(
            AT + 15_000, "ingest-w3", true, 10, 1, 0, 1_000, 0, 0.1, 0.0, List.of()));
    assertThat(gauge.of(RatedOperations.INGEST, 1, 100).done())
        .isCloseTo(2_000 / 20.0, within(0.01));
  }

  private static Event.Flush flush(long at, long sinceLast) {
    return new Event.Flush(at, "ingest-w3", 3, 0, 0, 900, 100, 1_000_000, sinceLast * 1_000_000);
  }

  /** What hangs in the end would else be left out, and it waited longest. */
  @Test
  void whatWasNotAnsweredCountsWithItsAge() {
    began();
    gauge.latencies("lookup", AT + 1_000, AT + 2_000, latencies(9_000, 500)); // warm-up
    gauge.latencies("lookup", AT + 6_000, AT + 7_000, latencies(10, 97));
    gauge.latencies("lookup.service", AT + 6_000, AT + 7_000, latencies(5, 97));
    gauge.latencies("lookup.service", AT + 25_200, AT + 29_000, latencies(3_000, 2));
    gauge.latencies("lookup.unanswered", AT + 25_000, AT + 29_000, latencies(3_000, 3));
    gauge.latencies("flush", AT + 6_000, AT + 7_000, latencies(7_000, 10));
    WorkFigures walk = gauge.of(RatedOperations.WALK, 2, 200);

    assertThat(walk.latencies().getTotalCount()).isEqualTo(100);
    assertThat(walk.latency(50)).isCloseTo(0.010, within(0.001));
    assertThat(walk.latency(99)).isCloseTo(3.0, within(0.01));
    assertThat(walk.serviceMean()).isCloseTo((97 * 0.005 + 2 * 3.0) / 99, within(0.001));
    assertThat(walk.waiting())
        .as("without what was answered when the measured time was over")
        .isCloseTo(97 * 0.005 / (2 * 20), within(0.001));
  }

  @Test
  void theBusiestClientAndTheLatestBeginAreThoseOfTheMeasuredTime() {
    began();
    gauge.event("run", worked(AT + 100, AT + 5_100, 5, 1.0, 7)); // warm-up
    gauge.event("run", worked(AT + 5_100, AT + 15_100, 5, 0.4, 0.3));
    gauge.event("run", worked(AT + 15_100, AT + 25_100, 5, 0.6, 0.2));
    WorkFigures walk = gauge.of(RatedOperations.WALK, 2, 200);
    assertThat(walk.busiest()).isCloseTo(0.5, within(0.001));
    assertThat(walk.lateSeconds()).isEqualTo(0.3);
  }

  @Test
  void rejectionsAndFaultsAreCountedAndOthersClientsAreNot() {
    began();
    gauge.event("run", new Event.Rejected(AT + 9_000, "ingest-w3", 3, "x", 1, 100));
    gauge.event("run", new Event.Rejected(AT + 9_000, "other-w3", 3, "x", 1, 100));
    gauge.event("run", new Event.ClientStarted(AT + 9_000, "agitate", "x"));
    gauge.event(
        "run",
        new Event.FaultStarted(
            AT + 9_000, "agitate", 1, "kill", List.of("tserver-1"), AT, List.of()));
    assertThat(gauge.rejected()).isEqualTo(1);
    assertThat(gauge.faults()).hasSize(1);
    assertThat(gauge.measured().from()).isEqualTo(AT + 5_100);
  }
}
