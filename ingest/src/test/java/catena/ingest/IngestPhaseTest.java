// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.GraphSpec;
import catena.harness.accumulo.FakeInstance;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.WriterNumbers;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Description.Trait;
import catena.harness.activity.PartRig;
import catena.harness.activity.Work;
import catena.ingest.table.GraphSettings;
import catena.records.journal.Event;
import catena.records.ledger.LedgerReader;
import catena.records.ledger.LedgerState;
import catena.records.run.GraphFile;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import com.beust.jcommander.JCommander;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.MutationsRejectedException;
import org.apache.accumulo.core.client.admin.TimeType;
import org.apache.accumulo.core.data.Key;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole phases of writers, with a real ZooKeeper and real ledgers, into a table in a map. */
@Timeout(60)
class IngestPhaseTest {
  private static final int FLUSH = 10;
  private static final int DEPTH = 3;
  private static TestingServer zooKeeper;
  private static int tables;

  @TempDir private Path temp;
  private PartRig rig;
  private FakeInstance.Table table;
  private String name;

  @BeforeAll
  static void begin() throws Exception {
    zooKeeper = new TestingServer();
  }

  @AfterAll
  static void end() throws IOException {
    zooKeeper.close();
  }

  @BeforeEach
  void open() throws Exception {
    rig = new PartRig(temp.resolve("run"));
    rig.instance.zooKeeper(zooKeeper.getConnectString());
    for (int i = 0; i < tables; i++) { // each test's table has an id of its own
      var unused = rig.instance.table("before-" + i);
    }
    name = "t" + tables++;
    table = rig.instance.table(name);
    table.time = TimeType.LOGICAL;
  }

  @AfterEach
  void close() throws IOException {
    rig.close();
  }

  private String[] settings(String... own) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "table.name",
                name,
                "graph.flush.interval",
                "" + FLUSH,
                "graph.depth",
                "" + DEPTH,
                "graph.seed",
                "5"));
    all.addAll(Arrays.asList(own));
    return all.toArray(String[]::new);
  }

  private PartOutcome ingest(String... own) throws Exception {
    return rig.perform(new IngestActivity(), settings(own));
  }

  private long live() {
    return FakeInstance.newest(table).size();
  }

  private LedgerState ledger(int writer) throws IOException {
    return LedgerReader.read(rig.run.fileSystem(), rig.run.ledger(writer));
  }

  private int allocated() throws IOException {
    try (WriterNumbers numbers =
        WriterNumbers.open(
            zooKeeper.getConnectString(),
            "instance-1",
            table.id,
            Duration.ofSeconds(15),
            () -> {})) {
      return numbers.allocated();
    }
  }

  private static MutationsRejectedException rejected() {
    return new MutationsRejectedException(
        (AccumuloClient) null, List.of(), Map.of(), Set.of(), 1, null);
  }

  @Test
  void aClientPausesAsOftenAsItIsSetToAndWritesAllTheSame() throws Exception {
    PartOutcome outcome =
        ingest(
            "ingest.entries", "40",
            "ingest.pause.running", "1ms:2ms",
            "ingest.pause.length", "1ms:1ms",
            "ingest.rate", "2000");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(live()).isBetween(30L, 40L);
    assertThat(rig.events())
        .filteredOn(event -> event instanceof Event.Paused)
        .isNotEmpty()
        .allSatisfy(event -> assertThat(((Event.Paused) event).forMillis()).isEqualTo(1));
  }

  @Test
  void eachClientWritesItsEntriesAndItsLedgerSaysSo() throws Exception {
    PartOutcome outcome = ingest("ingest.clients", "2", "ingest.entries", "40");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    // A block of three layers has a closing pass of one layer's rewrites, which are entries, too.
    assertThat(outcome.tally()).containsEntry("entries acknowledged", 80L);
    assertThat(outcome.facts().get(0)).startsWith("80 entries written and 0 deleted by 2 writers");
    assertThat(live()).isBetween(60L, 80L);
    assertThat(table.cells).hasSize(80);
    assertThat(rig.run.ledgers()).hasSize(2);
    for (int writer = 0; writer < 2; writer++) {
      LedgerState state = ledger(writer);
      assertThat(state.attempted()).isEqualTo(state.acknowledged());
      assertThat(state.header().orElseThrow().tableId()).isEqualTo(table.id);
    }
    assertThat(allocated()).isEqualTo(2);
    GraphFile graph = GraphFile.read(rig.run).orElseThrow();
    assertThat(graph.tableId()).isEqualTo(table.id);
    assertThat(graph.table()).isEqualTo(name);
    assertThat(TableGraph.load(rig.instance.client(), name)).contains(graph.spec());
    assertThat(rig.notes())
        .contains("table " + name + " had no graph and has one now, seed 5")
        .anySatisfy(line -> assertThat(line).contains("writer", "entries", "uuid"))
        .anySatisfy(line -> assertThat(line).contains("windows sent again"));
    assertThat(rig.events()).filteredOn(Event.ClientStarted.class::isInstance).hasSize(2);
  }

  @Test
  void aRejectedWindowIsSentAgain() throws Exception {
    rig.instance.fails("flush", rejected(), rejected());
    PartOutcome outcome =
        ingest("ingest.clients", "1", "ingest.entries", "20", "ingest.retry.backoff", "1ms:2ms");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("entries acknowledged", 20L);
    assertThat(table.cells).as("the window was written three times").hasSize(40);
    assertThat(rig.notes()).anySatisfy(line -> assertThat(line).contains("2 windows sent again"));
  }

  @Test
  void aWriterThatIsRejectedBeyondTheLimitMakesItUnknown() throws Exception {
    for (int i = 0; i < 1000; i++) {
      rig.instance.fails("flush", rejected());
    }
    PartOutcome outcome =
        ingest(
            "ingest.clients",
            "1",
            "ingest.entries",
            "20",
            "ingest.retry.backoff",
            "1ms:1ms",
            "ingest.retry.limit",
            "20ms");

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.tally()).containsEntry("entries acknowledged", 0L);
    assertThat(outcome.reasons()).isNotEmpty();
    LedgerState state = ledger(0);
    assertThat(state.acknowledged().isBefore(state.attempted())).isTrue();
    assertThat(rig.notes())
        .anySatisfy(
            line -> assertThat(line).contains("In doubt is the last window of writers [0]"));
  }

  @Test
  void withoutEntriesItGoesOnUntilItsTimeIsOver() throws Exception {
    PartOutcome outcome = ingest("ingest.clients", "1", "ingest.duration", "200ms");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally().get("entries acknowledged")).isPositive();
    assertThat(new IngestActivity().forecast(PartRig.settings(new IngestActivity())).endless())
        .isTrue();
    assertThat(
            new IngestActivity()
                .forecast(PartRig.settings(new IngestActivity(), "ingest.entries", "1"))
                .endless())
        .isFalse();
  }

  @Test
  void whoIsStoppedBeforeItHasWrittenAnythingHasPromisedNothing() throws Exception {
    rig.stop.ask("Ctrl-C");
    PartOutcome outcome = ingest("ingest.clients", "1");

    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .containsExactly("no write was acknowledged, so that nothing is promised");
    assertThat(rig.notes()).contains("Stopped early: Ctrl-C");
  }

  @Test
  void aRunIsCarriedOnByItsOwnWriters() throws Exception {
    PartOutcome unused = ingest("ingest.clients", "2", "ingest.entries", "20");
    var before = ledger(1).acknowledged();
    rig.given = CallerContext.of(resuming(temp.resolve("run")));
    PartOutcome outcome = ingest("ingest.entries", "20");

    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.facts().get(0)).contains("by 2 writers");
    assertThat(rig.run.ledgers()).hasSize(2);
    assertThat(allocated()).isEqualTo(2);
    assertThat(before.isBefore(ledger(1).acknowledged())).isTrue();
    assertThat(table.cells).hasSize(80);
    assertThat(rig.wouldDo(new IngestActivity(), settings("ingest.entries", "20")).get(1))
        .contains("with each of the writers of " + temp.resolve("run"));
  }

  /** The same process may carry on what it has begun, in its next phase. */
  @Test
  void anErrorBeforeTheClientsBeginKeepsNoWriter() throws Exception {
    rig.instance.system.put("instance.volumes", temp.toUri().toString());
    String[] bulk = settings("ingest.bulk", "true", "ingest.entries", "20");
    Work work =
        new IngestActivity().prepare(rig.site(), PartRig.settings(new IngestActivity(), bulk));
    rig.instance.fails("getSystemConfiguration", new OutOfMemoryError("of the test"));
    assertThatThrownBy(() -> work.perform(rig.context("ingest")))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(rig.run.ledgers()).hasSize(1);

    rig.given = CallerContext.of(resuming(temp.resolve("run")));
    PartOutcome outcome = ingest("ingest.entries", "20");
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(rig.notes()).noneMatch(line -> line.contains("some writers did not stop"));
  }

  private static IngestActivity.IngestOptions resuming(Path run) {
    IngestActivity.IngestOptions options = new IngestActivity.IngestOptions();
    JCommander.newBuilder().addObject(options).build().parse("--resume", run.toString());
    return options;
  }

  @Test
  void whatIsNoRunOrARunOfAnotherTableIsNotCarriedOn() throws Exception {
    java.nio.file.Files.createDirectories(temp.resolve("empty"));
    rig.given = CallerContext.of(resuming(temp.resolve("empty")));
    assertThatThrownBy(this::ingest)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has no graph.json: name the directory of an ingest run");

    GraphSpec other = GraphSettings.fresh(PartRig.settings(new IngestActivity()), 9);
    new GraphFile(name, "77", "instance-1", other).writeTo(rig.run);
    rig.given = CallerContext.of(resuming(temp.resolve("run")));
    assertThatThrownBy(this::ingest).isInstanceOf(UsageException.class);
    assertThat(table.cells).isEmpty();
  }

  @Test
  void whatItWouldDoIsSaidBeforeAndNothingIsDone() throws Exception {
    assertThat(rig.wouldDo(new IngestActivity(), settings("ingest.clients", "3")).get(1))
        .isEqualTo("would write entries without end with each of 3 clients into table " + name);
    Work work =
        new IngestActivity()
            .prepare(
                rig.site(),
                PartRig.settings(new IngestActivity(), settings("ingest.entries", "2000")));
    assertThat(work.wouldDo().get(1)).contains("would write 2,000 entries with each of");
    assertThat(work.settled()).isEqualTo(Map.of("graph.seed", "5"));
    assertThat(table.cells).isEmpty();
    assertThat(rig.run.ledgers()).isEmpty();
  }

  @Test
  void moreEntriesThanTheRowsHaveRoomForAreRefusedBeforeANumberIsTaken() throws Exception {
    assertThatThrownBy(
            () ->
                ingest(
                    "ingest.clients", "1", "ingest.entries", "1000000", "graph.row.max", "20000"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("The rows have room for", "ingest.entries=1000000");
    assertThat(table.cells).isEmpty();
    try (WriterNumbers numbers =
        WriterNumbers.open(
            zooKeeper.getConnectString(),
            "instance-1",
            table.id,
            Duration.ofSeconds(15),
            () -> {})) {
      assertThat(numbers.allocated()).as("a ledger of it would be gone").isZero();
    }
  }

  @Test
  void optionsThatContradictOneAnotherAreProblems() {
    assertThat(rig.problems(new IngestActivity())).isEmpty();
    assertThat(
            rig.problems(
                new IngestActivity(),
                "ingest.retry.backoff",
                "0s:1s",
                "graph.row.min",
                "5",
                "graph.row.max",
                "4"))
        .hasSize(2);
  }

  @Test
  void theActivityIsWhatItSays() {
    IngestActivity ingest = new IngestActivity();
    assertThat(ingest.name()).isEqualTo("ingest");
    assertThat(ingest.description().effect()).isEqualTo(catena.harness.activity.Effect.WRITES);
    assertThat(ingest.description().is(Trait.BESIDE_OTHERS)).isTrue();
    assertThat(ingest.description().clients().orElseThrow().key()).isEqualTo("ingest.clients");
    assertThat(ingest.description().options()).isInstanceOf(IngestActivity.IngestOptions.class);
    assertThat(ingest.settings()).isEqualTo(IngestActivity.SETTINGS);
    assertThat(
            ingest
                .forecast(PartRig.settings(ingest, "ingest.clients", "2", "ingest.entries", "50"))
                .writes())
        .hasValue(100);
  }

  @Test
  void recordsThatWereLoadedAreReadCheckedAndUpdated() throws Exception {
    // A whole block and all but one of its closing pass: what comes next is an update.
    PartOutcome loaded =
        ingest("ingest.clients", "1", "ingest.entries", "39", "graph.updates", "20:zipfian:0.99");
    assertThat(loaded.verdict()).as(loaded.toString()).isEqualTo(Verdict.PASS);
    long versions = table.cells.size();
    String[] ycsb = {
      "table.name",
      name,
      "ycsb.clients",
      "1",
      "ycsb.count",
      "60",
      "ycsb.update",
      "0.5",
      "ycsb.read",
      "0.5",
      "ycsb.scan.most",
      "5"
    };
    assertThat(rig.wouldDo(new YcsbActivity(), ycsb).get(0)).startsWith("table " + name);

    PartOutcome outcome = rig.perform(new YcsbActivity(), ycsb);

    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.verdict()).as(outcome.toString()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("ycsb: operations", 60L);
    assertThat((long) table.cells.size()).isGreaterThan(versions + 10);
    assertThat(allocated()).isEqualTo(1);
  }

  @Test
  void aRecordThatIsGoneIsLost() throws Exception {
    PartOutcome unused = ingest("ingest.clients", "1", "ingest.entries", "39");
    List<Key> keys = new ArrayList<>(table.cells.keySet());
    keys.forEach(table.cells::remove);

    PartOutcome outcome =
        rig.perform(
            new YcsbActivity(),
            "table.name",
            name,
            "ycsb.clients",
            "1",
            "ycsb.count",
            "10",
            "ycsb.update",
            "0",
            "ycsb.read",
            "1",
            "read.reread.limit",
            "0");
    assertThat(outcome.verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void ycsbNeedsRecordsThatStayAndUpdatesThatTheGraphHas() throws Exception {
    assertThatThrownBy(() -> rig.perform(new YcsbActivity(), "table.name", name))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has no graph, and so no records");
    PartOutcome unused =
        ingest("ingest.clients", "1", "ingest.entries", "39", "graph.delete.probability", "0.5");
    assertThatThrownBy(() -> rig.perform(new YcsbActivity(), "table.name", name))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("graph.delete.probability=0", "the table's graph has no updates");
  }

  @Test
  void whereThereAreNoLedgersThereIsNothingToCarryOn() throws Exception {
    new GraphFile(
            name,
            table.id,
            "instance-1",
            GraphSettings.fresh(PartRig.settings(new IngestActivity(), settings()), 5))
        .writeTo(rig.run);
    rig.given = CallerContext.of(resuming(temp.resolve("run")));
    assertThatThrownBy(this::ingest)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has no ledgers: there is nothing to resume");
    assertThat(Optional.of(rig.run.ledgers())).contains(List.of());
  }
}
