// SPDX-License-Identifier: Apache-2.0
package catena.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.ServerState;
import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.judge.FindingKind;
import catena.harness.accumulo.Connection;
import catena.harness.accumulo.Entries;
import catena.harness.fixture.ChildJvm;
import catena.harness.instance.ServerId;
import catena.records.fixture.LatencySums;
import catena.records.journal.Event;
import catena.records.journal.JournalReader;
import catena.records.run.Json;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.tested.Tested;
import catena.records.verdict.Verdict;
import catena.records.verdict.VerdictFile;
import catena.scenario.recompute.SampledFigures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs on one cluster with TLS, whose only tserver is killed in the middle of some. */
class RunIT {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);

  @TempDir static Path shared;
  private static LocalCluster cluster;

  @TempDir Path temporary;

  @BeforeAll
  static void start() throws Exception {
    ClusterSpec spec =
        ClusterSpec.usual().with(Role.TSERVER, 1).with(Role.MONITOR, 0).with("security", "tls");
    cluster = LocalCluster.start(shared.resolve("cluster"), spec, note -> {});
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      cluster.clean();
    }
  }

  private String[] words(String command, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of(more));
    words.addAll(List.of("-c", cluster.clientProperties().toString()));
    return words.toArray(String[]::new);
  }

  private Path scenario(String name, String durability, int entries) throws IOException {
    return Files.writeString(
        temporary.resolve(name + ".yaml"),
        """
        name: %1$s
        settings:
          table.name: %1$s
          table.splits: 3
          table.durability: %2$s
          graph.flush.interval: 500
          graph.depth: 4
          graph.visibilities: ",A,A&B"
          graph.delete.probability: %3$s
          ingest.clients: 2
          ingest.entries: %4$d
          stats.interval: 1s
        phases: [createtable, ingest, quiesce, verify: {verify.mode: both}]
        """
            .formatted(name, durability, durability.equals("none") ? "0" : "0.3", entries));
  }

  private CompletableFuture<CommandLine> run(Path scenario, Path directory) {
    return CompletableFuture.supplyAsync(
        () ->
            CommandLine.run(words("run", scenario.toString(), "--run-dir", directory.toString())));
  }

  private static VerdictFile verdict(Path directory) throws IOException {
    try (RunDirectory run = RunDirectory.open(directory.toString())) {
      return VerdictFile.readFrom(run).orElseThrow();
    }
  }

  /** What the report shows of samples is what was sampled. */
  private static void recomputed(Path directory) throws IOException {
    CommandLine report = CommandLine.run("report", directory.toString());
    assertThat(report.status()).as(report.all()).isZero();
    SampledFigures figures = SampledFigures.of(directory);
    assertThat(figures.differing()).as(String.join("\n", figures.lines())).isZero();
    assertThat(figures.cells()).isPositive();
  }

  private static int flushes(Path directory, String client) {
    AtomicInteger flushes = new AtomicInteger();
    if (Files.exists(directory.resolve("events/" + client + ".jsonl"))) {
      try (RunDirectory run = RunDirectory.open(directory.toString())) {
        JournalReader.read(
            run.fileSystem(),
            run.events(client),
            event -> flushes.addAndGet(event instanceof Event.Flush ? 1 : 0));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return flushes.get();
  }

  private static void awaitFlushes(
      Path directory, String client, int wanted, BooleanSupplier over) {
    await(wanted + " flushes", () -> flushes(directory, client) >= wanted, over);
  }

  private static void await(String what, BooleanSupplier reached, BooleanSupplier over) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!reached.getAsBoolean()) {
      assertThat(over.getAsBoolean()).as("over before %s", what).isFalse();
      assertThat(System.nanoTime()).as("%s in time", what).isLessThan(end);
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  private static long scans(Path directory) {
    try (RunDirectory run = RunDirectory.open(directory.toString())) {
      return LatencySums.of(run, "range").getTotalCount();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aPhaseThatFailsLaterIsADoubtAndTheRestIsVerifiedAllTheSame() throws Exception {
    Path text = scenario("twice", "default", 4000);
    Files.writeString(
        text,
        Files.readString(text)
            .replace(
                "phases: [createtable, ingest,", "phases: [createtable, ingest, createtable,"));
    Path directory = temporary.resolve("twice");
    CommandLine run = run(text, directory).get();
    assertThat(run.status()).as(run.toString()).isEqualTo(2);
    VerdictFile verdict = verdict(directory);
    assertThat(verdict.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(verdict.reasons())
        .singleElement()
        .asString()
        .startsWith("createtable-2 failed: Table twice exists");
    assertThat(verdict.tally())
        .containsKey("entries promised")
        .containsEntry("exactly as promised", verdict.tally().get("entries promised"));
    assertThat(directory.resolve("report.html")).exists();
  }

  /** What a pass is about stands in its file, and nothing was acknowledged since. */
  private static void proves(VerdictFile verdict, long entries) {
    assertThat(verdict.unfinished()).isFalse();
    assertThat(verdict.at()).isPresent();
    assertThat(verdict.proof().compared()).anyMatch(what -> what.startsWith("Exactly: "));
    assertThat(verdict.proof().ledgers().orElseThrow().entries()).isEqualTo(entries);
  }

  /** The terminal's last line of ingest, the summary and the report have the same rate. */
  private static void oneRate(CommandLine line, String report) {
    double told = rate(line.notes(), "ingest: 18,000 entries in \\S+, ([0-9.]+)( k)?/s");
    assertThat(told).isPositive();
    assertThat(rate(line.out(), "18,000 entries written .* writers, ([0-9.]+)( k)?/s"))
        .isEqualTo(told);
    assertThat(rate(report, "Ingest entries per second: ([0-9.,]+)( k)?"))
        .isCloseTo(told, within(told / 100));
  }

  private static double rate(String text, String pattern) {
    Matcher number = Pattern.compile(pattern).matcher(text);
    assertThat(number.find()).as(pattern + " in " + text).isTrue();
    double digits = Double.parseDouble(number.group(1).replace(",", ""));
    return number.group(2) == null ? digits : digits * 1000;
  }

  private static void killAndRestart() throws Exception {
    cluster.kill(TSERVER);
    assertThat(cluster.list())
        .filteredOn(server -> server.id().equals(TSERVER))
        .allSatisfy(server -> assertThat(server.state()).isEqualTo(ServerState.DEAD));
    cluster.start(TSERVER);
  }

  /** As many as the user may read: whoever makes a table with visibilities grants them. */
  private static long rowsIn(String table) throws Exception {
    try (Connection connection = Connection.open(cluster.clientProperties(), LIMIT)) {
      AccumuloClient client = connection.client();
      Authorizations all = client.securityOperations().getUserAuthorizations(client.whoami());
      try (Scanner scanner = client.createScanner(table, all)) {
        return scanner.stream().count();
      }
    }
  }

  @Test
  void aRunOnAClusterThatExistsPasses() throws Exception {
    Path directory = temporary.resolve("run");
    CommandLine line = run(scenario("whole", "sync", 9000), directory).get();
    assertThat(line.status()).as(line.all()).isZero();
    assertThat(line.out()).endsWith("PASS\n").contains("18,000 entries written");
    assertThat(verdict(directory).verdict()).isEqualTo(Verdict.PASS);
    assertThat(verdict(directory).tally()).containsEntry("entries acknowledged", 18000L);
    proves(verdict(directory), 18000);
    assertThat(line.out()).contains("Compared: Exactly: ");
    assertThat(directory.resolve("settings.properties")).content().contains("graph.depth=4");
    assertThat(directory)
        .isDirectoryContaining("glob:**/{scenario.yaml,graph.json,environment.json}");
    recomputed(directory);
    tested(directory);
    exported(directory);
    oneRate(line, Files.readString(directory.resolve("report.txt")));
    assertThat(line.out().lines().dropWhile(each -> !each.startsWith("Scenario ")))
        .as("the summary")
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(10);
    assertThat(line.notes()).containsPattern("(?m)^\\d\\d:\\d\\d:\\d\\d verify: PASS, Exactly: ");
    CommandLine again = run(temporary.resolve("whole.yaml"), directory).get();
    assertThat(again.status()).isEqualTo(64);
    assertThat(again.notes()).contains("holds another run");
  }

  /** What was under test is what the cluster has. */
  private static void tested(Path directory) throws Exception {
    Tested.Snapshot tested =
        Json.LINES
            .readValue(directory.resolve("tested.json").toFile(), Tested.class)
            .last()
            .orElseThrow();
    assertThat(tested.unknown()).isEmpty();
    for (var server : cluster.list()) {
      assertThat(tested.of(server.id().role())).as(server.id().toString()).isNotEmpty();
    }
    assertThat(tested.servers())
        .allSatisfy(
            server -> {
              assertThat(server.version()).as(server.toString()).isPresent();
              assertThat(server.jvm().orElse(""))
                  .as(server.toString())
                  .startsWith(System.getProperty("java.runtime.version"));
            });
    Tested.Server tserver = tested.of(Role.TSERVER).get(0);
    assertThat(tserver.version())
        .contains(AccumuloClient.class.getPackage().getImplementationVersion());
    assertThat(tserver.build().orElse("")).matches("[0-9a-f]{40}");
    assertThat(tested.differences())
        .anyMatch(each -> each.scope().equals("whole") && each.key().startsWith("table.custom."))
        .anyMatch(each -> each.scope().equals("system") && each.key().equals("instance.volumes"));
    assertThat(directory.resolve("configuration/table-whole.properties"))
        .content()
        .contains("table.split.threshold=");
    assertThat(directory.resolve("report.html")).content().contains("What was tested");
  }

  /** Other tools find what they read. */
  private void exported(Path directory) {
    assertThat(directory.resolve("junit.xml"))
        .content()
        .contains("failures=\"0\" errors=\"0\"", "name=\"verify\"", "name=\"LOST\"");
    assertThat(temporary.resolve("results.csv")).content().contains("\nrun,", ",whole,PASS,");
    assertThat(temporary.resolve("results-whole.json")).content().contains("ingest_per_second");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String metrics(int port) {
    try (var body = URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openStream()) {
      return new String(body.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Two clients write 100,000 entries each, and all readers read meanwhile. */
  private Path besides(int port) throws IOException {
    return Files.writeString(
        temporary.resolve("besides.yaml"),
        """
        name: besides
        settings:
          table.name: besides
          table.splits: 3
          table.durability: sync
          graph.flush.interval: 500
          graph.depth: 4
          graph.delete.probability: 0.3
          graph.visibilities.file: ../conf/security/visibilities.txt
          read.auths.file: ../conf/security/authorizations.txt
          measure.interval: 1s
          metrics.port: %d
          stats.interval: 1s
        phases:
          - createtable
          - together:
              - ingest: {ingest.clients: 2, ingest.entries: 100000}
              - walk: {walk.rate: 200}
              - batchwalk: {batchwalk.size: 200, batchwalk.threads: 3, read.wait: 50ms}
              - scan: {scan.entries: 500, read.wait: 50ms}
          - quiesce
          - verify: {verify.mode: both}
        """
            .formatted(port));
  }

  @Test
  void aKilledTserverLosesJustWhatWasNeverDurableAndReadersHaveLatencyAndNoFindings()
      throws Exception {
    Path undurable = neverDurable();
    Path directory = temporary.resolve("besides");
    int port = freePort();
    CompletableFuture<CommandLine> running = run(besides(port), directory);
    awaitFlushes(directory, "run", 20, running::isDone);
    // The endpoint follows the run's journals, so that what was acknowledged reaches it a little
    // later.
    await(
        "the counts of ingest among the metrics",
        () -> metrics(port).contains("catena_entries_acknowledged_total{group=\"ingest\"}"),
        running::isDone);
    assertThat(metrics(port)).contains("scenario=\"besides\"", "catena_verdict");
    // What was begun before says nothing; of what is begun now, promised rows are compared.
    long scans = scans(directory);
    await("2 more scans", () -> scans(directory) >= scans + 2, running::isDone);
    killAndRestart();
    assertThat(flushes(directory, "run")).as("killed in the middle of ingest").isLessThan(400);
    CommandLine line = running.get(LIMIT.toSeconds(), TimeUnit.SECONDS);

    assertThat(line.status()).as(line.all()).isZero();
    VerdictFile verdict = verdict(directory);
    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.tally())
        .containsEntry("entries acknowledged", 200_000L)
        .containsKeys("walk: lookups", "batchwalk: batches", "scan: scans");
    try (RunDirectory run = RunDirectory.open(directory.toString())) {
      for (String tag : List.of("lookup", "lookup.service", "batch", "range", "flush")) {
        assertThat(LatencySums.of(run, tag).getTotalCount()).as(tag).isPositive();
      }
      for (String tag : List.of("batch.service", "range.service", "flush.service")) {
        assertThat(LatencySums.of(run, tag).getTotalCount()).as("%s without a rate", tag).isZero();
      }
    }
    recomputed(directory);
    isCountedExactlyOnceLost(undurable);
  }

  /** The directory of a run whose entries are acknowledged, and in no log and no file. */
  private Path neverDurable() throws Exception {
    Path directory = temporary.resolve("run");
    // 1,800 entries are three layers and some of a fourth: no head is rewritten
    Path scenario = scenario("undurable", "none", 1800);
    Files.writeString(
        scenario,
        Files.readString(scenario)
            .replace("ingest, quiesce, verify: {verify.mode: both}", "ingest"));
    assertThat(run(scenario, directory).get().status()).isEqualTo(2);
    assertThat(rowsIn("undurable")).isEqualTo(3600);
    return directory;
  }

  /**
   * Once the tserver was killed that alone had it. No run saw that, so the cause of what a later
   * verification finds is not known, whether the record of the first run is there or not.
   */
  private void isCountedExactlyOnceLost(Path directory) throws Exception {
    cluster.awaitHealthy(LIMIT);
    long left = rowsIn("undurable");
    assertThat(left).isLessThan(3600);
    Path later = verifiedElsewhere(directory, "undurable");
    assertThat(verdict(later).findings())
        .containsExactly(java.util.Map.entry(FindingKind.LOST, 3600 - left));
    assertThat(later.resolve("findings.jsonl"))
        .content()
        .hasLineCount(Math.toIntExact(3600 - left));
    recomputed(directory);
    assertThat(traced(later))
        .contains("were read, too", "nothing that was read records all of the time")
        .doesNotContain("No fault explains");
    Files.move(directory, temporary.resolve("moved"));
    assertThat(traced(later))
        .contains("The cause is not known: the record of " + directory.toUri(), " was not read");
  }

  /** The directory of a verification that has lost something. */
  private Path verifiedElsewhere(Path directory, String table) {
    Path later = temporary.resolve("later");
    CommandLine line =
        CommandLine.run(
            words(
                "verify",
                directory.toString(),
                "--run-dir",
                later.toString(),
                "-o",
                "table.name=" + table,
                "-o",
                "verify.late.limit=2s"));
    assertThat(line.status()).as(line.all()).isEqualTo(1);
    return later;
  }

  private static String traced(Path directory) {
    CommandLine line = CommandLine.run("trace", directory.toString());
    assertThat(line.status()).as(line.all()).isEqualTo(1);
    return line.all().replaceAll("\\s+", " ");
  }

  /** The run has it recorded, and the verification, which has its own directory, names the run. */
  @Test
  @EnabledIfSystemProperty(
      named = "catena.witness",
      matches = "true",
      disabledReason = "it takes a minute: -Dcatena.witness=true")
  void whatAKillByTheAgitatorLostIsTracedToItFromALaterVerification() throws Exception {
    Path plan =
        Files.writeString(
            temporary.resolve("plan.yaml"),
            """
            gate: none
            most: {tserver: 1}
            faults:
              - {id: 7, at: 0, fault: kill, targets: [tserver-1]}
            """);
    Path scenario = scenario("struck", "none", 1800);
    Files.writeString(
        scenario,
        Files.readString(scenario)
            .replace(
                "ingest, quiesce, verify: {verify.mode: both}",
                "ingest, agitate: {agitate.plan: '" + plan + "'}"));
    Path directory = temporary.resolve("run");
    CommandLine line = run(scenario, directory).get();
    assertThat(verdict(directory).tally())
        .as(line.all())
        .containsEntry("faults recovered from", 1L);

    assertThat(traced(verifiedElsewhere(directory, "struck")))
        .contains("were read, too", "Fault 7 (kill) hit tserver-1")
        .doesNotContain("No fault explains", "The cause is not known");
  }

  @Test
  void aClientKilledWithMinus9AndResumedIsVerifiedWithNothingCountedTwice() throws Exception {
    Path directory = temporary.resolve("run");
    CommandLine made =
        CommandLine.run(
            words(
                "createtable",
                "-o",
                "table.name=resumed",
                "-o",
                "graph.flush.interval=200",
                "-o",
                "graph.depth=3",
                "-o",
                "graph.delete.probability=0.3"));
    assertThat(made.status()).as(made.all()).isZero();
    List<String> command = ChildJvm.of(Main.class, List.of());
    command.addAll(
        List.of(words("ingest", "-o", "table.name=resumed", "--run-dir", directory.toString())));
    Process child =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve("said").toFile())
            .start();
    awaitFlushes(directory, "ingest", 15, () -> !child.isAlive());
    child.destroyForcibly();
    assertThat(child.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    CommandLine resumed =
        CommandLine.run(
            words("ingest", "--resume", directory.toString(), "-o", "ingest.entries=3000"));
    assertThat(resumed.status()).as(resumed.all()).isZero();
    CommandLine verified =
        CommandLine.run(words("verify", directory.toString(), "-o", "table.name=resumed"));
    assertThat(verified.status()).as(verified.all()).isZero();
    VerdictFile file = verdict(directory);
    assertThat(file.tally().get("entries promised"))
        .isEqualTo(file.tally().get("exactly as promised"))
        .isEqualTo(rowsIn("resumed"));
    assertThat(file.tally()).containsEntry("indeterminate", 0L);
    // a second run into the table: all that it wrote could be gone, and the first run's ledgers
    // alone would not show it
    Path second = temporary.resolve("second");
    CommandLine more =
        CommandLine.run(
            words(
                "ingest",
                "-o",
                "table.name=resumed",
                "-o",
                "ingest.entries=500",
                "--run-dir",
                second.toString()));
    assertThat(more.status()).as(more.all()).isZero();
    String[] first = words("verify", directory.toString(), "-o", "table.name=resumed");
    CommandLine alone = CommandLine.run(first);
    assertThat(alone.status()).as(alone.all()).isEqualTo(2);
    assertThat(alone.out()).contains("No ledger was given of the writers [1]");
    CommandLine together =
        CommandLine.run(
            words("verify", directory.toString(), second.toString(), "-o", "table.name=resumed"));
    assertThat(together.status()).as(together.all()).isZero();
  }

  private CommandLine ofCluster(String word) {
    String directory = cluster.clientProperties().getParent().toString();
    return CommandLine.run("cluster", word, "--dir", directory);
  }

  @Test
  void aClusterThatWasStoppedIsStartedAndARunCarriedOn() throws Exception {
    Path directory = temporary.resolve("run");
    CommandLine first = run(scenario("stopped", "default", 2000), directory).get();
    assertThat(first.status()).as(first.all()).isZero();
    long rows = rowsIn("stopped");
    long written = verdict(directory).proof().ledgers().orElseThrow().entries();

    assertThat(ofCluster("stop").status()).isZero();
    assertThat(ofCluster("status").status()).isEqualTo(2);
    // Each server by itself: nobody takes back what the stop has told the manager.
    for (boolean accumulo : List.of(false, true)) {
      cluster.start(
          cluster.spec().ids().stream()
              .filter(id -> (id.role().stack() == Role.Stack.ACCUMULO) == accumulo)
              .toList());
    }
    CommandLine idle = ofCluster("status");
    assertThat(idle.status()).as(idle.all()).isEqualTo(2);
    assertThat(idle.out())
        .contains("not healthy: ", "the goal state of the manager is CLEAN_STOP; start the whole")
        .doesNotContain("dead", "stopped");

    CommandLine start = ofCluster("start");
    assertThat(start.status()).as(start.all()).isZero();
    assertThat(start.notes()).contains("goal state, which is CLEAN_STOP, to NORMAL");
    CommandLine whole = ofCluster("status");
    assertThat(whole.status()).as(whole.all()).isZero();
    assertThat(whole.out()).endsWith("every tablet is hosted\n");
    assertThat(rowsIn("stopped")).isEqualTo(rows);

    CommandLine resumed =
        CommandLine.run(
            words("ingest", "--resume", directory.toString(), "-o", "ingest.entries=3000"));
    assertThat(resumed.status()).as(resumed.all()).isZero();
    CommandLine verified = CommandLine.run(words("verify", directory.toString()));
    assertThat(verified.status()).as(verified.all()).isZero();
    VerdictFile second = verdict(directory);
    assertThat(second.proof().ledgers().orElseThrow().entries()).isGreaterThan(written);
    assertThat(second.tally().get("entries promised"))
        .isEqualTo(second.tally().get("exactly as promised"));
  }

  @Test
  void aWrongPasswordAndAMissingTableAreRefused() throws Exception {
    Path wrong = temporary.resolve("wrong.properties");
    Files.writeString(
        wrong,
        Files.readString(cluster.clientProperties())
            .replaceAll("(?m)^auth.token=.*$", "auth.token=wrong"));
    CommandLine password = CommandLine.run("verify", "-c", wrong.toString());
    assertThat(password.status()).isEqualTo(64);
    assertThat(password.notes()).contains("the password is wrong");
    CommandLine table = CommandLine.run(words("ingest", "-o", "table.name=nowhere"));
    assertThat(table.status()).isEqualTo(64);
    assertThat(table.notes()).contains("no table nowhere");
  }

  @Test
  void anEmptyTableWithoutLedgersIsADoubt() {
    assertThat(CommandLine.run(words("createtable", "-o", "table.name=empty")).status()).isZero();
    for (String mode : List.of("references", "exact")) {
      CommandLine line =
          CommandLine.run(
              words(
                  "verify",
                  "--run-dir",
                  temporary.resolve(mode).toString(),
                  "-o",
                  "table.name=empty",
                  "-o",
                  "verify.mode=" + mode));
      assertThat(line.status()).as(line.all()).isEqualTo(2);
      assertThat(line.out()).endsWith("UNKNOWN\n");
    }
  }

  /** A table as accumulo-testing leaves it: the same bytes, and no graph among its properties. */
  private static List<Entry> former(AccumuloClient client, String table) throws Exception {
    GraphSpec spec = GraphSpec.ofSeed(4711);
    EntryEncoder encoder = new EntryEncoder(new Graph(spec));
    List<Entry> entries = new ArrayList<>();
    client.tableOperations().create(table);
    try (BatchWriter writer = client.createBatchWriter(table)) {
      for (int i = 0; i < 2_000; i++) {
        encoder.encodeFirst(0, 0, i);
        entries.add(encoder.entry());
        writer.addMutation(Entries.put(encoder.entry()));
      }
    }
    return entries;
  }

  @Test
  void aTableOfAccumuloTestingIsTakenOver() throws Exception {
    Path directory = temporary.resolve("taken");
    try (AccumuloClient client = Accumulo.newClient().from(cluster.clientProperties()).build()) {
      List<Entry> theirs = former(client, "theirs");
      String[] take =
          words(
              "createtable",
              "-o",
              "table.name=theirs",
              "-o",
              "table.exists=takeover",
              "-o",
              "graph.flush.interval=500",
              "-o",
              "graph.depth=3");
      CommandLine taken = CommandLine.run(take);
      assertThat(taken.status()).as(taken.all()).isZero();
      CommandLine ingest =
          CommandLine.run(
              words(
                  "ingest",
                  "-o",
                  "table.name=theirs",
                  "-o",
                  "ingest.entries=3000",
                  "--run-dir",
                  directory.toString()));
      assertThat(ingest.status()).as(ingest.all()).isZero();
      CommandLine both =
          CommandLine.run(words("verify", directory.toString(), "-o", "verify.mode=both"));
      assertThat(both.status()).as(both.all()).isZero();
      assertThat(both.out()).contains("; 2,000 rows from before the takeover");
      CommandLine scan =
          CommandLine.run(
              words("scan", directory.toString(), "-o", "scan.count=20", "-o", "scan.clients=1"));
      assertThat(scan.status()).as(scan.all()).isZero();
      assertThat(verdict(directory).tally())
          .containsEntry(
              "exactly as promised", 2_501L) // 3,000 writes, of which 499 are heads again
          .containsEntry("from before the takeover", 2_000L);

      byte[] value = theirs.get(7).value().clone();
      value[3] ^= 1;
      Entry old = theirs.get(7);
      try (BatchWriter writer = client.createBatchWriter("theirs")) {
        writer.addMutation(
            Entries.put(
                new Entry(old.row(), old.family(), old.qualifier(), old.visibility(), value)));
      }
      CommandLine damaged = CommandLine.run(words("verify", directory.toString()));
      assertThat(damaged.status()).as(damaged.all()).isEqualTo(1);
      assertThat(damaged.out()).contains("1 CORRUPT");

      CommandLine again = CommandLine.run(take);
      assertThat(again.status()).as("taken over twice: %s", again.all()).isZero();
      Path recreate =
          Files.writeString(
              temporary.resolve("recreate.yaml"),
              "name: anew\nsettings:\n  table.name: theirs\nphases: [recreate]\n");
      CommandLine anew = CommandLine.run(words("run", recreate.toString()));
      assertThat(anew.status()).as(anew.all()).isEqualTo(64);
      assertThat(anew.notes()).contains("holds what others wrote before it was taken over");
      CommandLine keptAndDeleted =
          CommandLine.run(words("run", recreate.toString(), "--set", "table.exists=takeover"));
      assertThat(keptAndDeleted.status()).as(keptAndDeleted.all()).isEqualTo(64);
      assertThat(client.tableOperations().exists("theirs")).isTrue();

      CommandLine missing =
          CommandLine.run(
              words("createtable", "-o", "table.name=gone", "-o", "table.exists=takeover"));
      assertThat(missing.status()).isEqualTo(64);
      assertThat(missing.notes()).contains("There is no table gone to take over");
      client.tableOperations().create("other");
      try (BatchWriter writer = client.createBatchWriter("other")) {
        writer.addMutation(new Mutation("alice").at().family("f").qualifier("q").put("v"));
      }
      CommandLine other =
          CommandLine.run(
              words("createtable", "-o", "table.name=other", "-o", "table.exists=takeover"));
      assertThat(other.status()).isEqualTo(64);
      assertThat(other.notes()).contains("not one of accumulo-testing's");
    }
  }
}
