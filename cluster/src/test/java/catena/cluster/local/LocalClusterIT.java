package catena.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.health.Web;
import catena.cluster.process.OrphanProcesses;
import catena.cluster.record.ClusterFiles;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.Role;
import catena.harness.instance.ServerId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.data.Key;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.data.Value;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** One cluster for all; each test leaves it healthy, and the last one ends it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LocalClusterIT {
  private static final Path DIRECTORY = Path.of("target/local-cluster-it");
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);
  private static final ServerId ZOOKEEPER = new ServerId(Role.ZOOKEEPER, 1);
  private static final ServerId GC = new ServerId(Role.GC, 1);
  private static final ServerId MONITOR = new ServerId(Role.MONITOR, 1);

  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    removeCluster();
    cluster = LocalCluster.start(DIRECTORY, ClusterSpec.usual(), note -> {});
  }

  @AfterAll
  static void removeCluster() throws Exception {
    if (LocalCluster.exists(DIRECTORY)) {
      LocalCluster.open(DIRECTORY).clean();
    }
  }

  @Test
  @Order(1)
  void startingAgainChangesNothing() throws Exception {
    List<Long> before = pids();
    assertThat(before).hasSize(ClusterSpec.usual().ids().size());
    LocalCluster again = LocalCluster.start(DIRECTORY, ClusterSpec.usual(), note -> {});
    assertThat(again.list()).isEqualTo(cluster.list());
    assertThat(pids()).isEqualTo(before);
    again.awaitHealthy(LIMIT);
  }

  @Test
  @Order(2)
  void killedTserverComesBackAndNothingIsLost() throws Exception {
    try (AccumuloClient client = Accumulo.newClient().from(cluster.clientProperties()).build()) {
      write(client, 1_000);
      cluster.kill(TSERVER);
      assertThat(state(TSERVER)).isEqualTo(ServerState.DEAD);
      assertThatThrownBy(() -> cluster.awaitHealthy(Duration.ofSeconds(1)))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("tserver-1 is dead");
      cluster.start(TSERVER);
      assertThat(state(TSERVER)).isEqualTo(ServerState.RUNNING);
      cluster.awaitHealthy(LIMIT);
      assertThat(count(client)).isEqualTo(1_000);
    }
  }

  @Test
  @Order(3)
  void pausedServerKeepsItsProcess() throws Exception {
    List<Long> before = pids();
    cluster.pause(GC);
    assertThat(state(GC)).isEqualTo(ServerState.PAUSED);
    cluster.resume(GC);
    assertThat(state(GC)).isEqualTo(ServerState.RUNNING);
    assertThat(pids()).isEqualTo(before);
  }

  /** Who hears of it within the time-out goes on; a slow machine may take longer to start it. */
  @Test
  @Order(4)
  void killedZooKeeperComesBackWithItsData() throws Exception {
    cluster.kill(ZOOKEEPER);
    cluster.start(ZOOKEEPER);
    LocalCluster.start(DIRECTORY, ClusterSpec.usual(), note -> {}).awaitHealthy(LIMIT);
    try (AccumuloClient client = Accumulo.newClient().from(cluster.clientProperties()).build()) {
      assertThat(count(client)).isEqualTo(1_000);
    }
  }

  @Test
  @Order(5)
  void failedStartNamesServerAndCause() throws Exception {
    cluster.stop(MONITOR);
    assertThat(state(MONITOR)).isEqualTo(ServerState.STOPPED);
    URI monitor = cluster.monitor();
    try (ServerSocket squatter =
        new ServerSocket(monitor.getPort(), 1, InetAddress.getLoopbackAddress())) {
      assertThat(squatter.isBound()).isTrue();
      assertThatThrownBy(() -> cluster.start(MONITOR))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("monitor-1 cannot start: somebody else listens");
    }
    cluster.start(MONITOR);
    assertThat(new Web().json(monitor.resolve("rest/tservers")).has("servers")).isTrue();
  }

  @Test
  @Order(5)
  void aServerWhosePidFileIsTornIsDeadAndStartedAnewAlone() throws Exception {
    long before = pid(GC);
    tear(GC);
    assertThat(state(GC)).isEqualTo(ServerState.DEAD);
    cluster.start(GC);
    assertThat(state(GC)).isEqualTo(ServerState.RUNNING);
    assertThat(pid(GC)).isNotEqualTo(before);
    assertThat(ProcStat.of(before)).as("the one that nobody knew any more").isEmpty();
  }

  private static void tear(ServerId id) throws IOException {
    Files.write(new ClusterFiles(DIRECTORY).pid(id), new byte[0]);
  }

  private static long pid(ServerId id) throws IOException {
    return cluster.list().stream()
        .filter(server -> server.id().equals(id))
        .findFirst()
        .orElseThrow()
        .pid()
        .orElseThrow();
  }

  @Test
  @Order(6)
  void stopLeavesNoProcessAndCleanNoFile() throws Exception {
    List<Long> before = pids();
    tear(GC);
    cluster.stop();
    assertThat(before).noneMatch(pid -> ProcStat.of(pid).isPresent());
    assertThat(OrphanProcesses.find(new ClusterFiles(DIRECTORY))).isEmpty();
    assertThat(cluster.list()).extracting(Server::state).containsOnly(ServerState.STOPPED);
    cluster.clean();
    assertThat(DIRECTORY).doesNotExist();
  }

  private static void write(AccumuloClient client, int rows) throws Exception {
    TreeSet<Text> splits = new TreeSet<>();
    IntStream.range(1, 8).forEach(i -> splits.add(new Text(row(i * rows / 8))));
    client.tableOperations().create("t", new NewTableConfiguration().withSplits(splits));
    try (BatchWriter writer = client.createBatchWriter("t")) {
      for (int i = 0; i < rows; i++) {
        Mutation mutation = new Mutation(row(i));
        mutation.put("f", "q", "v" + i);
        writer.addMutation(mutation);
      }
    }
  }

  private static long count(AccumuloClient client) throws Exception {
    long count = 0;
    try (Scanner scanner = client.createScanner("t", Authorizations.EMPTY)) {
      for (Map.Entry<Key, Value> entry : scanner) {
        assertThat(entry.getKey().getRow()).hasToString(row((int) count));
        count++;
      }
    }
    return count;
  }

  private static String row(int i) {
    return "%06d".formatted(i);
  }

  private static ServerState state(ServerId id) throws IOException {
    return cluster.list().stream()
        .filter(server -> server.id().equals(id))
        .findFirst()
        .orElseThrow()
        .state();
  }

  private static List<Long> pids() throws IOException {
    List<Long> pids = new ArrayList<>();
    cluster.list().forEach(server -> server.pid().ifPresent(pids::add));
    return pids;
  }
}
