// SPDX-License-Identifier: Apache-2.0
package catena.agitator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import catena.agitator.AgitatePhase;
import catena.agitator.FaultResult;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Victim;
import catena.harness.instance.ServerLocks;
import catena.records.history.RecoveryMeasure;
import catena.records.server.Role;
import catena.records.verdict.Verdict;
import com.google.common.net.HostAndPort;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RecoveryTest {
  private static final Victim VICTIM = victim(false);
  private static final String OLD = Long.toHexString(77);

  private static Victim victim(boolean waited) {
    return new Victim("tserver-1", Optional.of("h:1"), Optional.of(1L), Optional.of(77L), waited);
  }

  /** A scan of the locks that took half a second. */
  private static Observation.Quick quick(long at, Long... sessions) {
    List<ServerLocks.Lock> locks =
        Arrays.stream(sessions)
            .map(s -> new ServerLocks.Lock(Role.TSERVER, HostAndPort.fromString("h:1"), s, true))
            .toList();
    return new Observation.Quick(at, at + 500, List.of(), Optional.of(locks));
  }

  /** A scan of the tablets that took three seconds. */
  private static Observation.Whole scan(long began, Set<String> live, String... given) {
    return PlantedLooks.tablets(began, began + 3_000, live, given);
  }

  private static OptionalLong rehosted(Observation.Whole before, Observation.Whole... looks) {
    return Recovery.rehosted(Optional.of(before), List.of(looks), List.of(VICTIM));
  }

  @Test
  void itIsNoticedWhenTheLockIsSeenToBeGone() {
    List<Observation.Quick> looks =
        List.of(
            quick(1_000, 77L, 78L),
            new Observation.Quick(2_000, 2_500, List.of(), Optional.empty()),
            quick(3_000, 78L),
            quick(4_000, 78L, 79L));
    assertThat(Recovery.noticed(looks, List.of(VICTIM))).hasValue(3_500);
    assertThat(Recovery.noticed(looks, List.of(Victim.named("datanode-1")))).isEmpty();
  }

  /** The scan that saw the cluster whole may have ended before the next scan of the locks. */
  @Test
  void anUnnoticedLossIsKnownOnceTheLocksWereSeenAfterTheRecovery() {
    List<Victim> victims = List.of(VICTIM);
    Observation.Quick failed = new Observation.Quick(6_000, 6_500, List.of(), Optional.empty());

    assertThat(Recovery.notNoticed(List.of(quick(1_000, 77L)), victims, 5_000)).isFalse();
    assertThat(Recovery.notNoticed(List.of(quick(1_000, 77L), failed), victims, 5_000)).isFalse();
    assertThat(Recovery.notNoticed(List.of(quick(5_000, 77L)), victims, 5_000)).isTrue();
    assertThat(Recovery.notNoticed(List.of(quick(5_000, 78L)), victims, 5_000)).isFalse();
    assertThat(Recovery.notNoticed(List.of(), List.of(victim(true)), 5_000)).isTrue();
  }

  @Test
  void aServerThatOnlyWaitedForItsLockIsNotMissed() {
    assertThat(Recovery.noticed(List.of(quick(3_000)), List.of(victim(true)))).isEmpty();
    assertThat(Recovery.noticed(List.of(quick(3_000)), List.of(victim(false)))).hasValue(3_500);
  }

  @Test
  void tabletsAreRehostedByTheEndOfTheScanThatSeesIt() {
    assertThat(
            rehosted(
                scan(1_000, Set.of(OLD, "b"), OLD, "b"),
                scan(5_000, Set.of(OLD, "b"), OLD, "b"),
                scan(9_000, Set.of("b"), OLD, "b"),
                scan(13_000, Set.of("b"), "b"),
                scan(17_000, Set.of("b"), "b")))
        .hasValue(16_000);
  }

  @Test
  void aTabletAtASessionThatIsAboutToEndIsNotRehosted() {
    assertThat(
            rehosted(
                scan(1_000, Set.of(OLD, "b"), OLD, "b"),
                scan(5_000, Set.of("b"), OLD, "b", "lost"),
                scan(9_000, Set.of(OLD, "b"), OLD, "b"), // ZooKeeper still has the session
                scan(13_000, Set.of("b"), "b")))
        .hasValue(16_000);
  }

  @Test
  void tabletsThatWereHandedOverBetweenTwoScansAreRehosted() {
    assertThat(rehosted(scan(1_000, Set.of(OLD, "b"), OLD, "b"), scan(5_000, Set.of("b"), "b")))
        .hasValue(8_000);
  }

  @Test
  void whoKeptItsSessionLostNoTablet() {
    Observation.Whole all = scan(1_000, Set.of(OLD, "b"), OLD, "b");
    assertThat(rehosted(all, scan(5_000, Set.of(OLD, "b"), OLD, "b"))).isEmpty();
    assertThat(rehosted(scan(1_000, Set.of(OLD, "b"), "b"), scan(5_000, Set.of("b"), "b")))
        .as("it had none")
        .isEmpty();
  }

  @Test
  void aScanThatFailedIsUnknownAndNotALoss() {
    Observation.Whole all = scan(1_000, Set.of(OLD, "b"), OLD, "b");
    Observation.Whole blind = PlantedLooks.blind(5_000, "no metadata");
    assertThat(rehosted(all, blind, scan(9_000, Set.of(OLD, "b"), OLD, "b"))).isEmpty();
    assertThat(rehosted(all, blind)).isEmpty();
    assertThat(rehosted(all)).isEmpty();
    assertThat(
            Recovery.rehosted(
                Optional.empty(), List.of(scan(5_000, Set.of("b"), "b")), List.of(VICTIM)))
        .as("who had what before is not known")
        .isEmpty();
  }

  @Test
  void whatStaysLostIsNotRehosted() {
    assertThat(rehosted(scan(1_000, Set.of("b"), "b"), scan(5_000, Set.of("b"), "lost"))).isEmpty();
  }

  @Test
  void anOfflineTableIsRehostedByTheFirstLaterScanThatSeesAllTablets() {
    Observation.Whole offline = scan(1_000, Set.of("b"));
    Observation.Whole blind = PlantedLooks.blind(9_000, "no metadata");
    Observation.Whole some = scan(13_000, Set.of("b"), "b", "lost");
    Observation.Whole all = scan(17_000, Set.of("b"), "b");

    assertThat(Recovery.rehostedSince(List.of(offline, blind, some, all), 8_000)).hasValue(20_000);
    assertThat(Recovery.rehostedSince(List.of(offline, all), 8_000)).hasValue(20_000);
    assertThat(Recovery.rehostedSince(List.of(offline, blind, some), 8_000)).isEmpty();
  }

  @Test
  void missingTabletsAndLogsAreNamed() {
    assertThat(scan(1, Set.of("b"), "b").missing(Set.of())).isEmpty();
    assertThat(scan(1, Set.of(), "b", "c").missing(Set.of()).orElseThrow())
        .contains("2 tablets are not hosted", "2;b", "1 logs", PlantedLooks.LOG);
  }

  @Test
  void timesAreSecondsFromTheInjectionAndNoneIsMadeNicer() {
    Recovery recovery =
        new Recovery(10_000)
            .at(RecoveryMeasure.NOTICE, OptionalLong.of(12_500))
            .at(RecoveryMeasure.HEALED, OptionalLong.of(9_000))
            .at(RecoveryMeasure.REHOST, OptionalLong.empty());
    assertThat(recovery.measures())
        .containsOnlyKeys("notice.s", "healed.s")
        .containsEntry("notice.s", 2.5)
        .containsEntry("healed.s", -1.0);
  }

  @Test
  void aDoubtIsNeverAPass() {
    TimedFault planned =
        new TimedFault(
            1,
            Duration.ZERO,
            "kill",
            List.of("tserver-1"),
            Duration.ZERO,
            new TreeMap<>(),
            Optional.empty());
    FaultResult good =
        new FaultResult(
            planned, List.of(VICTIM), true, true, true, true, new TreeMap<>(), List.of());
    FaultResult bad = FaultResult.skipped(planned, List.of("it was not done"));
    assertThat(AgitatePhase.outcome(List.of(good), List.of()).verdict()).isEqualTo(Verdict.PASS);
    assertThat(AgitatePhase.outcome(List.of(good, bad), List.of()).verdict())
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(AgitatePhase.outcome(List.of(good), List.of("gc-1 died")).reasons())
        .containsExactly("gc-1 died");
    assertThat(AgitatePhase.outcome(List.of(good, bad), List.of()).facts())
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(79));
  }
}
