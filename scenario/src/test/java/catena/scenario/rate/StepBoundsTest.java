// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.records.budget.Measure;
import catena.records.history.RateCause;
import catena.records.journal.Event;
import catena.records.verdict.PartOutcome;
import catena.scenario.rate.StepRunner.StepGauge;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What is at a bound of a step, and not beyond it. */
class StepBoundsTest {
  private static final long AT = 1_795_000_000_000L;

  private double processors = 0.3;
  private double host = 0.5;
  private double busiest = 0.2;
  private double waiting = 0.3;
  private OptionalDouble hold = OptionalDouble.empty();

  private static Histogram latencies(long millis) {
    Histogram all = new Histogram(3);
    if (millis > 0) {
      all.recordValueWithCount(millis * 1_000_000, 100);
    }
    return all;
  }

  private WorkFigures work(RatedActivity kind, long millis) {
    return new WorkFigures(
        kind, 8, 1000, 700, latencies(millis), latencies(millis), 0.01, busiest, waiting);
  }

  /** A step of 20 s that came to much less than it was asked for. */
  private StepFigures step(WorkFigures... works) {
    return new StepFigures(
        1, 20_001, List.of(works), processors, host, 0, 0, List.of(), hold, PartOutcome.NOTHING);
  }

  private StepJudge.Judged judged(Optional<StepFigures> before) {
    return new StepJudge(new TreeMap<>(), 0.05).judge(step(work(RatedOperations.WALK, 12)), before);
  }

  private RateCause cause() {
    return judged(Optional.of(step(work(RatedOperations.WALK, 10)))).cause();
  }

  @Test
  void whatIsUsedUpToTheBoundIsNotUsedUp() {
    processors = 0.9;
    assertThat(cause()).isEqualTo(RateCause.SERVERS);
    processors = 0.91;
    assertThat(cause()).isEqualTo(RateCause.CLIENT);
    processors = 0.3;
    busiest = 0.9;
    assertThat(cause()).isEqualTo(RateCause.SERVERS);
    busiest = 0.91;
    assertThat(cause()).isEqualTo(RateCause.CLIENT);
  }

  @Test
  void aHostIsUsedUpBeyondItsBoundAndTheClientsIfTheyUseMoreThanHalf() {
    host = 0.95;
    processors = 0.6;
    assertThat(cause()).isEqualTo(RateCause.SERVERS);
    assertThat(judged(Optional.empty()).reasons()).noneMatch(why -> why.contains("this host"));
    host = 0.98;
    processors = 0.49;
    assertThat(cause()).isEqualTo(RateCause.SERVERS);
    assertThat(judged(Optional.empty()).reasons()).anyMatch(why -> why.contains("98 % used"));
    processors = 0.5;
    assertThat(cause()).isEqualTo(RateCause.CLIENT);
  }

  @Test
  void whoWaitsNearlyAllTheTimeForUsualAnswersIsTooFew() {
    waiting = 0.9;
    assertThat(cause()).isEqualTo(RateCause.SERVERS);
    waiting = 0.95;
    host = 0.95;
    assertThat(cause()).isEqualTo(RateCause.CLIENT);
    assertThat(judged(Optional.empty()).cause())
        .as("nothing is known of usual answers")
        .isEqualTo(RateCause.SERVERS);
    assertThat(judged(Optional.of(step(work(RatedOperations.INGEST, 10)))).cause())
        .as("those of others are no measure")
        .isEqualTo(RateCause.SERVERS);
  }

  @Test
  void aHoldOfNoTimeIsNone() {
    hold = OptionalDouble.of(0);
    assertThat(judged(Optional.empty()).reasons()).hasSize(1);
    hold = OptionalDouble.of(0.5);
    assertThat(judged(Optional.empty()).reasons()).hasSize(2);
  }

  @Test
  void theLatenciesOfOthersAreNotThoseOfABudget() {
    StepJudge judge = new StepJudge(new TreeMap<>(Map.of(Measure.LOOKUP_P99, 0.1)), 0.9);
    StepFigures others = step(work(RatedOperations.INGEST, 10), work(RatedOperations.WALK, 0));
    assertThat(judge.judge(others, Optional.empty()).cause()).isEqualTo(RateCause.DOUBT);
    StepFigures both = step(work(RatedOperations.INGEST, 5_000), work(RatedOperations.WALK, 10));
    assertThat(judge.judge(both, Optional.empty()).cause()).isEqualTo(RateCause.NONE);
  }

  private static StepGauge gauge() {
    StepGauge gauge =
        new StepGauge(
            List.of(RatedOperations.INGEST, RatedOperations.WALK),
            AT,
            Duration.ofSeconds(5),
            Duration.ofSeconds(20));
    gauge.event("run", new Event.ClientStarted(AT, "walk-0", "lookups"));
    return gauge;
  }

  @Test
  void aStepBeginsAtItsBeginning() {
    StepGauge gauge = gauge();
    gauge.event("run", new Event.Rejected(AT - 1, "ingest-w3", 3, "x", 1, 100));
    assertThat(gauge.rejected()).isZero();
    gauge.event("run", new Event.Rejected(AT, "ingest-w3", 3, "x", 1, 100));
    assertThat(gauge.rejected()).isEqualTo(1);
    assertThat(gauge.measured().from()).isEqualTo(AT + 5_000);
    assertThat(gauge.measured().to()).isEqualTo(AT + 25_000);
  }

  @Test
  void anIntervalCountsFromItsMiddleOn() {
    StepGauge gauge = gauge();
    gauge.latencies("lookup", AT + 3_998, AT + 6_000, latencies(7));
    assertThat(gauge.of(RatedOperations.WALK, 2, 200).latencies().getTotalCount()).isZero();
    gauge.latencies("lookup", AT + 4_000, AT + 6_000, latencies(7));
    WorkFigures walk = gauge.of(RatedOperations.WALK, 2, 200);
    assertThat(walk.latencies().getTotalCount()).isEqualTo(100);
    assertThat(walk.latency(50)).isCloseTo(0.007, within(0.0001));
  }
}
