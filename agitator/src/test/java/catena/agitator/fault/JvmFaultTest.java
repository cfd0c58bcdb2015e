// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.FakeControl;
import catena.agitator.plan.Plan;
import catena.agitator.plan.PolicyCheck;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerLocks;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent is told of a fault, what it must say, and what is refused. */
class JvmFaultTest {
  @TempDir private Path directory;

  private final FakeControl control = new FakeControl();
  private final JvmFault fault = new JvmFault();
  private final ClusterUnderTest field =
      new ClusterUnderTest(
          control,
          new ServerLocks("127.0.0.1:1", "none", Duration.ofMillis(1))::read,
          () -> {
            throw new AssertionError("no client is needed");
          },
          "table",
          Duration.ofSeconds(1));

  @BeforeEach
  void serversWithAgents() throws IOException {
    control
        .set("tserver-1", ServerState.RUNNING, 5, 0)
        .set("tserver-2", ServerState.RUNNING, 6, 0)
        .instrument(directory);
    says("agent", "5");
    for (String point : JvmFault.POINTS) {
      says("point", point, "there");
    }
  }

  private void says(String... fields) throws IOException {
    for (String server : List.of("tserver-1", "tserver-2")) {
      Files.writeString(
          directory.resolve(server + ".log"),
          "17\t" + String.join("\t", fields) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  private static TimedFault planned(Map<String, String> options) {
    return new TimedFault(
        3,
        Duration.ZERO,
        "jvm",
        List.of("tserver-2"),
        Duration.ofSeconds(1),
        new TreeMap<>(options),
        Optional.empty());
  }

  private String ordered() throws IOException {
    return Files.readString(directory.resolve("tserver-2.control"));
  }

  @Test
  void itIsOrderedProvenByTheAgentsCountAndTakenBack() throws Exception {
    says("strike", "fault-3", "log-sync", "throw"); // of a plan before this one
    InjectedFault injected =
        fault.resolve(field, planned(Map.of("at", "log-sync", "does", "throw", "every", "10")));
    assertThat(directory.resolve("tserver-2.control")).as("resolve touches nothing").doesNotExist();

    fault.act(field, injected, victim -> {});
    assertThat(ordered()).isEqualTo("fault-3 log-sync throw 10\n");
    assertThat(directory.resolve("tserver-1.control")).doesNotExist();
    assertThat(fault.proof(field, injected))
        .isEqualTo(Evidence.against("tserver-2 has not come to log-sync"));

    says("on", "fault-3", "log-sync");
    says("strike", "fault-3", "log-sync", "throw");
    says("strike", "fault-3", "log-sync", "throw");
    assertThat(fault.proof(field, injected))
        .isEqualTo(Evidence.of("throw at log-sync, 2 times by the count of the agent"));

    assertThatThrownBy(() -> fault.heal(field, injected))
        .isInstanceOf(IOException.class)
        .hasMessage("tserver-2 has not obeyed yet");
    assertThat(ordered()).isEmpty();
    says("off", "fault-3", "log-sync");
    assertThat(fault.heal(field, injected)).isEqualTo("log-sync is as it was; tserver-2 runs");
  }

  @Test
  void nothingHappensWithinAServerThatIsDownAlready() {
    control.set("tserver-2", ServerState.DEAD, 6, 0);
    assertThatThrownBy(() -> fault.resolve(field, planned(Map.of("at", "scan", "does", "throw"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("tserver-2 is down already");
  }

  @Test
  void aServerThatDiedOfItIsStarted() throws Exception {
    InjectedFault injected =
        fault.resolve(field, planned(Map.of("at", "scan", "does", "delay", "for", "200ms")));
    fault.act(field, injected, victim -> {});
    assertThat(ordered()).isEqualTo("fault-3 scan delay:200 1\n");
    control.set("tserver-2", ServerState.DEAD, 6, 0);
    assertThat(fault.heal(field, injected)).isEqualTo("scan is as it was; tserver-2 started");
  }

  private void refused(Map<String, String> options, String... why) throws IOException {
    Plan plan =
        new Plan(
            "p", 1, false, Duration.ZERO, Plan.ANY, new TreeMap<>(), List.of(planned(options)));
    Topology topology = ClusterUnderTest.topology(control);
    if (why.length == 0) {
      assertThatCode(() -> PolicyCheck.check(plan, topology)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> PolicyCheck.check(plan, topology))
          .isInstanceOf(UsageException.class)
          .satisfies(e -> assertThat(e.getMessage()).contains(why));
    }
  }

  @Test
  void whatCannotBeIsRefusedBeforeAnythingIsTouched() throws IOException {
    refused(Map.of("at", "bulk-load", "does", "throw"));
    refused(Map.of("at", "nowhere", "does", "throw"), "there is no point 'nowhere'", "log-sync");
    refused(Map.of("at", "mem-drop", "does", "throw"), "bench/run server-mutants alone");
    refused(Map.of("does", "throw"), "there is no point ''");
    refused(Map.of("at", "scan", "does", "strike"), "does is throw, hang or delay, not 'strike'");
    refused(Map.of("at", "scan", "does", "hang", "every", "0"), "every is a number from 1");
    refused(Map.of("at", "scan", "does", "delay", "for", "long"), "long");
  }

  @Test
  void aPointThatThisAccumuloDoesNotHaveIsRefused() throws IOException {
    says("agent", "7");
    says("point", "scan", "there");
    says("point", "log-sync", "absent", "DfsLogger.await has hash 1, not 2");
    refused(
        Map.of("at", "log-sync", "does", "throw"),
        "point not there in tserver-",
        "log-sync, DfsLogger.await has hash 1, not 2");
    refused(Map.of("at", "scan", "does", "throw"));
  }

  @Test
  void serversWithoutTheAgentAreNamed() throws IOException {
    Topology without = catena.agitator.Clusters.small();
    Plan plan =
        new Plan(
            "p",
            1,
            false,
            Duration.ZERO,
            Plan.ANY,
            new TreeMap<>(),
            List.of(planned(Map.of("at", "scan", "does", "throw"))));
    assertThatThrownBy(() -> PolicyCheck.check(plan, without))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("instrument: true below cluster:");
  }

  @Test
  void aServerThatHasLostThePointSinceIsNotHit() throws Exception {
    says("agent", "8"); // started again, by another Accumulo
    assertThatThrownBy(() -> fault.resolve(field, planned(Map.of("at", "scan", "does", "throw"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tserver-2 has no agent, or one that knows no point 'scan'");
  }
}
