// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.process.PidFiles;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.ServerProcess;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who of Accumulo's servers is at work by a real ZooKeeper; each process is this one. */
@Timeout(60)
class RegisteredServersTest {
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);
  private static final ServerId OTHER = new ServerId(Role.TSERVER, 2);
  private static final ServerId MANAGER = new ServerId(Role.MANAGER, 1);
  private static final ServerId STANDBY = new ServerId(Role.MANAGER, 2);
  private static final ClusterSpec SPEC = ClusterSpec.usual().with(Role.MANAGER, 2);

  @TempDir private Path temp;
  private TestingServer zookeeper;
  private CuratorFramework client;
  private PidFiles pids;
  private Health health;

  @BeforeEach
  void start() throws Exception {
    zookeeper = new TestingServer();
    client = CuratorFrameworkFactory.newClient(zookeeper.getConnectString(), new RetryOneTime(100));
    client.start();
    client
        .create()
        .creatingParentsIfNeeded()
        .forPath("/accumulo/instances/catena", "ID".getBytes(UTF_8));
    ClusterFiles files = new ClusterFiles(temp.resolve("cluster"));
    files.createDirectories();
    pids = new PidFiles(files);
    Map<String, Map<String, Integer>> ports =
        Map.of("zookeeper-1", Map.of("client", zookeeper.getPort()));
    health = new Health(new ClusterRecord("catena", "p", "s", SPEC, ports, null), pids);
  }

  @AfterEach
  void end() throws Exception {
    health.close();
    client.close();
    zookeeper.close();
  }

  private void runs(ServerId id, int port, Instant since) throws Exception {
    long pid = ProcessHandle.current().pid();
    String birth = ProcStat.of(pid).orElseThrow().birth();
    pids.write(id, new ServerProcess(pid, birth, since, Map.of("client", port), 0));
  }

  private void put(String path, String text) throws Exception {
    client
        .create()
        .creatingParentsIfNeeded()
        .withMode(CreateMode.EPHEMERAL)
        .forPath(path, text.getBytes(UTF_8));
  }

  @Test
  void aServerIsAtWorkIfItIsRegisteredUnderItsAddress() throws Exception {
    runs(TSERVER, 9001, Instant.EPOCH);
    runs(OTHER, 9002, Instant.EPOCH);
    put("/accumulo/ID/tservers/127.0.0.1:9001/zlock#1#0000000000", "");
    assertThat(health.missing(List.of(TSERVER, OTHER)))
        .isEqualTo(Map.of(OTHER, "is not registered with zookeeper"));
    put("/accumulo/ID/tservers/localhost:9002/zlock#1#0000000000", "");
    assertThat(health.missing(List.of(TSERVER, OTHER))).isEmpty();
    assertThat(health.zookeeper().initialised()).isTrue();
  }

  /** It makes its place in the line and loses it again, as long as it lives. */
  @Test
  void aManagerThatStandsByForLongMayBeOutOfTheLine() throws Exception {
    runs(MANAGER, 9001, Instant.EPOCH);
    runs(STANDBY, 9002, Instant.now());
    put("/accumulo/ID/managers/lock/zlock#1f3e-1#0000000001", "127.0.0.1:9001");
    assertThat(health.missing(List.of(MANAGER, STANDBY)))
        .as("it was just started")
        .containsOnlyKeys(STANDBY);
    runs(STANDBY, 9002, Instant.EPOCH);
    assertThat(health.missing(List.of(MANAGER, STANDBY))).isEmpty();
    pids.forget(MANAGER);
    assertThat(health.missing(List.of(MANAGER, STANDBY)))
        .as("nobody that runs holds the lock")
        .containsOnlyKeys(MANAGER, STANDBY);
  }

  @Test
  void aWaitForAClusterThatIsNotWholeEndsWithWhatIsMissing() {
    List<String> notes = new ArrayList<>();
    assertThatThrownBy(() -> health.await(temp.resolve("none"), Duration.ZERO, notes::add))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("not healthy after 0 s: ")
        .hasMessageContaining("tserver-1 is stopped");
    assertThat(notes).as("nobody has waited for long").isEmpty();
  }
}
