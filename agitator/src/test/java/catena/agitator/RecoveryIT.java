// SPDX-License-Identifier: Apache-2.0
package catena.agitator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ServerState;
import catena.harness.accumulo.Connection;
import catena.harness.command.Terminal;
import catena.harness.instance.ServerId;
import catena.records.history.FaultHistory;
import catena.records.history.FaultRecord;
import catena.records.journal.Event;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When a cluster has recovered, and what it takes where that fails; each test leaves it whole. */
class RecoveryIT {
  @RegisterExtension static final AgitatedCluster agitated = new AgitatedCluster();

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
    Files.deleteIfExists(OpenFaults.file(Rig.DIRECTORY));
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
    Process doomed =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Dcatena.lib.accumulo=" + System.getProperty("catena.lib.accumulo"),
                "-Dcatena.lib.hadoop=" + System.getProperty("catena.lib.hadoop"),
                "-D" + Rig.FORK + "=" + System.getProperty(Rig.FORK, "1"),
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
