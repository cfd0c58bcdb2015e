// SPDX-License-Identifier: Apache-2.0
package catena.scenario.watch;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.FindingKind;
import catena.harness.command.Situation;
import catena.records.journal.Event;
import catena.records.verdict.Finding;
import catena.scenario.watch.WatchCompanion.SituationKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SituationKeeperTest {
  private final List<Situation> told = new ArrayList<>();
  private final SituationKeeper keeper = new SituationKeeper(told::add);

  private Situation after(Event... events) {
    for (Event event : events) {
      keeper.event("any", event);
    }
    keeper.polled(0);
    return told.get(told.size() - 1);
  }

  private static Event started(int id, String fault, String... targets) {
    return new Event.FaultStarted(id, "agitate", id, fault, List.of(targets), id, List.of());
  }

  @Test
  void aFaultIsInEffectUntilItIsHealed() {
    assertThat(after().faults()).isEmpty();
    assertThat(
            after(started(1, "kill", "tserver-1@h:1", "tserver-2@h:2"), started(2, "cut")).faults())
        .containsExactly("kill tserver-1@h:1", "cut");
    assertThat(after(new Event.FaultProven(5, "agitate", 1, "dead")).faults()).hasSize(2);
    assertThat(after(new Event.FaultHealed(6, "agitate", 1, "")).faults()).containsExactly("cut");
    assertThat(after(new Event.FaultHealed(7, "another process", 2, "")).faults()).isEmpty();
    assertThat(after(new Event.FaultRecovered(8, "agitate", 1, new TreeMap<>())).faults())
        .isEmpty();
  }

  @Test
  void findingsOfAllAreCounted() {
    Finding lost = Finding.of(FindingKind.LOST, "ff", 3);
    assertThat(after().findings()).isZero();
    assertThat(
            after(
                    new Event.FindingSeen(1, "walk-0", lost),
                    new Event.FindingSeen(2, "scan-0", lost))
                .findings())
        .isEqualTo(2);
  }

  @Test
  void tabletsAreCountedAsTheRecorderSeesThem() {
    assertThat(after().unhosted()).isEmpty();
    assertThat(after(hosted("2;a", "h:1"), hosted("2<", "h:1")).unhosted())
        .isEqualTo(OptionalInt.of(0));
    assertThat(after(hosted("2;a", null), hosted("2<", null)).unhosted())
        .isEqualTo(OptionalInt.of(2));
    assertThat(after(hosted("2;a", "h:2"), new Event.TabletGone(1, "tablets", "2<")).unhosted())
        .isEqualTo(OptionalInt.of(0));
  }

  private static Event hosted(String tablet, String server) {
    return new Event.TabletHosted(1, "tablets", tablet, Optional.ofNullable(server), List.of());
  }

  @Test
  void thePercentileIsThatOfAllClientsInTheLastInterval() {
    keeper.latencies("flush", 0, 10_000, latencies(1, 100));
    keeper.latencies("flush", 10_000, 20_000, latencies(5, 99));
    keeper.latencies("flush", 10_003, 20_004, latencies(7, 99));
    keeper.latencies("flush.service", 10_003, 20_004, latencies(9, 1));
    keeper.latencies("flush", 0, 10_002, latencies(900, 100)); // written late

    Map<String, Duration> p99 = after().p99();
    assertThat(p99).containsOnlyKeys("flush");
    assertThat(p99.get("flush"))
        .isBetween(Duration.ofNanos(6_990_000), Duration.ofNanos(7_010_000));
  }

  private static Histogram latencies(long millis, int count) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(millis * 1_000_000, count);
    return histogram;
  }
}
