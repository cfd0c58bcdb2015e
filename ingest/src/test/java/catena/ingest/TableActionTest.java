// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description.Trait;
import catena.records.settings.Layer;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import catena.records.words.Problems;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

class TableActionTest {
  private static List<String> problems(Activity activity, Map<String, String> given) {
    Settings settings = Settings.resolve(activity.settings(), List.of(Layer.of("x", given)));
    Problems problems = new Problems();
    activity.check(settings, CallerContext.NOTHING, problems);
    return problems.found();
  }

  private static List<Text> splits(int number) {
    List<Text> splits = new ArrayList<>();
    for (int i = 1; i <= number; i++) {
      splits.add(new Text("%04d".formatted(i)));
    }
    return splits;
  }

  /** The split points that are left when tablets are merged. */
  private static List<Text> merged(List<Text> splits, int tablets) {
    TreeSet<Text> left = new TreeSet<>(splits);
    TableActions.merges(
        splits,
        tablets,
        (after, upTo) ->
            left.removeIf(
                split ->
                    (after == null || split.compareTo(after) > 0)
                        && (upTo == null || split.compareTo(upTo) < 0)));
    return List.copyOf(left);
  }

  private static List<String> merges(List<Text> splits, int tablets) {
    List<String> merges = new ArrayList<>();
    TableActions.merges(splits, tablets, (after, upTo) -> merges.add(after + " to " + upTo));
    return merges;
  }

  @Test
  void mergingLeavesAsManyTabletsAsAskedEachOfAsMany() {
    for (int there : List.of(1, 2, 7, 24, 1001)) {
      for (int wanted : List.of(1, 2, 3, 7, 23, 1000)) {
        assertThat(merged(splits(there - 1), wanted))
            .as("%d of %d", wanted, there)
            .hasSize(Math.min(there, wanted) - 1);
      }
    }
    assertThat(merged(splits(11), 3)).containsExactly(new Text("0004"), new Text("0008"));
  }

  @Test
  void mergingAllIsOneRangeWithoutEndsAndNothingIsMergedInVain() {
    assertThat(merges(splits(5), 1)).containsExactly("null to null");
    assertThat(merges(splits(5), 6)).isEmpty();
    assertThat(merges(List.of(), 1)).isEmpty();
  }

  @Test
  void aMergeThatLeavesMoreThanWasAskedForIsNotDone() throws Exception {
    assertThat(TableActions.merged("t", 1063, 1, 1)).isEqualTo("table t has 1 tablets of 1,063");
    assertThat(TableActions.merged("t", 2, 2, 5)).isEqualTo("table t has 2 tablets of 2");
    assertThatThrownBy(() -> TableActions.merged("t", 1063, 4, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("4 tablets of 1,063", "was to leave 1", "table.split.threshold");
  }

  @Test
  void alteringNeedsAProperty() {
    assertThat(problems(TableActions.ALTER_TABLE, Map.of()))
        .singleElement()
        .asString()
        .contains("altertable has nothing to change", "table.prop.table.split.threshold=128G");
    assertThat(
            problems(TableActions.ALTER_TABLE, Map.of("table.prop.table.split.threshold", "64M")))
        .isEmpty();
    assertThat(
            problems(
                TableActions.ALTER_TABLE,
                Map.of("table.durability", "log", "table.prop.table.durability", "none")))
        .singleElement()
        .asString()
        .contains("give one of them only");
  }

  @Test
  void alteringChangesNoIteratorByWhichIsCheckedWhatATableReturns() {
    assertThat(
            problems(
                TableActions.ALTER_TABLE,
                Map.of(
                    "table.prop.table.iterator.scan.vers", "", "table.prop.table.durability", "")))
        .singleElement()
        .asString()
        .contains("altertable changes no iterators");
  }

  @Test
  void aPropertyWithoutAValueGoesBackToTheInstances() {
    Map<String, String> properties = new TreeMap<>(Map.of("a", "1", "b", "2"));
    TableActions.apply(properties, Map.of("a", "", "c", "3"));
    assertThat(properties).isEqualTo(Map.of("b", "2", "c", "3"));
  }

  @Test
  void aSummarizerGoesWithItsOptionsOfWhichServersWouldElseMakeNothing() {
    Map<String, String> properties =
        new TreeMap<>(
            Map.of(
                "table.summarizer.one", "x.One",
                "table.summarizer.one.opt.a", "1",
                "table.summarizer.one2", "x.Two",
                "table.summarizer.one2.opt.a", "1"));
    TableActions.apply(properties, Map.of("table.summarizer.one", ""));
    assertThat(properties).containsOnlyKeys("table.summarizer.one2", "table.summarizer.one2.opt.a");
  }

  @Test
  void splittingNeedsAPlace() {
    assertThat(problems(TableActions.SPLIT, Map.of())).singleElement().asString().contains("where");
    assertThat(problems(TableActions.SPLIT, Map.of("table.splits.per.tserver", "4"))).isEmpty();
  }

  @Test
  void eachIsAPhaseAndNoCommand() {
    assertThat(TableActions.ALL)
        .extracting(Activity::name)
        .containsExactly(
            "recreate",
            "altertable",
            "split",
            "manysplits",
            "merge",
            "flush",
            "compact",
            "balance");
    for (Activity each : TableActions.ALL) {
      assertThat(each.description().about()).as(each.name()).isNotBlank();
      assertThat(each.description().instead()).as(each.name()).isPresent();
      assertThat(each.description().is(Trait.BESIDE_OTHERS)).as(each.name()).isFalse();
    }
  }

  /** Else a process that ends would leave a table with the threshold that was meant for a while. */
  @Test
  void whatIsStoppedPutsBackWhatItChangedBeforeAnythingGoesOn() throws Exception {
    AtomicReference<String> threshold = new AtomicReference<>("1K");
    List<String> said = new ArrayList<>();
    StopSignal stop = new StopSignal();
    CountDownLatch never = new CountDownLatch(1);
    stop.ask("enough");
    assertThatThrownBy(
            () ->
                TableAction.orRestored(
                    () -> stop.unlessAsked("manysplits", Duration.ofHours(1), () -> hung(never)),
                    () -> threshold.set("1G"),
                    said::add))
        .isInstanceOf(InterruptedException.class);
    assertThat(threshold).hasValue("1G");
    assertThat(said).isEmpty();
    never.countDown();
    assertThatThrownBy(
            () ->
                TableAction.orRestored(
                    () -> {
                      throw new IOException("split");
                    },
                    () -> {
                      throw new IOException("no server");
                    },
                    said::add))
        .hasMessage("split");
    assertThat(said).containsExactly("no server");
    assertThat(TableAction.orRestored(() -> "done", () -> threshold.set(""), said::add))
        .isEqualTo("done");
    assertThat(threshold).hasValue("1G");
  }

  /** As a call of Accumulo's client that takes no interrupt for a reason to end. */
  private static String hung(CountDownLatch until) {
    while (until.getCount() > 0) {
      LockSupport.parkNanos(1_000_000);
    }
    return "late";
  }

  @Test
  void whatActsOnTheTableMustBeFollowedByAVerification() {
    for (Activity each : TableActions.ALL) {
      assertThat(each.description().effect().changes())
          .as(each.name())
          .isEqualTo(!each.name().equals("balance"));
    }
  }
}
