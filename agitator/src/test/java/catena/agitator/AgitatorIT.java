// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.accumulo.Connection;
import catena.records.history.RecoveryMeasure;
import catena.records.journal.Event;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Faults of every kind on one cluster; each test leaves it whole. */
class AgitatorIT {
  @RegisterExtension static final AgitatedCluster agitated = new AgitatedCluster();

  @Test
  void everyFaultIsProvenHealedAndRecoveredFrom() throws Exception {
    String plan =
        Rig.gatedPlan(
            "everything",
            "id: 1, at: 1s, fault: pause, targets: [manager-1], hold: 3s",
            "id: 2, at: 2s, fault: kill, targets: [datanode-2], hold: 5s",
            "id: 3, at: 3s, fault: restart, targets: ['tserver@metadata']",
            "id: 4, at: 4s, fault: kill, targets: ['manager@active'], hold: 1s",
            "id: 5, at: 5s, fault: kill, targets: [zookeeper-1], hold: 1s",
            // Whoever has tablets: another test may have left a tserver without any. The last one,
            // so that nothing else keeps a row from being read once the cluster has recovered.
            "id: 6, at: 6s, fault: kill, targets: ['tserver@table'], hold: 2s");
    PartOutcome outcome = agitated.agitate("everything", plan);
    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("faults proven", 6L);
    assertThat(Rig.journal("everything", Event.FaultProven.class)).hasSize(6);
    assertThat(Rig.journal("everything", Event.FaultHealed.class)).hasSize(6);
    Event.FaultRecovered last =
        Rig.journal("everything", Event.FaultRecovered.class).stream()
            .filter(event -> event.id() == 6)
            .findFirst()
            .orElseThrow();
    // Whose logs are gone before anybody has asked for their size leaves no log.bytes.
    assertThat(last.measures())
        .containsKeys(
            "notice.s", "rehost.s", "first.read.s", "healing.s", "healed.s", "recovered.s");
    String killed = Rig.journal("everything", Event.FaultStarted.class).get(5).targets().get(0);
    assertThat(killed).matches("tserver-[12]@127\\.0\\.0\\.1:[0-9]+");
    assertThat(Rig.journal("everything", Event.FaultProven.class))
        .filteredOn(event -> event.id() == 4)
        .singleElement()
        .satisfies(
            event -> assertThat(event.evidence()).contains("the lock that it held in ZooKeeper"));
    assertThat(Rig.journal("everything", Event.ServerBack.class))
        .anySatisfy(
            event ->
                assertThat(event.server())
                    .startsWith(killed.substring(0, killed.indexOf('@') + 1)));
    agitated.assertWhole();
  }

  @Test
  void theTableIsHitAndHealed() throws Exception {
    PartOutcome outcome =
        agitated.agitate(
            "table",
            Rig.plan(
                "table",
                "id: 1, at: 0, fault: split, targets: [table]",
                "id: 2, at: 1s, fault: flush, targets: [table]",
                "id: 3, at: 2s, fault: split-threshold, targets: [table], hold: 1s",
                "id: 4, at: 4s, fault: merge, targets: [table], hold: 1s",
                "id: 5, at: 8s, fault: compact, targets: [table]",
                "id: 6, at: 11s, fault: offline, targets: [table], hold: 1s"));
    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.tally()).containsEntry("faults recovered from", 6L);
    assertThat(Rig.journal("table", Event.FaultRecovered.class))
        .as("nobody need have looked between online and hosted")
        .filteredOn(event -> event.id() == 6)
        .singleElement()
        .satisfies(event -> assertThat(event.measures()).containsKey(RecoveryMeasure.REHOST.key()));
    try (Connection connection = agitated.connection()) {
      var tables = connection.client().tableOperations();
      assertThat(tables.isOnline(Rig.TABLE)).isTrue();
      assertThat(tables.getTableProperties(Rig.TABLE)).doesNotContainKey("table.split.threshold");
      assertThat(tables.listSplits(Rig.TABLE)).hasSizeGreaterThanOrEqualTo(11);
    }
    agitated.assertWhole();
  }

  @Test
  void aPlanThatIsReplayedDoesTheSameAtTheSameTimes() throws Exception {
    String[] faults = {
      "id: 1, at: 1s, fault: pause, targets: [gc-1], hold: 500ms",
      "id: 2, at: 2500ms, fault: pause, targets: [datanode-1], hold: 1s",
      "id: 3, at: 3s, fault: flush, targets: [table]"
    };
    List<List<Long>> times = new ArrayList<>();
    for (String run : List.of("once", "again")) {
      String plan =
          run.equals("once")
              ? Rig.plan("replayed", faults)
              : Rig.DIRECTORY.resolve("once/plan.yaml").toString();
      long began = System.currentTimeMillis();
      assertThat(agitated.agitate(run, plan).reasons()).isEmpty();
      List<Event.FaultStarted> started =
          Rig.journal(run, Event.FaultStarted.class).stream()
              .sorted(java.util.Comparator.comparingInt(Event.FaultStarted::id))
              .toList();
      assertThat(started)
          .extracting(Event.FaultStarted::fault)
          .containsExactly("pause", "pause", "flush");
      // What a busy machine may be late by; a replay that is late by more does not do the same.
      assertThat(started)
          .allSatisfy(event -> assertThat(event.at() - event.intendedAt()).isBetween(0L, 20_000L));
      assertThat(started.get(0).at() - began).isBetween(1_000L, 60_000L);
      long first = started.get(0).intendedAt();
      times.add(started.stream().map(event -> event.intendedAt() - first).toList());
    }
    assertThat(times.get(0)).isEqualTo(times.get(1)).containsExactly(0L, 1500L, 2000L);
  }

  @Test
  void aControlCommandThatLiesIsADoubt() throws Exception {
    PartOutcome outcome =
        agitated.agitate(
            "lie",
            Rig.plan("lie", "id: 1, at: 0, fault: kill, targets: [tserver-1]"),
            "agitate.control",
            Rig.control("any.kill=true"),
            "agitate.proof.limit",
            "2s");
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .contains("kill of tserver-1@", "not proven");
    assertThat(Rig.journal("lie", Event.FaultDoubted.class))
        .singleElement()
        .satisfies(event -> assertThat(event.step()).isEqualTo("prove"));
    assertThat(Rig.journal("lie", Event.FaultProven.class)).isEmpty();
  }
}
