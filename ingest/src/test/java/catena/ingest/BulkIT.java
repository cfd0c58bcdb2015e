// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Position;
import catena.graph.SortedWrites;
import catena.harness.accumulo.TableGraph;
import catena.harness.fixture.ChildJvm;
import catena.ingest.bulk.BulkPlace;
import catena.ingest.bulk.RFileLoader;
import catena.ingest.write.BulkLoader;
import catena.ingest.write.ModelWrites;
import catena.records.ledger.LedgerState;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.security.tokens.PasswordToken;
import org.apache.accumulo.core.security.TablePermission;
import org.junit.jupiter.api.Test;

/** Imports into a real table, by clients and by a job. */
class BulkIT extends IngestRig {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final int BLOCKS = 60;

  private static Graph createTable(String table, double deletes) throws Exception {
    String[] graph = {
      "-o", "graph.flush.interval=100",
      "-o", "graph.depth=3",
      "-o", "graph.visibilities=,A,B&C",
      "-o", "graph.delete.probability=" + deletes,
      "-o", "table.splits=5"
    };
    assertThat(new Shell().run(words("createtable", table, graph))).isEqualTo(Verdict.PASS);
    return new Graph(TableGraph.load(connection().client(), table).orElseThrow());
  }

  private static BulkPlace place(String table) throws Exception {
    String id = connection().client().tableOperations().tableIdMap().get(table);
    return BulkPlace.of(connection(), id, "");
  }

  private static boolean isEmpty(BulkPlace place, int writer) throws IOException {
    var home = new org.apache.hadoop.fs.Path(place.home(), "writer-" + writer);
    return !place.fs().exists(home) || place.fs().listStatus(home).length == 0;
  }

  @Test
  void clientsImportExactlyWhatTheModelSaysAndDeletesAreSent() throws Exception {
    GraphSpec spec = createTable("imported", 0.4).spec();
    String run = temporary.resolve("run").toString();
    String[] how = {
      "--run-dir",
      run,
      "-o",
      "ingest.bulk=true",
      "-o",
      "ingest.clients=2",
      "-o",
      "ingest.entries=1234"
    };
    assertThat(new Shell().run(words("ingest", "imported", how))).isEqualTo(Verdict.PASS);
    Map<String, String> expected = new TreeMap<>();
    for (int writer = 0; writer < 2; writer++) {
      expected.putAll(new ModelWrites(spec, writer, BLOCKS).content(1234));
      LedgerState state = promised(run, writer);
      assertThat(state.acknowledgedEntries()).isEqualTo(1234);
      assertThat(state.indeterminate()).isFalse();
      assertThat(state.imports()).isTrue();
      assertThat(isEmpty(place("imported"), writer)).isTrue();
    }
    assertThat(content("imported")).isEqualTo(expected);
  }

  @Test
  void aClientThatWasKilledIsResumedAndWhatItLeftIsRemoved() throws Exception {
    GraphSpec spec = createTable("killed", 0).spec();
    String run = temporary.resolve("run").toString();
    Process child = child(words("ingest", "killed", "--run-dir", run, "-o", "ingest.bulk=true"));
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!child.waitFor(20, TimeUnit.MILLISECONDS) && windows(run) < 2) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
    child.destroyForcibly();
    assertThat(child.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    LedgerState dead = promised(run, 0);
    assertThat(dead.closed()).as(Files.readString(temporary.resolve("said"))).isFalse();
    String[] how = {"--resume", run, "-o", "ingest.bulk=true", "-o", "ingest.entries=450"};
    assertThat(new Shell().run(words("ingest", "killed", how))).isEqualTo(Verdict.PASS);
    long entries = dead.acknowledgedEntries() + 450;
    LedgerState state = promised(run, 0);
    assertThat(state.acknowledgedEntries()).isEqualTo(entries);
    assertThat(state.indeterminate()).isFalse();
    assertThat(isEmpty(place("killed"), 0)).isTrue();
    assertThat(content("killed"))
        .isEqualTo(new ModelWrites(spec, 0, (int) (entries / 300) + 2).content(entries));
  }

  private static long windows(String run) throws IOException {
    try {
      return promised(run, 0).windows();
    } catch (UsageException | java.io.FileNotFoundException notYet) {
      return 0;
    }
  }

  private Process child(String... words) throws IOException {
    List<String> command = ChildJvm.of(Shell.class, List.of());
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(temporary.resolve("said").toFile())
        .start();
  }

  private static BulkLoader loader(String table) throws Exception {
    return new RFileLoader(connection(), table, place(table), 0, false);
  }

  private static BulkLoader.Load sealed(BulkLoader loader, Graph graph) throws Exception {
    BulkLoader.Load load = loader.begin();
    SortedWrites writes =
        new SortedWrites(graph, 0, Position.ORIGIN, new Position(0, graph.spec().depth(), 0));
    EntryEncoder encoder = new EntryEncoder(graph);
    while (writes.advance()) {
      writes.encode(encoder);
      load.add(encoder);
    }
    load.seal();
    return load;
  }

  @Test
  void filesThatWereWrittenAndNotImportedAreRemovedAndNothingIsInTheTable() throws Exception {
    Graph graph = createTable("left", 0);
    BulkLoader.Load unused = sealed(loader("left"), graph);
    BulkLoader next = loader("left");
    assertThat(next.leftovers(LIMIT))
        .singleElement()
        .asString()
        .contains("import-")
        .contains("nothing of it is in the table");
    assertThat(isEmpty(place("left"), 0)).isTrue();
    assertThat(content("left")).isEmpty();
  }

  @Test
  void anImportThatIsRevokedAfterItIsOverReportsThatItWasTaken() throws Exception {
    Graph graph = createTable("taken", 0);
    BulkLoader.Load load = sealed(loader("taken"), graph);
    load.run();
    // As of a client that was killed before it heard of the success.
    assertThat(loader("taken").leftovers(LIMIT))
        .singleElement()
        .asString()
        .contains("all of its files had been taken");
    assertThat(content("taken")).hasSize(300);
  }

  @Test
  void aRevokedImportCannotBeginAnyMore() throws Exception {
    Graph graph = createTable("revoked", 0);
    BulkLoader.Load load = sealed(loader("revoked"), graph);
    assertThat(load.revoke(LIMIT)).isEqualTo(BulkLoader.End.NOTHING);
    assertThatThrownBy(load::run).hasMessageContaining("does not exist");
    assertThat(content("revoked")).isEmpty();
  }

  @Test
  void aTableThatMergedMeanwhileTakesAPlanByRows() throws Exception {
    createTable("merging2", 0);
    Graph second = new Graph(TableGraph.load(connection().client(), "merging2").orElseThrow());
    BulkLoader.Load byRows = sealed(loader("merging2"), second);
    connection().client().tableOperations().merge("merging2", null, null);
    byRows.run();
    assertThat(content("merging2")).hasSize(300);
  }

  @Test
  void aJobLoadsWholeBlocksAndAWriterGoesOnBehindThem() throws Exception {
    GraphSpec spec = createTable("job", 0.3).spec();
    String run = temporary.resolve("run").toString();
    String[] how = {"--run-dir", run, "-o", "bulk.writers=2", "-o", "bulk.blocks=3"};
    Shell shell = new Shell();
    assertThat(shell.run(words("bulk", "job", how))).as(shell.said()).isEqualTo(Verdict.PASS);
    Graph graph = new Graph(spec);
    Map<String, String> expected = new TreeMap<>();
    for (int writer = 0; writer < 2; writer++) {
      long puts = 0;
      for (int block = 0; block < 3; block++) {
        puts += graph.isDeleted(writer, block) ? 300 : 399;
      }
      expected.putAll(new ModelWrites(spec, writer, 3).content(puts));
      LedgerState state = promised(run, writer);
      assertThat(state.acknowledged()).isEqualTo(new Position(3, 0, 0));
      assertThat(state.indeterminate()).isFalse();
    }
    assertThat(content("job")).isEqualTo(expected);
  }

  @Test
  void aUserWithoutTheRightAndAPlaceElsewhereAreRefusedAtTheBegin() throws Exception {
    createTable("refused", 0);
    String[] bulk = {"-o", "ingest.bulk=true", "-o", "ingest.bulk.dir=file:///nowhere"};
    assertThatThrownBy(() -> new Shell().run(words("ingest", "refused", bulk)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("on no file system of the instance");
    AccumuloClient client = connection().client();
    client.securityOperations().createLocalUser("writer", new PasswordToken("secret"));
    for (TablePermission each : List.of(TablePermission.READ, TablePermission.WRITE)) {
      client.securityOperations().grantTablePermission("writer", "refused", each);
    }
    Path properties = temporary.resolve("writer.properties");
    Files.write(
        properties,
        Files.readAllLines(CLUSTER.clientProperties()).stream()
            .map(
                line ->
                    line.startsWith("auth.principal=")
                        ? "auth.principal=writer"
                        : line.startsWith("auth.token=") ? "auth.token=secret" : line)
            .toList());
    String[] other = {
      "ingest", "-c", properties.toString(), "-o", "table.name=refused", "-o", "ingest.bulk=true"
    };
    assertThatThrownBy(() -> new Shell().run(other))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("User writer may not read the properties of table refused")
        .hasMessageContaining("grant Table.ALTER_TABLE");
    client
        .securityOperations()
        .grantTablePermission("writer", "refused", TablePermission.ALTER_TABLE);
    assertThatThrownBy(() -> new Shell().run(other))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("grant Table.BULK_IMPORT");
    assertThat(content("refused")).isEmpty();
  }
}
