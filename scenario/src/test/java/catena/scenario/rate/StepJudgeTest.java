// SPDX-License-Identifier: Apache-2.0
package catena.scenario.rate;

import static org.assertj.core.api.Assertions.assertThat;

import catena.records.budget.Measure;
import catena.records.history.FaultRecord;
import catena.records.history.RateCause;
import catena.records.verdict.PartOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class StepJudgeTest {
  private final StepJudge judge = judge(Map.of(Measure.LOOKUP_P99, 0.1));

  /** Figures of a step of 20 s at 1,000 lookups per second, unless a test says otherwise. */
  private static final class Planted {
    private double asked = 1000;
    private double done = 1000;
    private long millis = 10;
    private long serviceMillis = 10;
    private long stalledMillis;
    private double busiest = 0.2;
    private double waiting = 0.3;
    private double processors = 0.3;
    private double host = 0.5;
    private long seconds = 20;
    private OptionalDouble hold = OptionalDouble.empty();
    private List<FaultRecord> faults = List.of();
    private long unanswered;
    private long rejected;
    private double late = 0.01;
    private PartOutcome outcome = PartOutcome.NOTHING;

    private Histogram stalled(Histogram service) {
      if (stalledMillis > 0) {
        service.recordValueWithCount(stalledMillis * 1_000_000, 10);
      }
      return service;
    }

    private StepFigures figures() {
      WorkFigures work =
          new WorkFigures(
              RatedOperations.WALK,
              8,
              asked,
              done,
              histogram(millis),
              stalled(histogram(serviceMillis)),
              late,
              busiest,
              waiting);
      return new StepFigures(
          1,
          1 + 1000 * seconds,
          List.of(work),
          processors,
          host,
          unanswered,
          rejected,
          faults,
          hold,
          outcome);
    }
  }

  private static Histogram histogram(long millis) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(millis * 1_000_000, 1000);
    return histogram;
  }

  private static StepJudge judge(Map<Measure, Double> budgets) {
    return new StepJudge(new TreeMap<>(budgets), 0.05);
  }

  private StepJudge.Judged judged(Planted planted) {
    return judge.judge(planted.figures(), Optional.of(new Planted().figures()));
  }

  @Test
  void whatDoesWhatIsAskedInTimeIsHeld() {
    StepJudge.Judged judged = judged(new Planted());

    assertThat(judged.cause()).isEqualTo(RateCause.NONE);
    assertThat(judged.reasons()).isEmpty();
    assertThat(judged.budgets())
        .singleElement()
        .satisfies(budget -> assertThat(budget.sentence()).contains("lookup.p99 met"));
  }

  @Test
  void aShortfallThatIsAllowedIsHeldAndAnyMoreIsTheServers() {
    Planted little = new Planted();
    little.done = 951;
    assertThat(judged(little).cause()).isEqualTo(RateCause.NONE);

    Planted least = new Planted(); // what each of 8 clients has under way is no shortfall
    least.seconds = 1;
    least.done = 942;
    assertThat(judged(least).cause()).isEqualTo(RateCause.NONE);
    least.done = 941;
    assertThat(judged(least).cause()).isEqualTo(RateCause.SERVERS);

    Planted much = new Planted();
    much.done = 900;
    StepJudge.Judged judged = judged(much);
    assertThat(judged.cause()).isEqualTo(RateCause.SERVERS);
    assertThat(judged.reasons()).containsExactly("walk came to 900/s of 1000/s lookups, 10 % less");
  }

  @Test
  void aBudgetThatIsMissedSaysWhichAndByHowMuch() {
    Planted slow = new Planted();
    slow.millis = 150;
    StepJudge.Judged judged = judged(slow);

    assertThat(judged.cause()).isEqualTo(RateCause.BUDGET);
    assertThat(judged.reasons())
        .singleElement()
        .asString()
        .contains("lookup.p99 missed", "150 ms", "at most 100 ms", "% more");
  }

  @Test
  void tooMuchForTheServersThatMissesABudgetTooIsTheServers() {
    Planted both = new Planted();
    both.done = 700;
    both.millis = 4_000;
    both.hold = OptionalDouble.of(3.0);
    StepJudge.Judged judged = judged(both);

    assertThat(judged.cause()).isEqualTo(RateCause.SERVERS);
    assertThat(judged.reasons()).hasSize(3);
    assertThat(judged.reasons().get(0)).contains("30 % less");
    assertThat(judged.reasons().get(1)).contains("lookup.p99 missed");
    assertThat(judged.reasons().get(2)).contains("held back writes for up to 3.0 s");
  }

  @Test
  void aProcessWithoutAProcessorLeftIsTheLimit() {
    Planted busy = new Planted();
    busy.done = 700;
    busy.processors = 0.97;
    assertThat(judged(busy).cause()).isEqualTo(RateCause.CLIENT);
    assertThat(judged(busy).reasons())
        .anyMatch(why -> why.contains("this process used 97 % of its processors"));
  }

  @Test
  void aClientsThreadWithoutTimeLeftIsTheLimit() {
    Planted busy = new Planted();
    busy.done = 700;
    busy.busiest = 0.95;
    assertThat(judged(busy).cause()).isEqualTo(RateCause.CLIENT);
    assertThat(judged(busy).reasons()).anyMatch(why -> why.contains("walk.clients"));
  }

  @Test
  void clientsThatDoNothingButWaitForUsualAnswersAreTooFew() {
    Planted few = new Planted();
    few.done = 700;
    few.waiting = 0.98;
    few.serviceMillis = 12;
    assertThat(judged(few).cause()).isEqualTo(RateCause.CLIENT);
    assertThat(judged(few).reasons())
        .anyMatch(why -> why.contains("waited 98 % of its time") && why.contains("walk.clients"));

    few.stalledMillis = 20_000; // one answer in a hundred: that is the servers
    assertThat(judged(few).cause()).isEqualTo(RateCause.SERVERS);

    few.stalledMillis = 0;
    few.host = 0.99; // most of it others', who make the clients wait
    assertThat(judged(few).cause()).isEqualTo(RateCause.SERVERS);

    few.host = 0.5;
    few.faults = List.of(fault(Map.of("rehost.s", 21.5)));
    assertThat(judged(few).cause())
        .as("all wait for a server that was killed")
        .isEqualTo(RateCause.SERVERS);
    assertThat(judged(few).reasons())
        .anyMatch(why -> why.contains("up to 21.5 s until every tablet"));

    few.faults = List.of();
    few.serviceMillis = 30; // answers take three times as long
    assertThat(judged(few).cause()).isEqualTo(RateCause.SERVERS);
  }

  @Test
  void aSharedHostIsTheClientsWhereTheyUseMostOfIt() {
    Planted shared = new Planted();
    shared.done = 700;
    shared.host = 0.99;
    shared.processors = 0.6;
    assertThat(judged(shared).cause()).isEqualTo(RateCause.CLIENT);

    shared.processors = 0.3;
    assertThat(judged(shared).cause()).isEqualTo(RateCause.SERVERS);
    assertThat(judged(shared).reasons()).anyMatch(why -> why.contains("99 % used, 30 % by"));
  }

  @Test
  void aBusyClientThatHoldsTheRateIsNoLimit() {
    Planted busy = new Planted();
    busy.processors = 0.99;
    busy.busiest = 0.99;
    assertThat(judged(busy).cause()).isEqualTo(RateCause.NONE);
  }

  /** A doubt is never in favour of a rate. */
  @Test
  void aStepInDoubtIsNotHeld() {
    Planted doubted = new Planted();
    doubted.outcome = PartOutcome.doubt("rows were not settled");
    assertThat(judged(doubted).cause()).isEqualTo(RateCause.DOUBT);
    assertThat(judged(doubted).reasons()).containsExactly("rows were not settled");

    Planted unmeasured = new Planted();
    unmeasured.seconds = 0;
    unmeasured.outcome = PartOutcome.doubt("walk failed: x");
    assertThat(judged(unmeasured).cause()).isEqualTo(RateCause.DOUBT);
    assertThat(judged(unmeasured).reasons())
        .containsExactly("nothing was measured", "walk failed: x");
  }

  @Test
  void aBudgetWithoutANumberIsADoubt() {
    StepJudge recovery = judge(Map.of(Measure.RECOVERY, 30.0));
    StepFigures none = new Planted().figures();
    assertThat(recovery.judge(none, Optional.empty()).cause()).isEqualTo(RateCause.DOUBT);

    Planted fault = new Planted();
    fault.faults = List.of(fault(Map.of("recovered.s", 12.0)));
    assertThat(recovery.judge(fault.figures(), Optional.empty()).cause()).isEqualTo(RateCause.NONE);
    fault.faults = List.of(fault(Map.of("recovered.s", 42.0)));
    assertThat(recovery.judge(fault.figures(), Optional.empty()).cause())
        .isEqualTo(RateCause.BUDGET);
    fault.faults = List.of(fault(Map.of()));
    assertThat(recovery.judge(fault.figures(), Optional.empty()).cause())
        .isEqualTo(RateCause.DOUBT);
  }

  @Test
  void aFaultThatLeftNoTabletWithoutAHostHidesNoRehost() {
    StepJudge rehost = judge(Map.of(Measure.REHOST, 30.0));
    Planted two = new Planted();
    two.faults = List.of(fault(Map.of("rehost.s", 12.0)), fault("datanode-1", Map.of()));
    assertThat(rehost.judge(two.figures(), Optional.empty()).cause()).isEqualTo(RateCause.NONE);
    two.faults = List.of(fault(Map.of("rehost.s", 12.0)), fault("tserver-2", Map.of()));
    assertThat(rehost.judge(two.figures(), Optional.empty()).cause()).isEqualTo(RateCause.DOUBT);
  }

  private static FaultRecord fault(Map<String, Double> measures) {
    return fault("tserver-1", measures);
  }

  private static FaultRecord fault(String target, Map<String, Double> measures) {
    return new FaultRecord(
        1,
        "kill",
        List.of(target),
        0,
        0,
        OptionalLong.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        target.startsWith("tserver") ? OptionalLong.empty() : OptionalLong.of(500),
        new TreeMap<>(measures),
        List.of());
  }

  @Test
  void unansweredOperationsHaveABudget() {
    Planted some = new Planted();
    some.unanswered = 5;
    assertThat(judge(Map.of(Measure.UNANSWERED, 4.0)).judge(some.figures(), Optional.empty()))
        .satisfies(judged -> assertThat(judged.cause()).isEqualTo(RateCause.BUDGET));
    assertThat(judge(Map.of(Measure.UNANSWERED, 5.0)).judge(some.figures(), Optional.empty()))
        .satisfies(judged -> assertThat(judged.cause()).isEqualTo(RateCause.NONE));
  }

  @Test
  void rejectedWritesAndLateStartsHaveBudgets() {
    Planted some = new Planted();
    some.rejected = 5;
    some.late = 2.5;
    Map<Measure, Double> met = Map.of(Measure.REJECTED, 5.0, Measure.LATE_START, 2.5);
    assertThat(judge(met).judge(some.figures(), Optional.empty()).cause())
        .isEqualTo(RateCause.NONE);
    for (Map<Measure, Double> missed :
        List.of(Map.of(Measure.REJECTED, 4.0), Map.of(Measure.LATE_START, 2.4))) {
      assertThat(judge(missed).judge(some.figures(), Optional.empty()).cause())
          .as("%s", missed)
          .isEqualTo(RateCause.BUDGET);
    }
  }

  @Test
  void aDoubtOfAStepThatCameToLessIsSaidWithIt() {
    Planted much = new Planted();
    much.done = 900;
    much.outcome = PartOutcome.doubt("a row was not read");
    StepJudge.Judged judged = judged(much);
    assertThat(judged.cause()).isEqualTo(RateCause.SERVERS);
    assertThat(judged.reasons()).last().isEqualTo("a row was not read");
  }
}
