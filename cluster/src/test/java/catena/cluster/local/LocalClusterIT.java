// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.config.ServerJars;
import catena.cluster.process.OrphanProcesses;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.harness.instance.Web;
import catena.records.server.Role;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One cluster for all; each test begins with a healthy one, and the last one ends it. Its Accumulo
 * is one that is brought, laid out as Accumulo's tarball is.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LocalClusterIT {
  private static final Path DIRECTORY = Path.of("target/local-cluster-it");

  /** Of the test that ends the cluster; most come in any order before. */
  private static final int LAST = Integer.MAX_VALUE;

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);
  private static final ServerId ZOOKEEPER = new ServerId(Role.ZOOKEEPER, 1);
  private static final ServerId GC = new ServerId(Role.GC, 1);
  private static final ServerId MONITOR = new ServerId(Role.MONITOR, 1);

  private static final ClusterSpec SPEC =
      ClusterSpec.usual()
          .with(Role.TSERVER, 1)
          .with("accumulo", Path.of("target/local-cluster-it-accumulo"));

  private static final Path MACHINES = Path.of("/tmp");

  private static LocalCluster cluster;
  private static long began;

  @BeforeAll
  static void startCluster() throws Exception {
    removeCluster();
    began = System.currentTimeMillis();
    layTarball(SPEC.ownAccumulo().orElseThrow());
    cluster = LocalCluster.start(DIRECTORY, SPEC, note -> {});
    try (AccumuloClient client = client()) {
      write(client, 1_000);
    }
  }

  private static AccumuloClient client() {
    return Accumulo.newClient().from(cluster.clientProperties()).build();
  }

  /**
   * Whatever a test before has left. On a slow machine a server hears too late that ZooKeeper is
   * back, and ends as Accumulo's do; that may be after the others are there again.
   */
  @BeforeEach
  void startWhatDied() throws Exception {
    Instant end = Instant.now().plus(LIMIT);
    LocalCluster whole = LocalCluster.start(DIRECTORY, SPEC, note -> {});
    for (Optional<String> missing = whole.problem(); missing.isPresent(); ) {
      assertThat(Instant.now()).as(missing.get()).isBefore(end);
      TimeUnit.MILLISECONDS.sleep(500);
      missing = LocalCluster.start(DIRECTORY, SPEC, note -> {}).problem();
    }
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

  /**
   * What this cluster's servers have, or left, in the machine's temporary directory: what they hold
   * open or mapped, and what bears one of their ports, as Jetty's directories do. Other clusters'
   * servers and whoever else is on the machine do not count.
   */
  private static Set<String> temporary() throws IOException {
    ServerJars jars = ServerJars.find(Optional.empty());
    Set<String> found = new TreeSet<>();
    for (Server server : cluster.list()) {
      Path process = Path.of("/proc/" + server.pid().orElseThrow());
      Set<String> held = new TreeSet<>();
      for (String line : Files.readAllLines(process.resolve("maps"))) {
        held.add(line.replaceFirst("^[^/]*", ""));
      }
      try (Stream<Path> files = Files.list(process.resolve("fd"))) {
        for (Path file : files.toList()) {
          target(file).ifPresent(held::add);
        }
      }
      held.removeIf(file -> !file.startsWith(MACHINES + "/") || file.startsWith(own()));
      // Where the sources are below the temporary directory, so are the jars that servers run from.
      held.removeIf(
          file ->
              Path.of(file).startsWith(jars.accumulo()) || Path.of(file).startsWith(jars.hadoop()));
      found.addAll(held);
      try (Stream<Path> files = Files.list(MACHINES)) {
        files
            .filter(file -> file.toFile().lastModified() >= began) // others' numbers come again
            .map(Path::toString)
            .filter(
                name ->
                    server.ports().values().stream()
                        .anyMatch(port -> name.matches(".*[^0-9]" + port + "([^0-9].*)?")))
            .forEach(found::add);
      }
    }
    return found;
  }

  private static String own() {
    return new ClusterFiles(DIRECTORY).root() + "/";
  }

  /** Empty if the file has been closed since. */
  private static Optional<String> target(Path descriptor) {
    try {
      return Optional.of(Files.readSymbolicLink(descriptor).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @AfterAll
  static void removeCluster() throws Exception {
    if (LocalCluster.exists(DIRECTORY)) {
      LocalCluster.open(DIRECTORY).clean();
    }
  }

  @Test
  void startingAgainChangesNothing() throws Exception {
    List<Long> before = pids();
    assertThat(before).hasSize(SPEC.ids().size());
    LocalCluster again = LocalCluster.start(DIRECTORY, SPEC, note -> {});
    assertThat(again.list()).isEqualTo(cluster.list());
    assertThat(pids()).isEqualTo(before);
    again.awaitHealthy(LIMIT);
  }

  @Test
  void killedTserverComesBackAndNothingIsLost() throws Exception {
    try (AccumuloClient client = client()) {
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
  void pausedServerKeepsItsProcess() throws Exception {
    List<Long> before = pids();
    cluster.pause(GC);
    assertThat(state(GC)).isEqualTo(ServerState.PAUSED);
    cluster.resume(GC);
    assertThat(state(GC)).isEqualTo(ServerState.RUNNING);
    assertThat(pids()).isEqualTo(before);
  }

  @Test
  @Order(LAST - 1)
  void killedZooKeeperComesBackWithItsData() throws Exception {
    cluster.kill(ZOOKEEPER);
    cluster.start(ZOOKEEPER);
    startWhatDied();
    try (AccumuloClient client = client()) {
      assertThat(count(client)).isEqualTo(1_000);
    }
  }

  @Test
  void failedStartNamesServerAndCause() throws Exception {
    cluster.stop(MONITOR);
    assertThat(state(MONITOR)).isEqualTo(ServerState.STOPPED);
    URI monitor = cluster.monitor();
    try (ServerSocket squatter =
        new ServerSocket(monitor.getPort(), 1, InetAddress.getLoopbackAddress())) {
      assertThat(squatter.isBound()).isTrue();
      assertThatThrownBy(() -> cluster.start(MONITOR))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("monitor-1 cannot start: another process listens");
    }
    cluster.start(MONITOR);
    assertThat(
            new Web().json(monitor.resolve("rest/tservers"), Duration.ofSeconds(5)).has("servers"))
        .isTrue();
  }

  /** Without a file as one whose starter died before it could write it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerWhosePidFileIsTornOrMissingIsStartedAnewAlone(boolean torn) throws Exception {
    long before = pid(GC);
    if (torn) {
      tear(GC);
    } else {
      Files.delete(new ClusterFiles(DIRECTORY).pid(GC));
    }
    assertThat(state(GC)).isEqualTo(torn ? ServerState.DEAD : ServerState.STOPPED);
    cluster.start(GC);
    assertThat(state(GC)).isEqualTo(ServerState.RUNNING);
    assertThat(pid(GC)).isNotEqualTo(before);
    assertThat(ProcStat.of(before)).as("the one that nobody knew any more").isEmpty();
  }

  @Test
  void serversAreOfTheAccumuloThatWasBroughtAndKeepToTheClustersDirectory() throws Exception {
    Path home = LocalCluster.open(DIRECTORY).spec().ownAccumulo().orElseThrow();
    cluster.kill(GC);
    cluster.start(GC);
    for (Server server : cluster.list()) { // also one that was started again
      String words = Files.readString(Path.of("/proc/" + server.pid().orElseThrow() + "/cmdline"));
      boolean accumulo = server.id().role().stack() == Role.Stack.ACCUMULO;
      assertThat(words.contains(home.resolve("lib") + "/*:")).as(words).isEqualTo(accumulo);
    }
    cluster.awaitHealthy(LIMIT); // the manager may be moving a tablet at this very moment
    assertThat(new ClusterFiles(DIRECTORY).temporary()).isNotEmptyDirectory();
    assertThat(temporary()).isEmpty();
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
  @Order(LAST)
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
