// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.FakeControl;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerLocks;
import catena.records.server.Role;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What counts as proof, and what heals, with servers that only look as a test says. */
class ServerFaultTest {
  private final FakeControl control = new FakeControl();
  private final ClusterUnderTest field =
      new ClusterUnderTest(
          control,
          new ServerLocks("127.0.0.1:1", "none", Duration.ofMillis(1))::read,
          () -> {
            throw new AssertionError("no client is needed");
          },
          "table",
          Duration.ofSeconds(1));

  private static Victim victim(String name, long pid, int port) {
    return new Victim(
        name, Optional.of("127.0.0.1:" + port), Optional.of(pid), Optional.empty(), false);
  }

  private static InjectedFault injected(String fault, Victim... victims) {
    return new InjectedFault(1, fault, List.of(victims), new TreeMap<>(), new TreeMap<>());
  }

  private static int closedPort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void aKillIsProvenByADeadProcessAndAClosedPort() throws Exception {
    int port = closedPort();
    InjectedFault kill = injected("kill", victim("gc-1", 7, port));
    control.set("gc-1", ServerState.RUNNING, 7, port);
    assertThat(FaultKindsTest.fault("kill").proof(field, kill))
        .isEqualTo(Evidence.against("gc-1: process 7 is there"));
    control.set("gc-1", ServerState.DEAD, 7, port);
    assertThat(FaultKindsTest.fault("kill").proof(field, kill))
        .returns(true, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .contains("process 7 is gone", "port of 127.0.0.1:" + port + " is closed");
  }

  @Test
  void aKillIsNotProvenWhileAProcessListens() throws Exception {
    try (ServerSocket open = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      control.set("gc-1", ServerState.DEAD, 7, open.getLocalPort());
      InjectedFault kill = injected("kill", victim("gc-1", 7, open.getLocalPort()));
      assertThat(FaultKindsTest.fault("kill").proof(field, kill))
          .isEqualTo(
              Evidence.against(
                  "gc-1: process 7 is gone, but port of 127.0.0.1:%d is open"
                      .formatted(open.getLocalPort())));
    }
  }

  /** Kubernetes, or a unit that restarts, has it running before its session is over. */
  @Test
  void aKillIsProvenByTheLostSessionWhereSomethingElseHasStartedTheServerAgain() throws Exception {
    Victim killed =
        new Victim("gc-1", Optional.of("127.0.0.1:1"), Optional.empty(), Optional.of(5L), false);
    control.set("gc-1", ServerState.RUNNING, 8, closedPort());
    Set<Long> sessions = new HashSet<>(Set.of(5L));
    ClusterUnderTest locked =
        new ClusterUnderTest(
            control,
            () ->
                sessions.stream()
                    .map(
                        session ->
                            new ServerLocks.Lock(
                                Role.GC, HostAndPort.fromString("127.0.0.1:1"), session, true))
                    .toList(),
            () -> null,
            "table",
            Duration.ofSeconds(1));
    Fault kill = FaultKindsTest.fault("kill");
    assertThat(kill.proof(locked, injected("kill", killed)).shows()).isFalse();
    sessions.clear();
    assertThat(kill.proof(locked, injected("kill", killed)))
        .isEqualTo(Evidence.of("gc-1: it runs, and its session of before is gone from ZooKeeper"));
  }

  @Test
  void allVictimsMustBeProven() throws Exception {
    int port = closedPort();
    control.set("gc-1", ServerState.DEAD, 7, port).set("monitor-1", ServerState.RUNNING, 8, port);
    InjectedFault kill = injected("kill", victim("gc-1", 7, port), victim("monitor-1", 8, port));
    assertThat(FaultKindsTest.fault("kill").proof(field, kill))
        .isEqualTo(Evidence.against("monitor-1: process 8 is there"));
  }

  @Test
  void aPauseIsProvenByTheProcessState() throws Exception {
    InjectedFault pause = injected("pause", victim("gc-1", 7, closedPort()));
    control.set("gc-1", ServerState.RUNNING, 7, 1);
    assertThat(FaultKindsTest.fault("pause").proof(field, pause))
        .isEqualTo(Evidence.against("gc-1: it is running"));
    control.set("gc-1", ServerState.PAUSED, 7, 1);
    assertThat(FaultKindsTest.fault("pause").proof(field, pause))
        .returns(true, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .contains("process 7 is halted");
  }

  @Test
  void aRestartIsProvenByAnotherProcess() throws Exception {
    InjectedFault restart = injected("restart", victim("gc-1", 7, 1));
    control.set("gc-1", ServerState.RUNNING, 7, 1);
    assertThat(FaultKindsTest.fault("restart").proof(field, restart))
        .isEqualTo(Evidence.against("gc-1: process 7 is there"));
    control.set("gc-1", ServerState.RUNNING, 8, 1);
    assertThat(FaultKindsTest.fault("restart").proof(field, restart))
        .returns(true, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .contains("process 8 runs");
  }

  /** As on a host that does not tell of its processes. */
  @Test
  void aRestartOfAServerOfWhichNothingWasKnownIsNotProven() throws Exception {
    InjectedFault restart =
        injected(
            "restart",
            new Victim("gc-1", Optional.empty(), Optional.empty(), Optional.empty(), false));
    control.set("gc-1", ServerState.RUNNING, 8, 1);
    assertThat(FaultKindsTest.fault("restart").proof(field, restart))
        .isEqualTo(
            Evidence.against(
                "gc-1: it runs, and neither a process nor a session of before is known"));
    control.set("gc-1", ServerState.DEAD, 8, 1);
    assertThat(FaultKindsTest.fault("restart").proof(field, restart))
        .returns(false, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .startsWith("gc-1: no process runs");
  }

  /** Whatever is said of the server: somebody has its process. */
  @Test
  void aKillIsNotProvenWhileTheProcessLives() throws Exception {
    int port = closedPort();
    InjectedFault kill = injected("kill", victim("gc-1", 7, port));
    control.set("gc-1", ServerState.DEAD, 7, port).lingers(7);
    assertThat(FaultKindsTest.fault("kill").proof(field, kill))
        .isEqualTo(Evidence.against("gc-1: process 7 is there"));
    control.lingersNoMore();
    assertThat(FaultKindsTest.fault("kill").proof(field, kill)).returns(true, Evidence::shows);
  }

  @Test
  void healingDoesWhatIsNeededAndNoMore() throws Exception {
    control
        .set("gc-1", ServerState.DEAD, 7, 1)
        .set("manager-1", ServerState.PAUSED, 8, 1)
        .set("tserver-1", ServerState.RUNNING, 9, 1)
        .set("tserver-2", ServerState.STOPPED, 9, 1);
    InjectedFault injected =
        injected(
            "kill",
            victim("gc-1", 7, 1),
            victim("manager-1", 8, 1),
            victim("tserver-1", 9, 1),
            victim("tserver-2", 9, 1));
    assertThat(FaultKindsTest.fault("kill").heal(field, injected))
        .contains("gc-1 started", "manager-1 resumed");
    assertThat(control.done).containsExactly("resume manager-1", "start gc-1", "start tserver-2");
  }

  /** As on a cluster of commands: a halted process listens, so that it looks as if it ran. */
  @Test
  void aPausedServerWhoseProcessIsNotKnownIsResumedWhateverItLooksLike() throws Exception {
    Fault pause = FaultKindsTest.fault("pause");
    InjectedFault injected = injected("pause", Victim.named("gc-1"));
    control.set("gc-1", ServerState.RUNNING, 7, 1);
    assertThat(pause.heal(field, injected)).isEqualTo("gc-1 runs");
    assertThat(control.done).containsExactly("resume gc-1");
    control.fails("resume", new IOException("planted"));
    assertThatThrownBy(() -> pause.heal(field, injected))
        .as("it is there, and may be halted still")
        .hasMessage("planted");
  }

  @Test
  void aPausedServerThatHasEndedIsStarted() throws Exception {
    Fault pause = FaultKindsTest.fault("pause");
    InjectedFault injected = injected("pause", Victim.named("gc-1"));
    control.set("gc-1", ServerState.DEAD, 7, 1).fails("resume", new IOException("no process"));
    assertThat(pause.heal(field, injected)).isEqualTo("gc-1 started");
    assertThat(control.done).containsExactly("start gc-1");
  }

  @Test
  void aPausedServerWhoseProcessIsKnownIsResumedOnce() throws Exception {
    control.set("gc-1", ServerState.PAUSED, 7, 1);
    InjectedFault injected = injected("pause", victim("gc-1", 7, 1));
    assertThat(FaultKindsTest.fault("pause").heal(field, injected)).isEqualTo("gc-1 resumed");
    assertThat(control.done).containsExactly("resume gc-1");
  }
}
