// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Position;
import catena.harness.accumulo.FakeInstance;
import catena.harness.activity.Effect;
import catena.harness.activity.Forecast;
import catena.harness.activity.PartRig;
import catena.harness.activity.Work;
import catena.records.journal.Event;
import catena.records.ledger.LedgerReader;
import catena.records.ledger.LedgerState;
import catena.records.run.GraphFile;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.accumulo.core.client.admin.TimeType;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.io.Text;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole loads, with a real job, real files, ledgers and ZooKeeper, into a table in a map. */
@Timeout(120)
class BulkActivityTest {
  /** Two writers, two blocks of three layers of ten nodes. */
  private static final long NODES = 2 * 2 * 3 * 10;

  @TempDir private Path temp;
  private TestingServer zooKeeper;
  private PartRig rig;
  private FakeInstance.Table table;

  @BeforeEach
  void open() throws Exception {
    zooKeeper = new TestingServer();
    rig = new PartRig(temp.resolve("run"));
    rig.instance.zooKeeper(zooKeeper.getConnectString());
    rig.instance.system.put("instance.volumes", "file:" + temp);
    table = rig.instance.table("t");
    table.time = TimeType.LOGICAL;
    table.splits.add(new Text("4000000000000000"));
  }

  @AfterEach
  void close() throws IOException {
    rig.close();
    zooKeeper.close();
  }

  private String[] settings(String... own) {
    List<String> all =
        new ArrayList<>(
            List.of("table.name", "t", "graph.flush.interval", "10", "graph.depth", "3"));
    all.addAll(List.of("bulk.writers", "2", "bulk.blocks", "2", "job.threads", "1"));
    all.addAll(List.of("graph.seed", "5", "ingest.bulk.dir", temp.resolve("bulk").toString()));
    all.addAll(Arrays.asList(own));
    return all.toArray(String[]::new);
  }

  private LedgerState ledger(int writer) throws IOException {
    return LedgerReader.read(rig.run.fileSystem(), rig.run.ledger(writer));
  }

  private List<String> left() throws IOException {
    Path place = temp.resolve("bulk/instance-1/table-" + table.id);
    try (var files = Files.list(place)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void allBlocksOfAllWritersAreImportedAtOnce() throws Exception {
    PartOutcome outcome = rig.perform(new BulkActivity(), settings());

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally())
        .containsEntry("entries acknowledged", NODES)
        .containsEntry("files imported", 2L);
    assertThat(outcome.facts().get(0)).startsWith("120 entries of 2 writers in 2 files, ");
    assertThat(outcome.facts().get(1)).startsWith("files took ").contains(", the import ");
    assertThat(table.cells).hasSize((int) NODES);
    assertThat(rig.instance.done).filteredOn(each -> each.startsWith("import")).hasSize(1);
    for (int writer = 0; writer < 2; writer++) {
      LedgerState state = ledger(writer);
      assertThat(state.acknowledged()).isEqualTo(new Position(2, 0, 0));
      assertThat(state.attempted()).isEqualTo(state.acknowledged());
    }
    assertThat(rig.events()).filteredOn(Event.ClientStarted.class::isInstance).hasSize(2);
    assertThat(rig.events()).filteredOn(Event.ClientStopped.class::isInstance).hasSize(2);
    assertThat(rig.events())
        .filteredOn(Event.Flush.class::isInstance)
        .extracting(event -> ((Event.Flush) event).entries())
        .containsExactly(NODES / 2, NODES / 2);
    assertThat(GraphFile.read(rig.run).orElseThrow().table()).isEqualTo("t");
    assertThat(left()).isEmpty();
  }

  @Test
  void nothingIsPromisedOfAnImportThatFailedAndTookNothing() throws Exception {
    rig.instance.fails("load", new AccumuloException("planted"));
    PartOutcome outcome = rig.perform(new BulkActivity(), settings());

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .startsWith("the import failed: ")
        .contains("planted");
    assertThat(table.cells).isEmpty();
    assertThat(ledger(0).acknowledged()).isEqualTo(Position.ORIGIN);
    assertThat(ledger(0).attempted()).isEqualTo(Position.ORIGIN);
    assertThat(rig.events())
        .filteredOn(Event.ClientStopped.class::isInstance)
        .allSatisfy(event -> assertThat(event.toString()).contains("failed"))
        .hasSize(2);
    assertThat(left()).isEmpty();
  }

  /** It only helps to see later that a ledger has lost its end. */
  @Test
  void anEndThatZooKeeperDoesNotTakeNoteOfFailsNoLoad() throws Exception {
    rig.instance.before("load", any -> forbidNewNodes("/catena/instance-1/" + table.id));
    PartOutcome outcome = rig.perform(new BulkActivity(), settings());

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(table.cells).hasSize((int) NODES);
    assertThat(ledger(1).acknowledged()).isEqualTo(new Position(2, 0, 0));
    assertThat(rig.notes()).filteredOn(note -> note.contains("how far writer")).hasSize(2);
  }

  private void forbidNewNodes(String below) {
    try (CuratorFramework curator =
        CuratorFrameworkFactory.newClient(zooKeeper.getConnectString(), new RetryOneTime(100))) {
      curator.start();
      curator.setACL().withACL(ZooDefs.Ids.READ_ACL_UNSAFE).forPath(below);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatItWouldDoIsSaidBeforeAnythingIsWritten() throws Exception {
    BulkActivity bulk = new BulkActivity();
    Work work = bulk.prepare(rig.site(), PartRig.settings(bulk, settings()));
    assertThat(work.wouldDo())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("table t, graph "),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "would load 2 blocks of each of 2 new writers, by files below file:%s/bulk/instance-1/table-%s"
                            .formatted(temp, table.id)));
    assertThat(work.settled()).containsExactlyEntriesOf(Map.of("graph.seed", "5"));
    assertThat(temp.resolve("bulk")).doesNotExist();
    assertThat(table.properties.keySet()).noneMatch(key -> key.contains("catena"));
  }

  @Test
  void moreThanTheRowsHaveRoomForIsRefused() {
    assertThatThrownBy(
            () ->
                rig.wouldDo(
                    new BulkActivity(), settings("graph.row.max", "100", "bulk.blocks", "9")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("too few for bulk.blocks=9");
  }

  @Test
  void itWritesAndItsSizeIsKnownBefore() {
    BulkActivity bulk = new BulkActivity();
    assertThat(bulk.description().name()).isEqualTo("bulk");
    assertThat(bulk.description().effect()).isEqualTo(Effect.WRITES);
    assertThat(bulk.description().examples())
        .allSatisfy(line -> assertThat(line).startsWith("bin/catena bulk "));
    Forecast forecast = bulk.forecast(PartRig.settings(bulk, settings()));
    assertThat(forecast.words()).isEqualTo("2 writers × 2 blocks");
    assertThat(forecast.kind()).isEqualTo(Forecast.ForecastKind.WRITES);
    assertThat(forecast.writes()).hasValue(NODES);
    assertThat(forecast.endless()).isFalse();
    assertThat(rig.problems(bulk, settings())).isEmpty();
    assertThat(rig.problems(bulk, settings("graph.row.min", "9", "graph.row.max", "8")))
        .singleElement()
        .asString()
        .contains("row.min must be less than row.max");
  }

  /** Clients that import what they write, instead of sending it. */
  @Test
  void aClientThatImportsPutsEachOfItsFilesIntoTheTable() throws Exception {
    PartOutcome outcome =
        rig.perform(
            new IngestActivity(),
            "table.name",
            "t",
            "graph.flush.interval",
            "10",
            "graph.depth",
            "3",
            "graph.seed",
            "5",
            "ingest.clients",
            "1",
            "ingest.entries",
            "60",
            "ingest.bulk",
            "true",
            "ingest.bulk.dir",
            temp.resolve("bulk").toString());

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally().get("entries acknowledged")).isGreaterThanOrEqualTo(60);
    assertThat(FakeInstance.newest(table).size()).isBetween(30, 60);
    assertThat(rig.instance.done)
        .filteredOn(each -> each.startsWith("import"))
        .isNotEmpty()
        .doesNotHaveDuplicates();
    LedgerState state = ledger(0);
    assertThat(state.attempted()).isEqualTo(state.acknowledged());
  }
}
