package catena.agitator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.AgitatePhase;
import catena.agitator.FaultResult;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Victim;
import catena.harness.history.RecoveryMeasure;
import catena.harness.instance.Tablet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecoveryTest {
  private static final Victim VICTIM =
      new Victim("tserver-1", Optional.of("h:1"), Optional.of(1L), Optional.of(77L));

  private static Observation.Quick quick(long at, Long... sessions) {
    return new Observation.Quick(at, List.of(), Optional.of(Set.of(sessions)));
  }

  private static Observation.Whole whole(long at, int unhosted) {
    Tablet tablet = Tablet.at("2;f", Optional.empty(), List.of("hdfs://n/wal/h+1/u"));
    return new Observation.Whole(
        at, new TreeMap<>(), java.util.Collections.nCopies(unhosted, tablet), Optional.empty());
  }

  @Test
  void itIsNoticedWhenTheLockIsGone() {
    List<Observation.Quick> looks =
        List.of(
            quick(1, 77L, 78L),
            new Observation.Quick(2, List.of(), Optional.empty()),
            quick(3, 78L),
            quick(4, 78L, 79L));
    assertThat(Recovery.noticed(looks, List.of(VICTIM))).hasValue(3);
    assertThat(Recovery.noticed(looks, List.of(Victim.named("datanode-1")))).isEmpty();
  }

  @Test
  void tabletsAreRehostedWhenNoneIsWithoutAHostAgain() {
    assertThat(Recovery.rehosted(List.of(whole(1, 0), whole(2, 3), whole(3, 1), whole(4, 0))))
        .hasValue(4);
    assertThat(Recovery.rehosted(List.of(whole(1, 0), whole(2, 0)))).isEmpty();
    Observation.Whole unseen =
        new Observation.Whole(2, new TreeMap<>(), List.of(), Optional.of("no metadata"));
    assertThat(Recovery.rehosted(List.of(whole(1, 0), unseen, whole(3, 0)))).hasValue(3);
    assertThat(Recovery.rehosted(List.of(whole(1, 0), whole(2, 3)))).isEmpty();
  }

  @Test
  void whatIsNotWholeIsToldWithItsTabletsAndLogs() {
    assertThat(whole(1, 0).missing(Set.of())).isEmpty();
    assertThat(whole(1, 2).missing(Set.of()).orElseThrow())
        .contains("2 tablets are not hosted", "2;f", "1 logs", "hdfs://n/wal/h+1/u");
  }

  @Test
  void timesAreSecondsFromTheInjection() {
    Recovery recovery =
        new Recovery(10_000)
            .at(RecoveryMeasure.NOTICE, java.util.OptionalLong.of(12_500))
            .at(RecoveryMeasure.REHOST, java.util.OptionalLong.empty());
    assertThat(recovery.measures()).containsOnlyKeys("notice.s").containsEntry("notice.s", 2.5);
  }

  @Test
  void aDipHasDepthAndLength() {
    Rates rates = new Rates();
    for (int second = 0; second < 100; second++) {
      double rate = second >= 50 && second < 70 ? 10 : 100;
      rates.add(second * 1000L, (second + 1) * 1000L, rate);
    }
    Rates.Dip dip = rates.dip(50_000, 30, 100_000).orElseThrow();
    assertThat(dip.depth()).isBetween(0.89, 0.91);
    assertThat(dip.seconds()).isBetween(18.0, 22.0);
    assertThat(rates.dip(80_000, 5, 100_000).orElseThrow()).isEqualTo(new Rates.Dip(0, 0));
    assertThat(rates.dip(50_000, 30, 52_000)).as("too short to tell").isEmpty();
    assertThat(new Rates().dip(50_000, 30, 100_000)).as("nothing was done").isEmpty();
  }

  @Test
  void aLongWindowCountsInEverySecondOfIt() {
    Rates rates = new Rates();
    rates.add(0, 30_000, 3_000);
    rates.add(30_000, 60_000, 300);
    Rates.Dip dip = rates.dip(30_000, 30, 60_000).orElseThrow();
    assertThat(dip.depth()).isBetween(0.89, 0.91);
    assertThat(dip.seconds()).isEqualTo(30);
  }

  @Test
  void aDoubtIsNeverAPass() {
    TimedFault planned =
        new TimedFault(
            1,
            java.time.Duration.ZERO,
            "kill",
            List.of("tserver-1"),
            java.time.Duration.ZERO,
            new TreeMap<>());
    FaultResult good =
        new FaultResult(
            planned, List.of(VICTIM), true, true, true, true, new TreeMap<>(), List.of());
    FaultResult bad = FaultResult.skipped(planned, List.of("it was not done"));
    assertThat(AgitatePhase.outcome(List.of(good), List.of()).verdict())
        .isEqualTo(catena.harness.verdict.Verdict.PASS);
    assertThat(AgitatePhase.outcome(List.of(good, bad), List.of()).verdict())
        .isEqualTo(catena.harness.verdict.Verdict.UNKNOWN);
    assertThat(AgitatePhase.outcome(List.of(good), List.of("gc-1 died")).reasons())
        .containsExactly("gc-1 died");
    assertThat(AgitatePhase.outcome(List.of(good, bad), List.of()).facts())
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(79));
  }
}
