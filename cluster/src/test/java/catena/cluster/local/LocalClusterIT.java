package catena.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.config.ServerJars;
import catena.cluster.process.OrphanProcesses;
import catena.cluster.record.ClusterFiles;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.Role;
import catena.harness.instance.ServerId;
import catena.harness.instance.Web;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

/**
 * One cluster for all; each test leaves it healthy, and the last one ends it. Its Accumulo is one
 * that is brought, laid out as Accumulo's tarball is.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LocalClusterIT {
  private static final Path DIRECTORY = Path.of("target/local-cluster-it");
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);
  private static final ServerId ZOOKEEPER = new ServerId(Role.ZOOKEEPER, 1);
  private static final ServerId GC = new ServerId(Role.GC, 1);
  private static final ServerId MONITOR = new ServerId(Role.MONITOR, 1);

  private static final ClusterSpec SPEC =
      ClusterSpec.usual().withAccumulo(Path.of("target/local-cluster-it-accumulo"));

  private static LocalCluster cluster;
  private static Set<Path> temporaryBefore;

  @BeforeAll
  static void startCluster() throws Exception {
    removeCluster();
    temporaryBefore = temporary();
    layTarball(SPEC.ownAccumulo().orElseThrow());
    cluster = LocalCluster.start(DIRECTORY, SPEC, note -> {});
  }

  /** Accumulo's tarball has no Hadoop and no ZooKeeper, nor what belongs to these. */
  private static void layTarball(Path home) throws IOException {
    Path lib = home.resolve("lib");
    if (Files.exists(home)) {
      MoreFiles.deleteRecursively(home, RecursiveDeleteOption.ALLOW_INSECURE);
    }
    Files.createDirectories(lib);
    Path own = ServerJars.find(Optional.empty()).accumulo();
    try (Stream<Path> jars = Files.list(own)) {
      for (Path jar : jars.toList()) {
        String name = jar.getFileName().toString();
        if (!name.matches("(hadoop-|zookeeper-|netty-|metrics-core|snappy-java).*")) {
          Files.createSymbolicLink(lib.resolve(name), jar);
        }
      }
    }
  }

  /** What servers have been seen to leave in the machine's temporary directory. */
  private static Set<Path> temporary() throws IOException {
    Set<Path> found = new TreeSet<>();
    Path machines = Path.of("/tmp");
    try (Stream<Path> files = Files.list(machines)) {
      files
          .filter(
              each ->
                  each.getFileName()
                      .toString()
                      .matches("(accumulo-|hadoop-|jetty|Jetty|libnetty|libleveldb|snappy-).*"))
          .forEach(found::add);
    }
    for (Server server : cluster == null ? List.<Server>of() : cluster.list()) {
      Path counters =
          machines
              .resolve("hsperfdata_" + System.getProperty("user.name"))
              .resolve(String.valueOf(server.pid().orElse(0)));
      if (Files.exists(counters)) {
        found.add(counters);
      }
    }
    return found;
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
    LocalCluster again = LocalCluster.start(DIRECTORY, SPEC, note -> {});
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

  @Test
  @Order(4)
  void killedZooKeeperComesBackWithItsData() throws Exception {
    cluster.kill(ZOOKEEPER);
    cluster.start(ZOOKEEPER);
    startWhatDied();
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
    assertThat(
            new Web().json(monitor.resolve("rest/tservers"), Duration.ofSeconds(5)).has("servers"))
        .isTrue();
  }

  @Test
  @Order(5)
  void aServerWhosePidFileIsTornIsDeadAndStartedAnewAlone() throws Exception {
    startWhatDied();
    long before = pid(GC);
    tear(GC);
    assertThat(state(GC)).isEqualTo(ServerState.DEAD);
    cluster.start(GC);
    assertThat(state(GC)).isEqualTo(ServerState.RUNNING);
    assertThat(pid(GC)).isNotEqualTo(before);
    assertThat(ProcStat.of(before)).as("the one that nobody knew any more").isEmpty();
  }

  /** Also those that were started again. */
  @Test
  @Order(6)
  void serversAreOfTheAccumuloThatWasBroughtAndKeepToTheClustersDirectory() throws Exception {
    startWhatDied();
    Path home = LocalCluster.open(DIRECTORY).spec().ownAccumulo().orElseThrow();
    for (Server server : cluster.list()) {
      String words = Files.readString(Path.of("/proc/" + server.pid().orElseThrow() + "/cmdline"));
      boolean accumulo = server.id().role().stack() == Role.Stack.ACCUMULO;
      assertThat(words.contains(home.resolve("lib") + "/*:")).as(words).isEqualTo(accumulo);
    }
    assertThat(cluster.problem()).isEmpty();
    assertThat(new ClusterFiles(DIRECTORY).temporary()).isNotEmptyDirectory();
    Set<Path> left = temporary();
    left.removeAll(temporaryBefore);
    assertThat(left).isEmpty();
  }

  /**
   * On a slow machine a server hears too late that ZooKeeper is back, and ends as Accumulo's do.
   * That may be after the test that killed ZooKeeper.
   */
  private static void startWhatDied() throws Exception {
    LocalCluster.start(DIRECTORY, SPEC, note -> {}).awaitHealthy(LIMIT);
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
  @Order(7)
  void stopLeavesNoProcessAndCleanNoFile() throws Exception {
    List<Long> before = pids();
    tear(GC);
    cluster.stop();
    assertThat(before).noneMatch(pid -> ProcStat.of(pid).isPresent());
    assertThat(OrphanProcesses.find(new ClusterFiles(DIRECTORY))).isEmpty();
    assertThat(cluster.list()).extracting(Server::state).containsOnly(ServerState.STOPPED);
    assertThat(new ClusterFiles(DIRECTORY).temporary()).isEmptyDirectory();
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
