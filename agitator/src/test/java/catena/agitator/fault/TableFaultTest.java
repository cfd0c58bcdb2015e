// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.FakeControl;
import catena.harness.instance.ServerLocks;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

/** What faults of the table do, what shows that they hit, and that healing leaves what was. */
class TableFaultTest {
  private static final String THRESHOLD = "table.split.threshold";

  private final FakeTables tables = new FakeTables();
  private final ClusterUnderTest field =
      new ClusterUnderTest(
          new FakeControl(),
          new ServerLocks("127.0.0.1:1", "none", Duration.ofMillis(1))::read,
          tables::client,
          FakeTables.TABLE,
          Duration.ofSeconds(10));

  private InjectedFault resolve(Fault fault, int id, Map<String, String> options) throws Exception {
    return fault.resolve(
        field,
        new TimedFault(
            id,
            Duration.ZERO,
            fault.word(),
            List.of("table"),
            Duration.ZERO,
            new TreeMap<>(options),
            Optional.empty()));
  }

  private static Text text(String row) {
    return new Text(row);
  }

  private void split(String... rows) {
    for (String row : rows) {
      tables.splits.add(text(row));
    }
  }

  @Test
  void resolvingChangesNothingAndNamesTheTable() throws Exception {
    split("m");
    for (Fault fault :
        List.of(
            FaultKindsTest.fault("split"),
            FaultKindsTest.fault("merge"),
            FaultKindsTest.fault("compact"),
            FaultKindsTest.fault("flush"),
            FaultKindsTest.fault("offline"),
            FaultKindsTest.fault("split-threshold"))) {
      assertThat(resolve(fault, 1, Map.of()).names()).containsExactly("table");
    }
    assertThat(tables.done).isEmpty();
  }

  @Test
  void aSplitIsProvenByItsPointsAndIsNotHealed() throws Exception {
    Fault split = FaultKindsTest.fault("split");
    InjectedFault injected = resolve(split, 1, Map.of());
    assertThat(split.proof(field, injected).shows()).isFalse();
    split.act(field, injected, victim -> {});
    assertThat(tables.splits).hasSize(4);
    assertThat(split.proof(field, injected))
        .returns(true, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .contains(tables.splits.first().toString());
    assertThat(split.heal(field, injected)).isEqualTo("nothing to heal");
    assertThat(tables.splits).hasSize(4);
    tables.splits.pollFirst();
    assertThat(split.proof(field, injected).shows()).as("one of them is missing").isFalse();
  }

  @Test
  void aMergeOfAnyNumberFindsATabletToMerge() throws Exception {
    tables.splits.addAll(List.of(new Text("3"), new Text("5")));
    for (int id : new int[] {1, Integer.MAX_VALUE, Integer.MAX_VALUE / 7 + 1}) {
      assertThat(resolve(FaultKindsTest.fault("merge"), id, Map.of()).memo().get("point"))
          .isIn("3", "5");
    }
  }

  @Test
  void eachSplitHasItsOwnPointsAsManyAsAskedFor() throws Exception {
    Fault split = FaultKindsTest.fault("split");
    Set<Text> all = new HashSet<>();
    for (int id = 1; id <= 50; id++) {
      tables.splits.clear();
      split.act(field, resolve(split, id, Map.of("points", "10")), victim -> {});
      assertThat(tables.splits)
          .hasSize(10)
          .allSatisfy(row -> assertThat(row.toString()).matches("[0-7][0-9a-f]{15}"));
      all.addAll(tables.splits);
    }
    assertThat(all).hasSize(500);
  }

  @Test
  void aSplitThatIsDoneOnceMoreHasPointsThatAreNotThere() throws Exception {
    Fault split = FaultKindsTest.fault("split");
    InjectedFault first = resolve(split, 1, Map.of());
    split.act(field, first, victim -> {});
    InjectedFault second = resolve(split, 1, Map.of());
    assertThat(split.proof(field, second).shows()).as("it is not done yet").isFalse();
    split.act(field, second, victim -> {});
    assertThat(tables.splits).hasSize(8);
    assertThat(split.proof(field, second).shows()).isTrue();
    split.act(field, resolve(split, 1, Map.of()), victim -> {});
    assertThat(tables.splits).hasSize(12);
    assertThat(first.memo()).as("the points of a plan's file are always the same").isEmpty();
  }

  @Test
  void aMergeTakesOneSplitAwayAndHealingPutsItBack() throws Exception {
    split("a", "g", "m", "t");
    Fault merge = FaultKindsTest.fault("merge");
    for (int id = 1; id <= 4; id++) {
      InjectedFault injected = resolve(merge, id, Map.of());
      String point = injected.memo().get("point");
      assertThat(merge.proof(field, injected).shows()).isFalse();
      merge.act(field, injected, victim -> {});
      assertThat(tables.splits).hasSize(3).doesNotContain(text(point));
      assertThat(merge.proof(field, injected))
          .returns(true, Evidence::shows)
          .extracting(Evidence::text)
          .asString()
          .contains("not split at " + point);
      assertThat(merge.heal(field, injected)).contains("split at " + point + " again");
      assertThat(tables.splits).containsExactly(text("a"), text("g"), text("m"), text("t"));
    }
  }

  @Test
  void aMergeThatDidNotHappenIsHealedWithoutASplit() throws Exception {
    split("a", "g");
    Fault merge = FaultKindsTest.fault("merge");
    String done = merge.heal(field, resolve(merge, 1, Map.of()));
    assertThat(done).contains("again");
    assertThat(tables.done).as("what waits for a merge, if any").containsExactly("compact");
  }

  /** Its call may be given up, or its process die: the manager goes on with it all the same. */
  @Test
  void aMergeThatStillGoesOnIsHealedOnceItIsOver() throws Exception {
    split("a", "g", "m");
    Fault merge = FaultKindsTest.fault("merge");
    InjectedFault injected = resolve(merge, 1, Map.of());
    String point = injected.memo().get("point");
    tables.mergesLater = true;
    merge.act(field, injected, victim -> {});
    assertThat(tables.splits).hasSize(3);
    assertThat(merge.heal(field, injected)).contains("split at " + point + " again");
    tables.endMerge();
    assertThat(tables.splits).containsExactly(text("a"), text("g"), text("m"));
  }

  /** Without its split the order would be one to merge the whole table. */
  @Test
  void aMergeWhoseSplitIsGoneMergesNothing() throws Exception {
    split("a", "g", "m");
    Fault merge = FaultKindsTest.fault("merge");
    InjectedFault injected = resolve(merge, 1, Map.of());
    String point = injected.memo().get("point");
    tables.splits.remove(text(point));
    assertThatThrownBy(() -> merge.act(field, injected, victim -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is not split at " + point + " any more");
    assertThat(tables.splits).hasSize(2);
    assertThat(tables.done).isEmpty();
  }

  @Test
  void oneTabletCannotBeMerged() {
    assertThatThrownBy(() -> resolve(FaultKindsTest.fault("merge"), 1, Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("one tablet only");
  }

  @Test
  void aThresholdIsSetAndSetBackToTheTablesOwn() throws Exception {
    tables.own.put(THRESHOLD, "1G");
    Fault threshold = FaultKindsTest.fault("split-threshold");
    InjectedFault injected = resolve(threshold, 1, Map.of("to", "4M"));
    assertThat(threshold.proof(field, injected).shows()).isFalse();
    threshold.act(field, injected, victim -> {});
    assertThat(threshold.proof(field, injected))
        .returns(true, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .contains(THRESHOLD + " is 4M");
    threshold.heal(field, injected);
    assertThat(tables.own).containsExactly(Map.entry(THRESHOLD, "1G"));
  }

  @Test
  void aThresholdThatSomebodyElseHasSetSinceStays() throws Exception {
    tables.own.put(THRESHOLD, "1G");
    Fault threshold = FaultKindsTest.fault("split-threshold");
    InjectedFault injected = resolve(threshold, 1, Map.of("to", "4M"));
    threshold.act(field, injected, victim -> {});
    tables.own.put(THRESHOLD, "32M");
    assertThat(threshold.heal(field, injected))
        .isEqualTo(THRESHOLD + " is 32M, since another client changed it");
    assertThat(tables.own).containsExactly(Map.entry(THRESHOLD, "32M"));
  }

  @Test
  void aThresholdThatTheTableDidNotSetItselfIsTakenAway() throws Exception {
    Fault threshold = FaultKindsTest.fault("split-threshold");
    InjectedFault injected = resolve(threshold, 1, Map.of());
    threshold.act(field, injected, victim -> {});
    assertThat(tables.own).containsExactly(Map.entry(THRESHOLD, "16M"));
    threshold.heal(field, injected);
    assertThat(tables.own).isEmpty();
  }

  @Test
  void offlineIsProvenOnceNoTabletOfTheTableIsHosted() throws Exception {
    tables.hosted.put("2;g", "h:9997");
    tables.hosted.put("3<", "h:9997");
    Fault offline = FaultKindsTest.fault("offline");
    InjectedFault injected = resolve(offline, 1, Map.of());
    assertThat(offline.proof(field, injected).shows()).isFalse();
    offline.act(field, injected, victim -> {});
    assertThat(offline.proof(field, injected).shows()).as("one is still hosted").isFalse();
    tables.hosted.remove("2;g");
    assertThat(offline.proof(field, injected))
        .returns(true, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .contains("none of its tablets");
    assertThat(offline.heal(field, injected)).isEqualTo("the table is online");
    assertThat(tables.online).isTrue();
  }

  @Test
  void compactionAndFlushAreProvenByTheirEnd() throws Exception {
    for (Fault fault : List.of(FaultKindsTest.fault("compact"), FaultKindsTest.fault("flush"))) {
      InjectedFault injected = resolve(fault, 1, Map.of());
      fault.act(field, injected, victim -> {});
      assertThat(fault.proof(field, injected))
          .returns(true, Evidence::shows)
          .extracting(Evidence::text)
          .asString()
          .contains("every tablet");
      assertThat(fault.heal(field, injected)).isEqualTo("nothing to heal");
    }
    assertThat(tables.done).containsExactly("compact", "flush");
  }
}
