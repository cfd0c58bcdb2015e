// SPDX-License-Identifier: Apache-2.0
package catena.agitator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.agitator.Clusters;
import catena.agitator.FakeControl;
import catena.agitator.fault.Fault.Power;
import catena.agitator.plan.Plan;
import catena.agitator.plan.PolicyCheck;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.harness.instance.ServerLocks;
import catena.records.server.Role;
import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who loses power together, what shows it, and what brings it back. */
class PowerTest {
  private final FakeControl control = new FakeControl();
  private final Power power = new Power();
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
  void siteOfTwo() {
    control
        .set("namenode-1", ServerState.RUNNING, 1, 0)
        .set("datanode-1", ServerState.RUNNING, 2, 0)
        .set("datanode-2", ServerState.RUNNING, 3, 0)
        .set("zookeeper-1", ServerState.RUNNING, 4, 0)
        .set("tserver-1", ServerState.RUNNING, 5, 0)
        .set("tserver-2", ServerState.RUNNING, 6, 0)
        .disks("datanode-1", "datanode-2");
  }

  private static TimedFault planned(String fault, String target) {
    return new TimedFault(
        1, Duration.ZERO, fault, List.of(target), Duration.ZERO, new TreeMap<>(), Optional.empty());
  }

  @Test
  void aSiteIsEveryTserverAndDataNodeHitAtOnce() throws Exception {
    InjectedFault injected = power.resolve(field, planned("power", "site"));
    assertThat(injected.names())
        .containsExactly("datanode-1", "datanode-2", "tserver-1", "tserver-2");
    assertThat(control.done).as("looking touches nothing").isEmpty();
    List<String> hit = new ArrayList<>();
    power.act(field, injected, victim -> hit.add(victim.name()));
    assertThat(control.done)
        .containsExactly("power off [datanode-1, datanode-2, tserver-1, tserver-2]");
    assertThat(hit).isEqualTo(injected.names());
  }

  /** Its end would prove a power cut that it did not see. */
  @Test
  void whoIsDownAlreadyLosesNoPower() throws Exception {
    control.set("datanode-1", ServerState.DEAD, 2, 0);
    assertThatThrownBy(() -> power.resolve(field, planned("power", "datanode-1")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("datanode-1 is down already");
    assertThat(power.resolve(field, planned("power", "site")).names())
        .containsExactly("datanode-2", "tserver-1", "tserver-2");
  }

  @Test
  void itIsProvenByDeadProcessesAndDisksThatFail() throws Exception {
    InjectedFault injected = power.resolve(field, planned("power", "site"));
    assertThat(power.proof(field, injected).shows()).as("all runs").isFalse();
    power.act(field, injected, victim -> {});
    assertThat(power.proof(field, injected))
        .returns(true, Evidence::shows)
        .extracting(Evidence::text)
        .asString()
        .contains("tserver-2: process 6 is gone")
        .contains("datanode-1: process 2 is gone, a write to its disk fails: Input/output error");
  }

  @Test
  void aDeadDataNodeWhoseDiskStillWorksIsNoProof() throws Exception {
    InjectedFault injected = power.resolve(field, planned("power", "datanode-2"));
    control.set("datanode-2", ServerState.DEAD, 3, 0);
    assertThat(power.proof(field, injected).shows()).isFalse();
    control.diskFails("datanode-2", "Input/output error");
    assertThat(power.proof(field, injected).shows()).isTrue();
  }

  @Test
  void itIsHealedByAStartThatMountsTheDisks() throws Exception {
    InjectedFault injected = power.resolve(field, planned("power", "site"));
    power.act(field, injected, victim -> {});
    control.done.clear();
    assertThat(power.heal(field, injected))
        .contains("tserver-2 started", "the disk of datanode-1 is mounted");
    assertThat(control.done)
        .containsExactly(
            "start datanode-1", "start datanode-2", "start tserver-1", "start tserver-2");
    control.done.clear();
    assertThat(power.heal(field, injected)).contains("datanode-1 runs");
    assertThat(control.done).as("what is whole is left alone").isEmpty();
  }

  @Test
  void aDiskThatDoesNotComeBackIsNotHealed() throws Exception {
    InjectedFault injected = power.resolve(field, planned("power", "datanode-1"));
    power.act(field, injected, victim -> {});
    control.idle("mount");
    assertThatThrownBy(() -> power.heal(field, injected))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the disk of datanode-1 is not there again: Input/output error");
  }

  @Test
  void aSiteThatIsKilledKeepsItsDisks() throws Exception {
    Fault kill = FaultKindsTest.fault("kill");
    InjectedFault injected = kill.resolve(field, planned("kill", "site"));
    kill.act(field, injected, victim -> {});
    assertThat(control.done)
        .containsExactly("kill datanode-1", "kill datanode-2", "kill tserver-1", "kill tserver-2");
    assertThat(control.disks().orElseThrow().failure(FakeControl.id("datanode-1"))).isEmpty();
  }

  @Test
  void withoutDisksItIsRefusedBeforeAnythingIsTouched() {
    Plan plan =
        new Plan(
            "p",
            1,
            false,
            Duration.ZERO,
            Plan.ANY,
            new TreeMap<>(),
            List.of(planned("power", "site")));
    Topology without = Clusters.small();
    assertThatThrownBy(() -> PolicyCheck.check(plan, without))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("needs DataNodes with their own disks")
        .hasMessageContaining("--disks SIZE");
    List<ServerId> disks = without.of(Role.DATANODE);
    Topology with = new Topology(without.servers(), without.hosts(), disks, 2, Optional.empty());
    assertThatCode(() -> PolicyCheck.check(plan, with)).doesNotThrowAnyException();
  }
}
