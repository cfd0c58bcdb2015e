// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.batchwalker.BatchWalkActivity;
import catena.harness.activity.Activity;
import catena.ingest.IngestActivity;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.verdict.PartOutcome;
import catena.scenario.cluster.QuiesceActivity;
import catena.walker.WalkActivity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What a step of several activities comes to, and by which plan it is done. */
class StepFiguresTest {
  private static WorkFigures work(RatedActivity kind, double done, long millis, double late) {
    Histogram latencies = new Histogram(3);
    if (millis > 0) {
      latencies.recordValueWithCount(millis * 1_000_000, 50);
    }
    return new WorkFigures(kind, 2, 100, done, latencies, latencies, late, 0.1, 0.1);
  }

  private static StepFigures figures(long from, long to, WorkFigures... works) {
    return new StepFigures(
        from,
        to,
        List.of(works),
        0,
        0,
        0,
        0,
        List.of(),
        OptionalDouble.empty(),
        PartOutcome.NOTHING);
  }

  @Test
  void allActivitiesCountTogether() {
    StepFigures both =
        figures(
            1_000,
            3_500,
            work(RatedOperations.INGEST, 30, 20, 0.5),
            work(RatedOperations.WALK, 12, 40, 0.75));
    assertThat(both.seconds()).isEqualTo(2.5);
    assertThat(both.done()).isEqualTo(42);
    assertThat(both.lateSeconds()).isEqualTo(0.75);
    assertThat(both.serviceMean()).isCloseTo(0.06, within(0.001));
    assertThat(both.latencies()).containsOnlyKeys("flush", "lookup");
    assertThat(both.latencies().get("lookup").count()).isEqualTo(50);
    assertThat(figures(5, 4).seconds()).as("nothing was measured").isZero();
    assertThat(figures(5, 4).lateSeconds()).isZero();
    assertThat(
            figures(
                    0,
                    1,
                    work(RatedOperations.INGEST, 0, 0, 0),
                    work(RatedOperations.WALK, 12, 40, 0))
                .latencies())
        .as("who answered nothing has no latencies")
        .containsOnlyKeys("lookup");
  }

  @Test
  void onlyWhatIsRatedIsSearchedFor() {
    List<Activity> all = List.of(new IngestActivity(), new QuiesceActivity(), new WalkActivity());
    List<RatedActivity> rated = RatedActivity.among(all);
    assertThat(rated).extracting(RatedActivity::activity).containsExactly("ingest", "walk");
    assertThat(RatedActivity.of("walk", rated)).contains(rated.get(1));
    assertThat(RatedActivity.of("quiesce", rated)).isEmpty();
    assertThat(rated.get(0).writes()).isTrue();
    assertThat(rated.get(1).writes()).isFalse();
    assertThat(new RatedActivity(new BatchWalkActivity()).key("rate")).endsWith(".rate");
  }

  private static RatePlan plan(String... pairs) {
    Map<String, String> given = new java.util.TreeMap<>(Map.of("rate.workload", "walk"));
    for (int i = 0; i < pairs.length; i += 2) {
      given.put(pairs[i], pairs[i + 1]);
    }
    RateActivity rate = RateActivityTest.RATE;
    return rate.plan(Settings.resolve(rate.settings(), List.of(Layer.of("x", given))));
  }

  @Test
  void aPlanSaysHowItIsSearched() {
    assertThat(plan("rate.shortfall", "0.1").terms().get(0))
        .isEqualTo(
            "Steps of 20s after 5s of warm-up, resolution 5.0 %; 3 searches may differ by 15 %; a"
                + " rate that is not held is tried 2 times; 10 % may be left undone.");
    assertThat(plan().terms()).hasSize(2);
    assertThat(plan("rate.agitate", " gentle ").terms())
        .last()
        .isEqualTo("In each step faults were injected by the policy gentle.");
  }

  @Test
  void firstLeastAndLimitMayBeOne() {
    RatePlan one = plan("rate.from", "10", "rate.least", "10", "rate.limit", "10");
    assertThat(one.search().from()).isEqualTo(10);
    assertThat(one.search().least()).isEqualTo(10);
    assertThat(one.search().limit()).isEqualTo(10);
    assertThat(plan("rate.from", "500").search().least()).isEqualTo(5);
  }

  @Test
  void aShortStepIsWarmedUpForASecondAndALongOneForAQuarter() {
    assertThat(plan("rate.step", "2s").warmup()).isEqualTo(Duration.ofSeconds(1));
    assertThat(plan("rate.step", "8s").warmup()).isEqualTo(Duration.ofSeconds(2));
    RatePlan eight = plan("rate.step", "8s", "rate.confirm", "10s", "rate.repeats", "1");
    assertThat(eight.usualSteps()).isEqualTo(15);
    assertThat(eight.usualTime()).isEqualTo(Duration.ofSeconds(15 * 14 + 2 + 10));
    assertThat(plan("rate.repeats", "90").usualSteps()).isEqualTo(638);
  }
}
