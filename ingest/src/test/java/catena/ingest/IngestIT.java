// SPDX-License-Identifier: Apache-2.0
package catena.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.UpdateOrder;
import catena.harness.accumulo.TableGraph;
import catena.harness.accumulo.TableIterators;
import catena.harness.accumulo.TableSummaries;
import catena.harness.fixture.ChildJvm;
import catena.harness.instance.ServerId;
import catena.ingest.write.ModelWrites;
import catena.read.check.KnownWriters;
import catena.read.check.Ledgers;
import catena.records.fixture.LatencySums;
import catena.records.ledger.LedgerState;
import catena.records.run.GraphFile;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class IngestIT extends IngestRig {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final ServerId DATANODE = new ServerId(Role.DATANODE, 1);
  private static final Duration LOOK = Duration.ofMillis(50);

  /** Each asks HDFS for a file in vain, as long as a session of ZooKeeper lives. */
  private static final Duration BETWEEN_READS = Duration.ofSeconds(1);

  /** More than any of these tests comes to write. */
  private static final int BLOCKS = 300;

  private static final String[] GRAPH = {
    "-o", "graph.flush.interval=100",
    "-o", "graph.depth=3",
    "-o", "graph.visibilities=,A,B&C",
    "-o", "graph.delete.probability=0.4",
    "-o", "graph.payload=fixed:20",
    "-o", "table.splits=5"
  };

  /** Waits as long as a client does for a ZooKeeper that is not there, beside the other tests. */
  private static CompletableFuture<Void> nobodyAnswers;

  @BeforeAll
  static void askWhereNobodyAnswers(@TempDir Path place) {
    nobodyAnswers =
        CompletableFuture.runAsync(
            () ->
                refusesProperty(
                    place, "instance.zookeepers", "localhost:1", "does not answer within"));
  }

  private static void createTable(String table) throws Exception {
    assertThat(new Shell().run(words("createtable", table, GRAPH))).isEqualTo(Verdict.PASS);
  }

  private static GraphSpec graph(String table) throws Exception {
    return TableGraph.load(connection().client(), table).orElseThrow();
  }

  @Test
  void twoClientsWriteExactlyWhatTheModelSays() throws Exception {
    createTable("two");
    assertThat(connection().client().tableOperations().listSplits("two")).hasSize(5);
    String run = temporary.resolve("run").toString();
    Shell shell = new Shell();
    Verdict verdict =
        shell.run(
            words(
                "ingest",
                "two",
                "--run-dir",
                run,
                "-o",
                "ingest.clients=2",
                "-o",
                "ingest.entries=3210"));
    assertThat(verdict).isEqualTo(Verdict.PASS);
    assertThat(shell.said()).contains("6,420 entries");
    Map<String, String> expected = new TreeMap<>();
    for (int writer = 0; writer < 2; writer++) {
      expected.putAll(new ModelWrites(graph("two"), writer, BLOCKS).content(3210));
      LedgerState state = promised(run, writer);
      assertThat(state.acknowledgedEntries()).isEqualTo(3210);
      assertThat(state.indeterminate()).isFalse();
      assertThat(state.closed()).isTrue();
    }
    assertThat(content("two")).isEqualTo(expected);
    try (RunDirectory directory = RunDirectory.open(run)) {
      assertThat(GraphFile.read(directory).orElseThrow().spec()).isEqualTo(graph("two"));
      assertThat(directory.journals()).hasSize(1);
      assertThat(directory.latencies()).hasSize(1);
      assertThat(LatencySums.of(directory, "flush").getTotalCount()).isPositive();
      assertThat(directory.read(directory.environment())).isPresent();
      assertThat(directory.read(directory.settings())).isPresent();
    }
  }

  @Test
  void operationsOfYcsbWriteWhatTheModelSaysAndFindWhatIsGone() throws Exception {
    String[] graph = {
      "-o", "graph.flush.interval=50",
      "-o", "graph.depth=3",
      "-o", "graph.updates=50:zipfian:0.99",
      "-o", "graph.payload=fixed:20"
    };
    assertThat(new Shell().run(words("createtable", "ycsb", graph))).isEqualTo(Verdict.PASS);
    String run = temporary.resolve("run").toString();
    String[] load = {"--run-dir", run, "-o", "ingest.clients=2", "-o", "ingest.entries=199"};
    assertThat(new Shell().run(words("ingest", "ycsb", load))).isEqualTo(Verdict.PASS);
    String[] mix = {
      run,
      "-o",
      "ycsb.clients=2",
      "-o",
      "ycsb.count=300",
      "-o",
      "ycsb.requests=zipfian",
      "-o",
      "ycsb.window=20",
      "-o",
      "ycsb.read=1",
      "-o",
      "ycsb.update=1",
      "-o",
      "ycsb.insert=1",
      "-o",
      "ycsb.scan=1",
      "-o",
      "ycsb.scan.most=20",
      "-o",
      "ycsb.readmodifywrite=1"
    };
    Shell shell = new Shell();
    assertThat(shell.run(words("ycsb", "ycsb", mix))).as(shell.said()).isEqualTo(Verdict.PASS);

    Map<String, String> expected = new TreeMap<>();
    long written = 0;
    for (int writer = 0; writer < 4; writer++) {
      LedgerState state = promised(run, writer);
      assertThat(state.indeterminate()).isFalse();
      assertThat(state.closed()).isTrue();
      written += state.acknowledgedEntries();
      expected.putAll(
          new ModelWrites(graph("ycsb"), writer, 1).content(state.acknowledgedEntries()));
    }
    assertThat(written - 2 * 199).as("updates and inserts").isBetween(250L, 450L);
    assertThat(content("ycsb")).isEqualTo(expected);
    try (RunDirectory directory = RunDirectory.open(run)) {
      assertThat(LatencySums.of(directory, "operation").getTotalCount()).isEqualTo(600);
      for (String tag : List.of("read", "update", "insert", "scan", "read-modify-write")) {
        assertThat(LatencySums.of(directory, tag).getTotalCount()).as(tag).isBetween(70L, 180L);
      }
    }

    Graph known = new Graph(graph("ycsb"));
    Node popular = new UpdateOrder(known.spec()).popular(0, 0, 0);
    EntryEncoder encoder = new EntryEncoder(known);
    encoder.encodeKey(popular.writer(), popular.window(), popular.index());
    Mutation delete = new Mutation(encoder.row());
    delete.putDelete(encoder.family(), encoder.qualifier());
    try (BatchWriter writer = connection().client().createBatchWriter("ycsb")) {
      writer.addMutation(delete);
    }
    String[] reads = {
      run,
      "-o",
      "ycsb.count=100",
      "-o",
      "ycsb.requests=zipfian",
      "-o",
      "ycsb.read=1",
      "-o",
      "ycsb.update=0",
      "-o",
      "read.reread.limit=0s"
    };
    Shell finds = new Shell();
    assertThat(finds.run(words("ycsb", "ycsb", reads))).isEqualTo(Verdict.FAIL);
    assertThat(finds.said()).contains("LOST").contains(NodeCodec.rowText(known.row(popular)));
  }

  @Test
  @EnabledIfSystemProperty(
      named = "catena.witness",
      matches = "true",
      disabledReason = "it waits for the end of a session: -Dcatena.witness=true")
  void aClientKilledWithMinus9IsResumedWithoutCountingTwice() throws Exception {
    killAndResume("killed", temporary.resolve("run").toString(), dead -> {});
  }

  /**
   * A client that is killed is resumed without counting twice. HDFS holds what the dead process had
   * open; only the ledger is taken from it.
   */
  @Test
  void theSameWithARunDirectoryOnHdfs() throws Exception {
    Configuration hadoop = new Configuration();
    hadoop.addResource(
        new org.apache.hadoop.fs.Path(
            CLUSTER.control().hadoopConf().resolve("core-site.xml").toUri()));
    String run = hadoop.get("fs.defaultFS") + "/runs/killed";
    killAndResume("remote", run, dead -> aRestartOfItsDataNodeHidesNothing("remote", run, dead));
    try (RunDirectory directory = RunDirectory.open(run)) {
      assertThat(directory.journals().stream().map(org.apache.hadoop.fs.Path::getName))
          .containsExactly("ingest.jsonl", "ingest-2.jsonl");
      assertThat(directory.latencies()).hasSize(2);
      assertThat(directory.ledgers()).hasSize(1);
    }
  }

  /**
   * A reader sees all that a dead writer has synced, although HDFS holds its ledger open. A
   * DataNode that begins anew does not say how long the last block is: then the ledger is
   * unreadable until somebody takes it from the dead writer, which readers do once its hold is
   * gone.
   */
  private static void aRestartOfItsDataNodeHidesNothing(String table, String run, LedgerState dead)
      throws Exception {
    CLUSTER.control().kill(DATANODE);
    CLUSTER.control().start(List.of(DATANODE));
    assertThatThrownBy(() -> promised(run, 0)).isInstanceOf(IOException.class);
    String tableId = connection().client().tableOperations().tableIdMap().get(table);
    try (RunDirectory directory = RunDirectory.open(run)) {
      Graph graph = new Graph(graph(table));
      Ledgers.Home home =
          new Ledgers.Home(connection().instanceId(), tableId, graph.spec().fingerprint());
      Ledgers ledgers =
          new Ledgers(List.of(directory), home, graph, KnownWriters.of(connection(), tableId));
      Ledgers.LedgerSnapshot reading = ledgers.read();
      long deadline = System.nanoTime() + LIMIT.toNanos();
      while (!reading.doubts().isEmpty()) {
        assertThat(reading.doubts())
            .singleElement()
            .asString()
            .contains("cannot be read")
            .contains("Writer 0 is in use by process");
        assertThat(System.nanoTime()).isLessThan(deadline);
        LockSupport.parkNanos(BETWEEN_READS.toNanos());
        reading = ledgers.read();
      }
      assertThat(reading.promise().of(0))
          .hasValueSatisfying(
              seen -> {
                assertThat(seen.acknowledged()).isEqualTo(dead.acknowledged());
                assertThat(seen.attempted()).isEqualTo(dead.attempted());
              });
    }
    assertThat(promised(run, 0)).as("what was seen before").isEqualTo(dead);
  }

  /** What happens to a ledger before its writer is resumed. */
  @FunctionalInterface
  private interface Meanwhile {
    void happens(LedgerState dead) throws Exception;
  }

  private void killAndResume(String table, String run, Meanwhile meanwhile) throws Exception {
    createTable(table);
    Process child = child(words("ingest", table, "--run-dir", run));
    await(child, () -> windows(run) >= 12);
    child.destroyForcibly();
    assertThat(child.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    LedgerState dead = promised(run, 0);
    assertThat(dead.closed()).isFalse();
    meanwhile.happens(dead);
    Verdict verdict =
        new Shell().run(words("ingest", table, "--resume", run, "-o", "ingest.entries=1234"));
    assertThat(verdict).isEqualTo(Verdict.PASS);
    long entries = dead.acknowledgedEntries() + 1234;
    assertThat(promised(run, 0).acknowledgedEntries()).isEqualTo(entries);
    assertThat(promised(run, 0).indeterminate()).isFalse();
    assertThat(content(table))
        .isEqualTo(new ModelWrites(graph(table), 0, blocks(entries)).content(entries));
  }

  @Test
  void sigtermEndsCleanlyAndNothingIsInDoubt() throws Exception {
    createTable("stopped");
    String run = temporary.resolve("run").toString();
    Process child = child(words("ingest", "stopped", "--run-dir", run, "-o", "ingest.rate=2000"));
    await(child, () -> windows(run) >= 5);
    child.destroy();
    assertThat(child.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(child.exitValue()).isZero();
    LedgerState state = promised(run, 0);
    assertThat(state.closed()).isTrue();
    assertThat(state.indeterminate()).isFalse();
    long entries = state.acknowledgedEntries();
    assertThat(Files.readString(temporary.resolve("said"))).contains("Stopped early");
    Verdict verdict =
        new Shell().run(words("ingest", "stopped", "--resume", run, "-o", "ingest.entries=500"));
    assertThat(verdict).isEqualTo(Verdict.PASS);
    long all = entries + 500;
    assertThat(content("stopped"))
        .isEqualTo(new ModelWrites(graph("stopped"), 0, blocks(all)).content(all));
  }

  /** Enough blocks for so many entries: none has fewer than its three layers of 100. */
  private static int blocks(long entries) {
    return (int) (entries / 300) + 2;
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
    File said = temporary.resolve("said").toFile();
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said).start();
  }

  /** What a child process is to come to. */
  @FunctionalInterface
  private interface Goal {
    boolean reached() throws IOException;
  }

  private void await(Process child, Goal goal) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!goal.reached()) {
      String said = Files.readString(temporary.resolve("said"));
      assertThat(System.nanoTime()).as("in time: %s", said).isLessThan(deadline);
      assertThat(child.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)).as(said).isFalse();
    }
  }

  @Test
  void aConstraintThatRefusesIsNamedOnceAndTheWindowIsInDoubt() throws Exception {
    createTable("constrained");
    AccumuloClient client = connection().client();
    String constraint = "org.apache.accumulo.core.data.constraints.VisibilityConstraint";
    client.tableOperations().addConstraint("constrained", constraint);
    client.securityOperations().changeUserAuthorizations(client.whoami(), Authorizations.EMPTY);
    String run = temporary.resolve("run").toString();
    Shell shell = new Shell();
    Verdict verdict =
        shell.run(words("ingest", "constrained", "--run-dir", run, "-o", "ingest.entries=9000"));
    assertThat(verdict).isEqualTo(Verdict.UNKNOWN);
    assertThat(shell.said()).containsOnlyOnce("VisibilityConstraint");
    assertThat(promised(run, 0).indeterminate()).isTrue();
  }

  @Test
  void anExistingTableIsRefusedOrTakenIfItsGraphAgrees() throws Exception {
    createTable("existing");
    assertThat(TableIterators.mayTie(connection().client(), "existing")).isFalse();
    String[] use = {"-o", "table.exists=use"};
    refuses(words("createtable", "existing"), "Table existing exists");
    assertThat(new Shell().run(words("createtable", "existing", use))).isEqualTo(Verdict.PASS);
    String[] other = {
      "-o", "table.exists=use", "-o", "graph.depth=4", "-o", "graph.flush.interval=100"
    };
    refuses(words("createtable", "existing", other), "graph.depth is 3 in the table, not 4");
    refuses(
        words("ingest", "existing", "-o", "graph.depth=4"), "graph.depth is 3 in the table, not 4");
  }

  @Test
  void serversJudgeWhatTheyWriteOfATableThatIsMadeForIt() throws Exception {
    List<String> all = new ArrayList<>(List.of(GRAPH));
    all.addAll(List.of("-o", "table.summaries=true"));
    assertThat(new Shell().run(words("createtable", "judged", all.toArray(String[]::new))))
        .isEqualTo(Verdict.PASS);
    assertThat(connection().client().tableOperations().listSummarizers("judged"))
        .containsExactly(TableSummaries.of(graph("judged")));
    createTable("unjudged");
    assertThat(TableSummaries.attached(connection().client(), "unjudged")).isEmpty();
    String[] used = {"-o", "table.exists=use", "-o", "table.summaries=true"};
    refuses(words("createtable", "unjudged", used), "its servers do not judge what they write");
    all.addAll(List.of("-o", "table.exists=use"));
    assertThat(new Shell().run(words("createtable", "judged", all.toArray(String[]::new))))
        .isEqualTo(Verdict.PASS);
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void badInputIsRefusedWithAReasonAndStartsNothing() throws Exception {
    createTable("bad");
    refusesSetting("graph.flush.interval=0");
    refusesSetting("graph.depth=0");
    refusesSetting("graph.delete.probability=2");
    refusesSetting("ingest.rate=-1");
    refusesSetting("ingest.entires=5", "the nearest is ingest.entries");
    refusesSetting("graph.row.min=9", "-o", "graph.row.max=9");
    refusesSetting("table.splits=3", "table.splits is not read by this command");
    refusesSetting("graph.visibilities.file=/no/such/file", "cannot be read");
    refuses(words("ingest", "absent"), "There is no table absent");
    refuses(words("ingest", "bad", "--run-dir", "/proc/nowhere"), "cannot be written to");
    refuses(words("ingest", "bad", "--resume", "/no/such/run"), "There is no run directory");
    refuses(words("createtable", "no.namespace"), "namespace");
    refuses(words("createtable", "new", "-o", "table.prop.table.nonsense=1"), "knows no property");
    refuses(
        words("createtable", "new", "-o", "table.prop.table.split.threshold=big"),
        "table.split.threshold");
    refuses(new String[] {"ingest"}, "-c FILE");
    refuses(new String[] {"ingest", "-c", "/no/such/file"}, "there is no such file");
    refusesProperty(temporary, "auth.token", "wrong", "the password is wrong");
    refusesProperty(temporary, "instance.name", "nobody", "knows no instance nobody");
    nobodyAnswers.join();
    assertThat(content("bad")).isEmpty();
    assertThat(connection().client().tableOperations().exists("new")).isFalse();
    try (Stream<Path> files = Files.list(temporary)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsOnly("client.properties");
    }
  }

  private static void refusesProperty(Path place, String key, String value, String why) {
    Path file = place.resolve("client.properties");
    try {
      List<String> lines =
          Files.readAllLines(CLUSTER.clientProperties()).stream()
              .map(line -> line.startsWith(key) ? key + "=" + value : line)
              .toList();
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    refuses(new String[] {"ingest", "-c", file.toString(), "-o", "table.name=bad"}, why);
  }

  private void refusesSetting(String assignment) {
    refusesSetting(assignment, assignment.substring(0, assignment.indexOf('=')));
  }

  private void refusesSetting(String assignment, String why) {
    refuses(words("ingest", "bad", "-o", assignment), why);
  }

  private void refusesSetting(String assignment, String option, String other) {
    refuses(words("ingest", "bad", "-o", assignment, option, other), "row.min must be less");
  }

  private static void refuses(String[] words, String why) {
    assertThatThrownBy(() -> new Shell().run(words))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }
}
