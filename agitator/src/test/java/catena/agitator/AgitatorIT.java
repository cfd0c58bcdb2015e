// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ServerState;
import catena.harness.accumulo.Connection;
import catena.harness.command.Terminal;
import catena.harness.fixture.ChildJvm;
import catena.harness.instance.ServerId;
import catena.records.history.FaultHistory;
import catena.records.history.FaultRecord;
import catena.records.history.RecoveryMeasure;
import catena.records.journal.Event;
import catena.records.run.RunDirectory;
import catena.records.server.ServerName;
import catena.records.threads.StopSignal;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import catena.records.words.UsageException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults of every kind on one cluster, when it has recovered, and what it takes where that fails;
 * each test leaves it whole.
 */
class AgitatorIT {
  @RegisterExtension static final AgitatedCluster agitated = new AgitatedCluster();

  @Test
  void everyFaultIsProvenHealedAndRecoveredFrom() throws Exception {
    String plan =
        Rig.gatedPlan(
            "everything",
            "id: 1, at: 1s, fault: pause, targets: [manager-1], hold: 3s",
            "id: 2, at: 2s, fault: kill, targets: [datanode-2], hold: 5s",
            "id: 3, at: 3s, fault: restart, targets: ['tserver@metadata']",
            "id: 4, at: 4s, fault: kill, targets: ['manager@active'], hold: 1s",
            "id: 5, at: 5s, fault: kill, targets: [zookeeper-1], hold: 1s",
            // Whoever has tablets: another test may have left a tserver without any. The last one,
            // so that nothing else keeps a row from being read once the cluster has recovered.
            "id: 6, at: 6s, fault: kill, targets: ['tserver@table'], hold: 2s");
    PartOutcome outcome = agitated.agitate("everything", plan);
    assertThat(outcome.reasons()).isEmpty();
    assertThat(outcome.verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome.tally()).containsEntry("faults proven", 6L);
    assertThat(Rig.journal("everything", Event.FaultProven.class)).hasSize(6);
    assertThat(Rig.journal("everything", Event.FaultHealed.class)).hasSize(6);
    Event.FaultRecovered last =
        Rig.journal("everything", Event.FaultRecovered.class).stream()
            .filter(event -> event.id() == 6)
            .findFirst()
            .orElseThrow();
    // Whose logs are gone before anybody has asked for their size leaves no log.bytes.
    assertThat(last.measures())
        .containsKeys(
            "notice.s", "rehost.s", "first.read.s", "healing.s", "healed.s", "recovered.s");
    String killed = Rig.journal("everything", Event.FaultStarted.class).get(5).targets().get(0);
    assertThat(killed).matches("tserver-[12]@127\\.0\\.0\\.1:[0-9]+");
    assertThat(Rig.journal("everything", Event.FaultProven.class))
        .filteredOn(event -> event.id() == 4)
        .singleElement()
        .satisfies(
            event -> assertThat(event.evidence()).contains("the lock that it held in ZooKeeper"));
    assertThat(Rig.journal("everything", Event.ServerBack.class))
        .anySatisfy(
            event ->
                assertThat(event.server())
                    .startsWith(killed.substring(0, killed.indexOf('@') + 1)));
    agitated.assertWhole();
  }

  @Test
  void theTableIsHitAndHealed() throws Exception {
    PartOutcome outcome =
        agitated.agitate(
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
    try (Connection connection = agitated.connection()) {
      var tables = connection.client().tableOperations();
      assertThat(tables.isOnline(Rig.TABLE)).isTrue();
      assertThat(tables.getTableProperties(Rig.TABLE)).doesNotContainKey("table.split.threshold");
      assertThat(tables.listSplits(Rig.TABLE)).hasSizeGreaterThanOrEqualTo(11);
    }
    agitated.assertWhole();
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
      long began = System.currentTimeMillis();
      assertThat(agitated.agitate(run, plan).reasons()).isEmpty();
      List<Event.FaultStarted> started =
          Rig.journal(run, Event.FaultStarted.class).stream()
              .sorted(java.util.Comparator.comparingInt(Event.FaultStarted::id))
              .toList();
      assertThat(started)
          .extracting(Event.FaultStarted::fault)
          .containsExactly("pause", "pause", "flush");
      assertThat(started)
          .as("none before its time; by how much a busy machine is late is not the plan's")
          .allSatisfy(event -> assertThat(event.at()).isGreaterThanOrEqualTo(event.intendedAt()));
      assertThat(started.get(0).intendedAt() - began).isGreaterThanOrEqualTo(1_000);
      long first = started.get(0).intendedAt();
      times.add(started.stream().map(event -> event.intendedAt() - first).toList());
    }
    assertThat(times.get(0)).isEqualTo(times.get(1)).containsExactly(0L, 1500L, 2000L);
  }

  @Test
  void aControlCommandThatLiesIsADoubt() throws Exception {
    PartOutcome outcome =
        agitated.agitate(
            Duration.ofSeconds(2),
            "lie",
            Rig.plan("lie", "id: 1, at: 0, fault: kill, targets: [tserver-1]"),
            "agitate.control",
            Rig.control("any.kill=true"));
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

  /** A stop goes the way of a restart, and is tried where tests that take minutes are asked for. */
  static Stream<String> ways() {
    return Boolean.getBoolean("catena.witness")
        ? Stream.of("restart", "stop")
        : Stream.of("restart");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void itIsNotRecoveredFromBeforeTheSessionOfBeforeIsGoneAndAllTabletsAreServed(String fault)
      throws Exception {
    PartOutcome outcome;
    List<Onlooker.Sight> sights;
    try (Connection connection = agitated.connection();
        Onlooker onlooker = Onlooker.start(connection, Rig.TABLE)) {
      onlooker.await(sight -> sight.isServed("") && !sight.tablets().isEmpty());
      String plan = "id: 1, at: 1s, fault: " + fault + ", targets: ['tserver@table']";
      outcome = agitated.agitate(fault, Rig.plan(fault, plan));
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
    // It is waited for; how long the read takes after the recovery is the machine's matter.
    assertThat(cost.get("first.read.s")).isGreaterThan(0);
    assertThat(cost.get("recovered.s"))
        .isGreaterThanOrEqualTo(cost.get("rehost.s"))
        .isGreaterThanOrEqualTo(cost.get("healed.s"));
    agitated.assertWhole();
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
  void aRestartThatFailsIsADoubtWithAName() throws Exception {
    int port = agitated.server("tserver-2").ports().get("client");
    long pid = agitated.server("tserver-2").pid().getAsLong();
    String name = numbered(port);
    PartOutcome outcome =
        agitated.agitate(
            "failing",
            Rig.plan("failing", "id: 1, at: 0, fault: kill, targets: [" + name + "]"),
            "agitate.control",
            Rig.control("any.kill=kill -9 " + pid, "tserver.start=echo no java; exit 3"),
            "agitate.recovery.limit",
            "3s");
    assertThat(outcome.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome.reasons())
        .anySatisfy(reason -> assertThat(reason).contains("could not be healed", name, "no java"));
    assertThat(OpenFaults.read(Rig.DIRECTORY).faults()).as("it stays written down").hasSize(1);
    assertThatThrownBy(
            () ->
                agitated.agitate(
                    "after", Rig.plan("after", "id: 1, at: 0, fault: flush, targets: [table]")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--heal");
    agitated.cluster().start(ServerId.parse("tserver-2").orElseThrow());
    Files.deleteIfExists(Rig.DIRECTORY.resolve(RunDirectory.OPEN_FAULTS));
    agitated.assertWhole();
  }

  /** The name that the command control gives to the tserver at a port: by the address. */
  private static String numbered(int port) throws Exception {
    List<String> addresses =
        agitated.cluster().list().stream()
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
    List<String> command =
        ChildJvm.of(
            DoomedAgitator.class,
            List.of(
                "-Dcatena.lib.accumulo=" + System.getProperty("catena.lib.accumulo"),
                "-Dcatena.lib.hadoop=" + System.getProperty("catena.lib.hadoop"),
                "-D" + Rig.FORK + "=" + System.getProperty(Rig.FORK, "1")));
    command.addAll(List.of("doomed", plan));
    Process doomed =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Rig.DIRECTORY.resolve("doomed.out").toFile())
            .start();
    while (Rig.journal("doomed", Event.FaultProven.class).size() < 2) {
      assertThat(doomed.isAlive()).isTrue();
      Thread.sleep(100);
    }
    doomed.destroyForcibly().waitFor();
    assertThat(agitated.server("tserver-1").state()).isEqualTo(ServerState.DEAD);
    assertThat(agitated.server("datanode-1").state()).isEqualTo(ServerState.PAUSED);
    assertThat(OpenFaults.read(Rig.DIRECTORY.resolve("doomed")).faults()).hasSize(2);

    PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Verdict healed =
        new Healing(
                Rig.settings(Map.of("table.name", Rig.TABLE)),
                new Terminal(silent, silent),
                Clock.systemUTC(),
                new StopSignal())
            .heal(
                agitated.cluster().clientProperties(),
                Optional.of(agitated.cluster()),
                Optional.empty());
    assertThat(healed).isEqualTo(Verdict.PASS);
    assertThat(agitated.server("tserver-1").state()).isEqualTo(ServerState.RUNNING);
    assertThat(agitated.server("datanode-1").state()).isEqualTo(ServerState.RUNNING);
    assertThat(OpenFaults.read(Path.of(Rig.DIRECTORY.toString(), "doomed")).faults())
        .as("the cluster's file names the run")
        .isEmpty();
    FaultHistory history = new FaultHistory();
    Rig.journal("doomed").forEach(history::accept);
    Rig.journalOf("doomed", Healing.JOURNAL).forEach(history::accept);
    assertThat(history.headless()).isZero();
    assertThat(history.faults()).hasSize(2).allMatch(FaultRecord::healed);
    agitated.assertWhole();
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
            agitated.cluster(),
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
    assertThat(agitated.server("gc-1").state()).isEqualTo(ServerState.RUNNING);
    agitated.assertWhole();
  }
}
