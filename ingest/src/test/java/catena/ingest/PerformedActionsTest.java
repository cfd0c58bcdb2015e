// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.harness.accumulo.FakeInstance;
import catena.harness.accumulo.TableGraph;
import catena.harness.activity.Activity;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.Effect;
import catena.harness.activity.PartRig;
import catena.harness.activity.ProvenSoFar;
import catena.records.journal.Event;
import catena.records.run.GraphFile;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.accumulo.core.client.TableNotFoundException;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done to a table as a whole, done to one in a map. */
@Timeout(60)
class PerformedActionsTest {
  @TempDir private Path temp;
  private PartRig rig;
  private FakeInstance.Table table;

  @BeforeEach
  void open() throws IOException {
    rig = new PartRig(temp);
    table = rig.instance.table("t");
  }

  @AfterEach
  void close() throws IOException {
    rig.close();
  }

  private PartOutcome perform(Activity activity, String... settings) throws Exception {
    String[] all = Arrays.copyOf(settings, settings.length + 2);
    all[settings.length] = "table.name";
    all[settings.length + 1] = "t";
    PartOutcome outcome = rig.perform(activity, all);
    return outcome;
  }

  private static String only(PartOutcome outcome) {
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.facts()).hasSize(1);
    return outcome.facts().get(0);
  }

  private void split(String... rows) {
    for (String row : rows) {
      table.splits.add(new Text(row));
    }
  }

  @Test
  void noneIsDoneToATableThatIsNotThere() {
    rig.instance.tables.clear();
    for (Activity each : TableActions.ALL) {
      if (each instanceof TableAction) {
        assertThatThrownBy(() -> perform(each, "table.splits", "1"))
            .as(each.name())
            .isInstanceOf(UsageException.class);
      }
    }
    assertThat(rig.instance.done).isEmpty();
  }

  @Test
  void whatGoesMeanwhileIsSaidToBeMissing() {
    rig.instance.fails("flush", new TableNotFoundException(null, "t", "gone"));
    assertThatThrownBy(() -> perform(TableActions.FLUSH))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("There is no table t");
  }

  @Test
  void aFlushIsDoneAndReportedWithItsTime() throws Exception {
    assertThat(only(perform(TableActions.FLUSH))).startsWith("flush: table t is in files, in ");
    assertThat(rig.instance.done).containsExactly("flush t");
    assertThat(rig.notes()).contains("table t is in files");
    assertThat(TableActions.FLUSH.description().effect()).isEqualTo(Effect.HITS);
  }

  @Test
  void whatIsNotDoneWithinTheLimitIsADoubt() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    rig.instance.before(
        "compact",
        it -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    PartOutcome outcome = perform(TableActions.COMPACT, "table.action.limit", "1s");
    never.countDown();

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .isEqualTo("compact of table t was not done within table.action.limit=1s");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoStopsATableThatIsBeingMadeDoesNotWaitForAccumulo(boolean anew) throws Exception {
    rig.instance.tables.clear();
    CountDownLatch never = new CountDownLatch(1);
    rig.instance.before(
        "create",
        it -> {
          rig.stop.ask("stopped by a signal");
          Uninterruptibles.awaitUninterruptibly(never);
        });
    PartOutcome outcome = perform(anew ? new RecreateActivity() : new CreateTableActivity());
    never.countDown();
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons()).singleElement().asString().contains("may be there or not");
  }

  @Test
  void compactingAndBalancingAreAskedOfTheServers() throws Exception {
    assertThat(only(perform(TableActions.COMPACT))).contains("each tablet of table t has one file");
    assertThat(only(perform(TableActions.BALANCE))).contains("spread over 2 tablet servers");
    assertThat(rig.instance.done).containsExactly("compact t", "waitForBalance");
  }

  @Test
  void aTableIsSplitAsItsGraphSays() throws Exception {
    assertThatThrownBy(() -> perform(TableActions.SPLIT, "table.splits", "3"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has no graph that says over which rows");
    PartOutcome unused = createAnew("table.exists", "use");
    assertThat(only(perform(TableActions.SPLIT, "table.splits", "3")))
        .contains("table t has 4 tablets");
    assertThat(table.splits).contains(new Text("3fffffffffffffff"));
  }

  private PartOutcome createAnew(String... settings) throws Exception {
    return perform(new CreateTableActivity(), settings);
  }

  @Test
  void mergingLeavesTheTabletsThatWereAskedFor() throws Exception {
    split("1", "2", "3", "4", "5");
    assertThat(only(perform(TableActions.MERGE, "merge.tablets", "2")))
        .contains("table t has 2 tablets of 6");
    assertThat(table.splits).containsExactly(new Text("3"));
  }

  @Test
  void alteringSetsAndTakesAwayProperties() throws Exception {
    table.properties.put("table.durability", "none");
    assertThat(
            only(
                perform(
                    TableActions.ALTER_TABLE,
                    "table.prop.table.split.threshold",
                    "64M",
                    "table.prop.table.durability",
                    "")))
        .contains("table t: table.durability=, table.split.threshold=64M");
    assertThat(table.properties)
        .containsEntry("table.split.threshold", "64M")
        .doesNotContainKey("table.durability");
  }

  @Test
  void manySplitsLowersTheThresholdUntilThereAreEnoughAndPutsItBack() throws Exception {
    table.properties.put("table.split.threshold", "10M");
    rig.instance.system.put("tserver.compaction.major.delay", "1");
    rig.instance.before(
        "listSplits",
        it -> {
          String threshold = table.properties.get("table.split.threshold");
          if (threshold.equals("1048576")) {
            for (int i = 0; i < 9; i++) {
              split("r" + i);
            }
          }
        });
    String fact = only(perform(ManySplits.action(), "manysplits.tablets", "10"));

    assertThat(fact)
        .contains("table t has 10 tablets of 1 at a threshold of 1,048,576 bytes")
        .contains("splits per second");
    assertThat(rig.instance.done).containsExactly("flush t", "setProperty t", "setProperty t");
    assertThat(table.properties).containsEntry("table.split.threshold", "10M");
  }

  @Test
  void aThresholdThatWasTheInstancesIsTheInstancesAgain() throws Exception {
    split("a", "b");
    PartOutcome unused = perform(ManySplits.action(), "manysplits.tablets", "3");
    assertThat(table.properties).doesNotContainKey("table.split.threshold");
    assertThat(rig.instance.done).containsExactly("flush t", "removeProperty t");

    rig.instance.fails("getSystemConfiguration", FakeInstance.refused());
    unused = perform(ManySplits.action(), "manysplits.tablets", "3");
    assertThat(unused.verdict()).isEqualTo(Verdict.PASS);
    assertThat(
            ManySplits.action()
                .forecast(PartRig.settings(ManySplits.action(), "manysplits.tablets", "1000"))
                .toString())
        .contains("1,000 tablets", "PT5M30S");
  }

  @Test
  void aTableIsCreatedAndSaid() throws Exception {
    rig.instance.tables.clear();
    assertThat(only(createAnew("graph.seed", "7"))).startsWith("table t, graph ");
    assertThat(TableGraph.load(rig.instance.client(), "t").map(GraphSpec::seed)).contains(7L);
    assertThat(new CreateTableActivity().description().effect()).isEqualTo(Effect.WRITES);
    assertThat(rig.problems(new CreateTableActivity(), "table.splits", "3")).isEmpty();
    assertThat(
            rig.problems(
                new CreateTableActivity(), "table.splits", "3", "table.splits.per.tserver", "3"))
        .hasSize(1);
    assertThat(
            rig.problems(
                new RecreateActivity(), "table.splits", "3", "table.splits.per.tserver", "3"))
        .hasSize(1);
  }

  @Test
  void aTableIsNotSplitByAGraphThatCannotBeRead() {
    table.properties.put(TableGraph.PREFIX + "version", "99");
    assertThatThrownBy(() -> perform(TableActions.SPLIT, "table.splits", "3"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Table t has a graph that this version cannot read");
    assertThat(table.splits).isEmpty();
  }

  @Test
  void aTableIsRecreatedWhereTheRunHasWrittenNothing() throws Exception {
    rig.instance.tables.clear();
    PartOutcome unused = createAnew("graph.seed", "7");
    FakeInstance.Table before = rig.instance.tables.get("t");

    assertThat(only(perform(new RecreateActivity(), "graph.seed", "8")))
        .startsWith("table t anew, graph ")
        .endsWith("seed 8");
    assertThat(rig.instance.tables.get("t")).isNotSameAs(before);
    assertThat(rig.events()).noneMatch(Event.TableRecreated.class::isInstance);
  }

  private void written() throws Exception {
    rig.instance.tables.clear();
    PartOutcome unused = createAnew("graph.seed", "7");
    GraphSpec spec = TableGraph.load(rig.instance.client(), "t").orElseThrow();
    new GraphFile("t", rig.instance.tables.get("t").id, "instance-1", spec).writeTo(rig.run);
    rig.run.append(rig.run.ledger(0)).close();
    assertThat(rig.run.ledgers()).hasSize(1);
  }

  @Test
  void whatTheRunHasWrittenIsDeletedOnlyWhenItIsProven() throws Exception {
    written();
    assertThatThrownBy(() -> perform(new RecreateActivity()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("let it have its own run directory");

    rig.given = CallerContext.of(new ProvenSoFar(Optional.of("it was not verified")));
    PartOutcome left = perform(new RecreateActivity(), "graph.seed", "8");
    assertThat(left.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(left.reasons())
        .containsExactly("recreate has left the table as it is: it was not verified");
    assertThat(rig.instance.done).doesNotContain("delete t");

    String id = rig.instance.tables.get("t").id;
    rig.given = CallerContext.of(new ProvenSoFar(Optional.empty()));
    assertThat(only(perform(new RecreateActivity(), "graph.seed", "8"))).contains("anew");
    assertThat(rig.run.ledgers()).isEmpty();
    assertThat(rig.instance.tables.get("t").id).isNotEqualTo(id);
    assertThat(rig.events())
        .filteredOn(Event.TableRecreated.class::isInstance)
        .singleElement()
        .satisfies(event -> assertThat(((Event.TableRecreated) event).table()).isEqualTo("t"));
    assertThat(new RecreateActivity().description().is(Trait.DELETES_TABLE)).isTrue();
  }
}
