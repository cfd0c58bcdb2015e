// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.Clusters;
import catena.agitator.fault.Fault;
import catena.agitator.fault.Target;
import catena.agitator.fault.TimedFault;
import catena.agitator.fault.Topology;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultScheduleTest {
  private static final Duration DAY = Duration.ofDays(1);

  private static Policy shipped(String name) throws IOException {
    return PolicyFile.parse(name, Files.readString(Path.of("../conf/agitation/" + name + ".yaml")));
  }

  private static Plan plan(String faults, long seed, Duration duration) {
    return FaultSchedule.of(PolicyFile.parse("test", faults), Clusters.middling(), seed, duration);
  }

  @Test
  void thePapersPolicyKillsEveryTwentyMinutesAndRestartsAfterTen() throws IOException {
    Plan plan = FaultSchedule.of(shipped("paper"), Clusters.middling(), 7, Duration.ofHours(3));
    List<TimedFault> tservers = ofTarget(plan, "tserver");
    assertThat(tservers)
        .extracting(fault -> fault.at().toMinutes())
        .containsExactly(20L, 40L, 60L, 80L, 100L, 120L, 140L, 160L);
    assertThat(tservers)
        .allSatisfy(
            fault -> {
              assertThat(fault.fault()).isEqualTo("kill");
              assertThat(fault.targets()).hasSize(1);
              assertThat(fault.hold()).isEqualTo(Duration.ofMinutes(10));
            });
    assertThat(ofTarget(plan, "datanode")).hasSize(8);
    assertThat(ofTarget(plan, "manager"))
        .extracting(fault -> fault.at().toMinutes())
        .containsExactly(60L, 120L);
    assertThat(plan.faults()).extracting(TimedFault::id).isSorted();
  }

  private static List<TimedFault> ofTarget(Plan plan, String role) {
    return plan.faults().stream().filter(f -> f.targets().get(0).startsWith(role)).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"paper", "irregular", "gentle", "brutal", "ten-minutes", "one-kill"})
  void equalSeedsGiveEqualPlansAndOthersDoNot(String name) throws IOException {
    Plan plan = FaultSchedule.of(shipped(name), Clusters.middling(), 42, DAY);
    assertThat(FaultSchedule.of(shipped(name), Clusters.middling(), 42, DAY)).isEqualTo(plan);
    assertThat(FaultSchedule.of(shipped(name), Clusters.middling(), 43, DAY).faults())
        .isNotEqualTo(plan.faults());
  }

  @ParameterizedTest
  @ValueSource(strings = {"paper", "irregular", "gentle", "brutal", "ten-minutes", "one-kill"})
  void aPlanIsReadBackFromItsFileAsItWas(String name) throws IOException {
    Plan plan = FaultSchedule.of(shipped(name), Clusters.middling(), 42, DAY);
    assertThat(PlanFile.parse("plan", PlanFile.text(plan))).isEqualTo(plan);
  }

  @ParameterizedTest
  @ValueSource(strings = {"paper", "irregular", "gentle", "brutal", "ten-minutes", "one-kill"})
  void theLimitsHoldForAnySeed(String name) throws IOException {
    Policy policy = shipped(name);
    for (Topology topology : List.of(Clusters.middling(), Clusters.small())) {
      Limits limits = Limits.of(policy, topology);
      for (long seed = 0; seed < 20; seed++) {
        check(FaultSchedule.of(policy, topology, seed, Duration.ofHours(2)), topology, limits);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"power-cut", "site-kill"})
  void aSiteIsHitOnceAndAllOfItAtOnce(String name) throws IOException {
    Topology without = Clusters.small();
    List<ServerId> disks = without.of(Role.DATANODE);
    Topology topology =
        new Topology(without.servers(), without.hosts(), disks, 2, Optional.empty());
    for (long seed = 0; seed < 20; seed++) {
      Plan plan = FaultSchedule.of(shipped(name), topology, seed, Duration.ofSeconds(31));
      assertThat(plan.faults()).hasSize(1);
      assertThat(plan.faults().get(0).targets()).containsExactly("site");
      assertThat(PlanFile.parse("plan", PlanFile.text(plan))).isEqualTo(plan);
    }
    assertThat(Target.parse("site").servers(topology))
        .extracting(ServerId::toString)
        .containsExactly("datanode-1", "datanode-2", "tserver-1", "tserver-2");
  }

  /** At the beginning of each fault the most are down. */
  private static void check(Plan plan, Topology topology, Limits limits) {
    for (TimedFault now : plan.faults()) {
      Set<ServerId> down = new HashSet<>();
      List<Role> unnamed = new ArrayList<>();
      for (TimedFault other : plan.faults()) {
        boolean open = other.at().compareTo(now.at()) <= 0 && now.at().compareTo(other.end()) < 0;
        if (open && !Fault.of(other.fault()).orElseThrow().inTurn()) {
          List<ServerId> own =
              other.targets().stream()
                  .flatMap(target -> Target.parse(target).servers(topology).stream())
                  .toList();
          assertThat(Collections.disjoint(down, own)).as("nobody is hit twice").isTrue();
          down.addAll(own);
          other.targets().forEach(t -> Target.parse(t).unnamed().ifPresent(unnamed::add));
        }
      }
      assertThat(limits.allow(down, unnamed)).as(() -> now.words() + " with " + down).isTrue();
    }
  }

  @Test
  void everyFaultIsHealedWithinTheDuration() throws IOException {
    Duration hour = Duration.ofHours(1);
    for (long seed = 0; seed < 100; seed++) {
      Plan plan = FaultSchedule.of(shipped("brutal"), Clusters.middling(), seed, hour);
      assertThat(plan.end()).isLessThanOrEqualTo(hour);
    }
  }

  @Test
  void victimsAreDrawnEvenlyAndAsManyAsAllowed() {
    Plan plan =
        plan(
            "faults: [{fault: kill, target: tserver, victims: '1:3', every: 1m, hold: 10s}]",
            3,
            Duration.ofDays(7));
    Map<String, Integer> hit = new HashMap<>();
    Map<Integer, Integer> together = new HashMap<>();
    for (TimedFault fault : plan.faults()) {
      fault.targets().forEach(target -> hit.merge(target, 1, Integer::sum));
      together.merge(fault.targets().size(), 1, Integer::sum);
    }
    double victims = hit.values().stream().mapToInt(n -> n).sum();
    assertThat(hit).hasSize(5);
    assertThat(hit.values()).allSatisfy(n -> assertThat(n / victims).isBetween(0.18, 0.22));
    assertThat(together.keySet()).containsExactlyInAnyOrder(1, 2, 3);
    assertThat(together.values())
        .allSatisfy(n -> assertThat(n / (double) plan.faults().size()).isBetween(0.31, 0.36));
  }

  @Test
  void aFaultForWhichTooManyAreDownIsPutOffUntilSomethingIsHealed() {
    Plan plan =
        plan(
            """
            most: {tserver: 1}
            faults:
              - {fault: kill, target: tserver-1, first: 1m, every: 10m, hold: 3m}
              - {fault: kill, target: tserver-2, first: 2m, every: 10m, hold: 1m}
            """,
            1,
            Duration.ofMinutes(9));
    assertThat(plan.faults())
        .extracting(fault -> fault.at().toMinutes() + " " + fault.targets())
        .containsExactly("1 [tserver-1]", "4 [tserver-2]");
  }

  @Test
  void addingARuleDoesNotChangeWhatTheOthersDraw() {
    String first = "faults:\n  - {fault: kill, target: tserver, every: 1m:5m, hold: 5s}\n";
    String more = first + "  - {fault: kill, target: gc, every: 1m:5m, hold: 5s}\n";
    Set<String> before = texts(plan(first, 5, DAY));
    assertThat(texts(plan(more, 5, DAY))).containsAll(before);
  }

  private static Set<String> texts(Plan plan) {
    return plan.faults().stream()
        .map(fault -> fault.at() + " " + fault.targets())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void oddsAreKept() {
    Plan plan =
        plan(
            "faults: [{fault: kill, target: gc, every: 1m, hold: 1s, odds: 0.25}]",
            9,
            Duration.ofDays(7));
    assertThat(plan.faults().size() / (7 * 24 * 60.0)).isBetween(0.23, 0.27);
  }

  @Test
  void aQuorumIsTakenAwayOnlyIfSaidSo() {
    String faults = "faults: [{fault: kill, target: zookeeper, victims: 2, every: 1m, hold: 1s}]";
    assertThatThrownBy(() -> plan(faults, 1, DAY))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("2 of 3 zookeeper")
        .hasMessageContaining("breaks: [zookeeper]");
    assertThat(plan("breaks: [zookeeper]\n" + faults, 1, DAY).faults()).isNotEmpty();
  }

  @Test
  void theLastReplicaAndTheLastTserverAreKept() {
    assertRefused("{fault: pause, target: datanode, victims: 2, every: 1m}", "last replica");
    assertRefused("{fault: pause, target: tserver, victims: all, every: 1m}", "last tserver");
  }

  @Test
  void targetsThatAreNotThereAreNamed() {
    assertRefused("{fault: kill, target: sserver, every: 1m}", "there is no sserver");
    assertRefused("{fault: kill, target: tserver-9, every: 1m}", "there is no tserver-9");
    assertRefused("{fault: cut, target: host-1, every: 1m}", "there is no host-1", "no hosts");
    assertRefused("{fault: kill, target: table, every: 1m}", "cannot be done to table");
    assertRefused("{fault: kill, target: manager, victims: 3, every: 1m}", "3 victims", "of 2");
    assertRefused(
        "{fault: split, target: table, every: 1m, options: {pionts: 3}}", "pionts", "points");
  }

  private static void assertRefused(String rule, String... named) {
    assertThatThrownBy(() -> plan("faults: [" + rule + "]", 1, DAY))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll(named);
  }

  @Test
  void moreThanMostAllowsIsRefused() {
    assertThatThrownBy(
            () ->
                plan(
                    "most: {tserver: 1}\n"
                        + "faults: [{fault: kill, target: tserver, victims: 2, every: 1m}]",
                    1,
                    DAY))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("most allows 1");
  }

  @Test
  void cuttingAHostOffTakesItsServersDown() {
    Policy policy =
        PolicyFile.parse(
            "cuts",
            """
            faults:
              - {fault: cut, target: host, every: 1m, hold: 30s}
              - {fault: kill, target: tserver, every: 1m:2m, hold: 30s}
            """);
    for (long seed = 0; seed < 20; seed++) {
      Plan plan = FaultSchedule.of(policy, Clusters.hosted(), seed, Duration.ofHours(2));
      check(plan, Clusters.hosted(), Limits.of(policy, Clusters.hosted()));
      assertThat(plan.faults()).extracting(TimedFault::fault).contains("cut", "kill");
    }
  }

  @Test
  void aRollingRestartOfAllTakesOneDownAtATime() {
    Plan plan =
        plan(
            """
            most: {tserver: 1}
            faults: [{fault: rolling-restart, target: tserver, victims: all, every: 1h}]
            """,
            1,
            DAY);
    assertThat(plan.faults()).isNotEmpty();
    assertThat(plan.faults().get(0).targets()).hasSize(5);
  }

  @Test
  void aPlanOfAnotherClusterIsRefused() {
    Plan plan = plan("faults: [{fault: kill, target: tserver-5, every: 1h, hold: 1s}]", 1, DAY);
    assertThatThrownBy(() -> PolicyCheck.check(plan, Clusters.small()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no tserver-5");
  }

  @Test
  void theScenariosPolicyHasTenFaultsInTenMinutesForAnySeed() throws IOException {
    for (long seed = 0; seed < 100; seed++) {
      Plan plan =
          FaultSchedule.of(shipped("ten-minutes"), Clusters.small(), seed, Duration.ofMinutes(10));
      assertThat(plan.faults()).hasSizeGreaterThanOrEqualTo(10);
      assertThat(plan.faults()).extracting(TimedFault::fault).contains("kill", "pause", "restart");
    }
  }

  @Test
  void rolesThatPoliciesLeaveAloneAreKnown() {
    assertThat(Limits.harmless(Role.GC, Clusters.middling())).isEqualTo(1);
    assertThat(Limits.harmless(Role.SSERVER, Clusters.middling())).isZero();
  }
}
