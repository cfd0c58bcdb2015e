package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.accumulo.Connection;
import catena.harness.client.StopSignal;
import catena.harness.command.CommandContext;
import catena.harness.command.Terminal;
import catena.harness.history.FaultHistory;
import catena.harness.history.FaultRecord;
import catena.harness.history.RecoveryMeasure;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerName;
import catena.harness.journal.Event;
import catena.harness.run.RunDirectory;
import catena.harness.verdict.PartOutcome;
import catena.harness.verdict.Verdict;
import catena.harness.words.UsageException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One cluster for all; each test leaves it whole. */
class AgitatorIT {
  private static final int ROWS = 800;

  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    removeCluster();
    cluster = Rig.start();
    try (Connection connection = Rig.connection(cluster)) {
      write(connection.client());
    }
  }

  @AfterAll
  static void removeCluster() throws Exception {
    if (LocalCluster.exists(Rig.DIRECTORY)) {
      LocalCluster.open(Rig.DIRECTORY).clean();
    }
  }

  private static void write(AccumuloClient client) throws Exception {
    TreeSet<Text> splits = new TreeSet<>();
    IntStream.range(1, 8).forEach(i -> splits.add(new Text(row(i * ROWS / 8))));
    client.tableOperations().create(Rig.TABLE, new NewTableConfiguration().withSplits(splits));
    try (BatchWriter writer = client.createBatchWriter(Rig.TABLE)) {
      for (int i = 0; i < ROWS; i++) {
        Mutation mutation = new Mutation(row(i));
        mutation.put("f", "q", "v" + i);
        writer.addMutation(mutation);
      }
    }
  }

  private static String row(int i) {
    return "%016x".formatted(i * (Long.MAX_VALUE / ROWS));
  }

  private static PartOutcome agitate(String run, String plan, String... more) throws Exception {
    Map<String, String> values = new java.util.HashMap<>();
    values.put("agitate.plan", plan);
    values.put("table.name", Rig.TABLE);
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    return Rig.agitate(cluster, run, values, new StopSignal());
  }

  private static Server server(String id) throws Exception {
    return cluster.list().stream()
        .filter(server -> server.id().toString().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static void assertWhole() throws Exception {
    cluster.awaitHealthy(java.time.Duration.ofMinutes(2));
    assertThat(Rig.DIRECTORY.resolve(RunDirectory.OPEN_FAULTS)).doesNotExist();
    try (Connection connection = Rig.connection(cluster);
        var scanner = connection.client().createScanner(Rig.TABLE, Authorizations.EMPTY)) {
      assertThat(scanner.stream().count()).isEqualTo(ROWS);
    }
  }

  @Test
  void everyFaultIsProvenHealedAndRecoveredFrom() throws Exception {
    String plan =
        Rig.gatedPlan(
            "everything",
            // Whoever has tablets: another test may have left a tserver without any.
            "id: 1, at: 1s, fault: kill, targets: ['tserver@table'], hold: 2s",
            "id: 2, at: 2s, fault: pause, targets: [manager-1], hold: 3s",
            "id: 3, at: 3s, fault: kill, targets: [datanode-2], hold: 5s",
            "id: 4, at: 4s, fault: restart, targets: ['tserver@metadata']",
            "id: 5, at: 5s, fault: kill, targets: ['manager@active'], hold: 1s",
            "id: 6, at: 6s, fault: kill, targets: [zookeeper-1], hold: 1s");
    PartOutcome outcome = agitate("everything", plan);
    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("faults proven", 6L);
    assertThat(Rig.journal("everything", Event.FaultProven.class)).hasSize(6);
    assertThat(Rig.journal("everything", Event.FaultHealed.class)).hasSize(6);
    Event.FaultRecovered first =
        Rig.journal("everything", Event.FaultRecovered.class).stream()
            .filter(event -> event.id() == 1)
            .findFirst()
            .orElseThrow();
    // Whose logs are gone before anybody has asked for their size leaves no log.bytes.
    assertThat(first.measures())
        .containsKeys(
            "notice.s", "rehost.s", "first.read.s", "healing.s", "healed.s", "recovered.s");
    assertThat(Rig.journal("everything", Event.FaultStarted.class).get(0).targets().get(0))
        .matches("tserver-[12]@127\\.0\\.0\\.1:[0-9]+");
    assertThat(Rig.journal("everything", Event.FaultProven.class))
        .filteredOn(event -> event.id() == 5)
        .singleElement()
        .satisfies(
            event -> assertThat(event.evidence()).contains("the lock that it held in ZooKeeper"));
    assertThat(Rig.journal("everything", Event.ServerBack.class))
        .anySatisfy(event -> assertThat(event.server()).startsWith("tserver-2@"));
    assertWhole();
  }

  @ParameterizedTest
  @ValueSource(strings = {"restart", "stop"})
  void itIsNotRecoveredFromBeforeTheSessionOfBeforeIsGoneAndAllTabletsAreServed(String fault)
      throws Exception {
    PartOutcome outcome;
    List<Onlooker.Sight> sights;
    try (Connection connection = Rig.connection(cluster);
        Onlooker onlooker = Onlooker.start(connection, Rig.TABLE)) {
      onlooker.await(sight -> sight.isServed("") && !sight.tablets().isEmpty());
      String plan = "id: 1, at: 1s, fault: " + fault + ", targets: ['tserver@table']";
      outcome = agitate(fault, Rig.plan(fault, plan));
      onlooker.await(sight -> true);
      sights = onlooker.sights();
    }
    assertThat(outcome.reasons()).isEmpty();
    Event.FaultStarted started = Rig.journal(fault, Event.FaultStarted.class).get(0);
    Event.FaultRecovered recovered = Rig.journal(fault, Event.FaultRecovered.class).get(0);
    Map<String, Double> cost = recovered.measures();
    Onlooker.Sight before =
        sights.stream()
            .filter(sight -> sight.answered() && sight.ended() < started.at())
            .reduce((a, b) -> b)
            .orElseThrow();
    String address = ServerName.parse(started.targets().get(0)).orElseThrow().address().get();
    String old = before.locks().get(address).iterator().next();
    assertThat(before.tablets()).as("it has most of the tablets").containsValue(old);

    // What was so when a look of the onlooker began was so no more when the agitator said so.
    List<Onlooker.Sight> after =
        sights.stream().filter(sight -> sight.began() >= started.at()).toList();
    List<Onlooker.Sight> there = after.stream().filter(sight -> sight.has(old)).toList();
    List<Onlooker.Sight> lost = firstLoss(after, old);
    assertThat(there).isNotEmpty();
    assertThat(lost).isNotEmpty();
    assertThat(there)
        .allSatisfy(
            sight -> {
              assertThat(at(started, cost, "notice.s")).isGreaterThan(sight.began());
              assertThat(recovered.at()).isGreaterThan(sight.began());
            });
    assertThat(lost)
        .allSatisfy(
            sight -> {
              assertThat(at(started, cost, "rehost.s")).isGreaterThan(sight.began());
              assertThat(recovered.at()).isGreaterThan(sight.began());
            });
    assertThat(cost.get("first.read.s")).isGreaterThan(0).isLessThanOrEqualTo(60);
    assertThat(cost.get("recovered.s"))
        .isGreaterThanOrEqualTo(cost.get("rehost.s"))
        .isGreaterThanOrEqualTo(cost.get("healed.s"));
    assertWhole();
  }

  /** The looks between which tablets were without a host; later the balancer moves some again. */
  private static List<Onlooker.Sight> firstLoss(List<Onlooker.Sight> sights, String old) {
    return sights.stream()
        .dropWhile(sight -> sight.isServed(old))
        .takeWhile(sight -> !sight.isServed(old))
        .toList();
  }

  private static long at(Event.FaultStarted started, Map<String, Double> cost, String measure) {
    return started.at() + Math.round(1000 * cost.get(measure));
  }

  @Test
  void theTableIsHitAndHealed() throws Exception {
    PartOutcome outcome =
        agitate(
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
    try (Connection connection = Rig.connection(cluster)) {
      var tables = connection.client().tableOperations();
      assertThat(tables.isOnline(Rig.TABLE)).isTrue();
      assertThat(tables.getTableProperties(Rig.TABLE)).doesNotContainKey("table.split.threshold");
      assertThat(tables.listSplits(Rig.TABLE)).hasSizeGreaterThanOrEqualTo(11);
    }
    assertWhole();
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
      assertThat(agitate(run, plan).reasons()).isEmpty();
      List<Event.FaultStarted> started =
          Rig.journal(run, Event.FaultStarted.class).stream()
              .sorted(java.util.Comparator.comparingInt(Event.FaultStarted::id))
              .toList();
      assertThat(started)
          .extracting(Event.FaultStarted::fault)
          .containsExactly("pause", "pause", "flush");
      long first = started.get(0).intendedAt();
      times.add(started.stream().map(event -> event.intendedAt() - first).toList());
    }
    assertThat(times.get(0)).isEqualTo(times.get(1)).containsExactly(0L, 1500L, 2000L);
  }

  private static String control(String... lines) throws Exception {
    String usual = "hosts.tserver=accumulo\nlimit=5s\nany.start=true\nany.stop=true\n";
    return Files.writeString(
            Rig.DIRECTORY.resolve("control.properties"), usual + String.join("\n", lines) + "\n")
        .toString();
  }

  @Test
  void aControlCommandThatLiesIsADoubt() throws Exception {
    PartOutcome outcome =
        agitate(
            "lie",
            Rig.plan("lie", "id: 1, at: 0, fault: kill, targets: [tserver-1]"),
            "agitate.control",
            control("any.kill=true"),
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

  @Test
  void aRestartThatFailsIsADoubtWithAName() throws Exception {
    int port = server("tserver-2").ports().get("client");
    long pid = server("tserver-2").pid().getAsLong();
    String name = numbered(port);
    PartOutcome outcome =
        agitate(
            "failing",
            Rig.plan("failing", "id: 1, at: 0, fault: kill, targets: [" + name + "]"),
            "agitate.control",
            control("any.kill=kill -9 " + pid, "tserver.start=echo no java; exit 3"),
            "agitate.recovery.limit",
            "3s");
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .anySatisfy(reason -> assertThat(reason).contains("could not be healed", name, "no java"));
    assertThat(UnhealedFaults.read(Rig.DIRECTORY)).as("it stays written down").hasSize(1);
    assertThatThrownBy(
            () ->
                agitate("after", Rig.plan("after", "id: 1, at: 0, fault: flush, targets: [table]")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--heal");
    cluster.start(ServerId.parse("tserver-2").orElseThrow());
    UnhealedFaults.forget(Rig.DIRECTORY);
    assertWhole();
  }

  /** The name that the command control gives to the tserver at a port: by the address. */
  private static String numbered(int port) throws Exception {
    List<String> addresses =
        cluster.list().stream()
            .filter(server -> server.id().toString().startsWith("tserver"))
            .map(server -> server.host() + ":" + server.ports().get("client"))
            .sorted()
            .toList();
    return "tserver-" + (1 + addresses.indexOf("127.0.0.1:" + port));
  }

  @Test
  void whatAKilledAgitatorLeftIsHealed() throws Exception {
    String plan =
        Rig.plan(
            "doomed",
            "id: 1, at: 0, fault: kill, targets: [tserver-1], hold: 10m",
            "id: 2, at: 0, fault: pause, targets: [datanode-1], hold: 10m");
    Process doomed =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Dcatena.lib.accumulo=" + System.getProperty("catena.lib.accumulo"),
                "-Dcatena.lib.hadoop=" + System.getProperty("catena.lib.hadoop"),
                "-cp",
                System.getProperty("java.class.path"),
                DoomedAgitator.class.getName(),
                "doomed",
                plan)
            .redirectErrorStream(true)
            .redirectOutput(Rig.DIRECTORY.resolve("doomed.out").toFile())
            .start();
    while (Rig.journal("doomed", Event.FaultProven.class).size() < 2) {
      assertThat(doomed.isAlive()).isTrue();
      Thread.sleep(100);
    }
    doomed.destroyForcibly().waitFor();
    assertThat(server("tserver-1").state()).isEqualTo(ServerState.DEAD);
    assertThat(server("datanode-1").state()).isEqualTo(ServerState.PAUSED);
    assertThat(UnhealedFaults.read(Rig.DIRECTORY.resolve("doomed"))).hasSize(2);

    PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    CommandContext context =
        new CommandContext(
            AgitateSettings.ALL, List.of(), new StopSignal(), Clock.systemUTC(), () -> 1);
    Verdict healed =
        new Healing(
                Rig.settings(Map.of("table.name", Rig.TABLE)),
                cluster.clientProperties(),
                Optional.of(cluster),
                new Terminal(silent, silent),
                context)
            .heal(Optional.empty());
    assertThat(healed).isEqualTo(Verdict.PASS);
    assertThat(server("tserver-1").state()).isEqualTo(ServerState.RUNNING);
    assertThat(server("datanode-1").state()).isEqualTo(ServerState.RUNNING);
    assertThat(UnhealedFaults.read(Path.of(Rig.DIRECTORY.toString(), "doomed")))
        .as("the cluster's file names the run")
        .isEmpty();
    FaultHistory history = new FaultHistory();
    Rig.journal("doomed").forEach(history::accept);
    Rig.journalOf("doomed", HealedJournal.NAME).forEach(history::accept);
    assertThat(history.headless()).isZero();
    assertThat(history.faults()).hasSize(2).allMatch(FaultRecord::healed);
    assertWhole();
  }

  @Test
  void aStopHealsWhatIsOpenAndIsADoubt() throws Exception {
    StopSignal stop = new StopSignal();
    Thread stopper =
        new Thread(
            () -> {
              try {
                while (Rig.journal("stopped", Event.FaultProven.class).isEmpty()) {
                  Thread.sleep(50);
                }
                stop.ask("stopped by a signal");
              } catch (Exception e) {
                stop.ask(e.toString());
              }
            });
    stopper.start();
    PartOutcome outcome =
        Rig.agitate(
            cluster,
            "stopped",
            Map.of(
                "agitate.plan",
                Rig.plan(
                    "stopped",
                    "id: 1, at: 0, fault: pause, targets: [gc-1], hold: 10m",
                    "id: 2, at: 5m, fault: kill, targets: [gc-1]"),
                "table.name",
                Rig.TABLE),
            stop);
    stopper.join();
    assertThat(outcome.reasons())
        .singleElement()
        .asString()
        .contains("fault 2", "stopped by a signal");
    assertThat(server("gc-1").state()).isEqualTo(ServerState.RUNNING);
    assertWhole();
  }
}
