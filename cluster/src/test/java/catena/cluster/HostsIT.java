// SPDX-License-Identifier: Apache-2.0
package catena.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import catena.cluster.config.ServerJars;
import catena.cluster.control.NetworkControl;
import catena.cluster.local.LocalCluster;
import catena.cluster.network.HostNetwork;
import catena.cluster.network.IpTool;
import catena.cluster.process.OrphanProcesses;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Json;
import catena.cluster.spec.Limit;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.accumulo.core.client.Accumulo;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.accumulo.core.client.BatchWriter;
import org.apache.accumulo.core.client.Scanner;
import org.apache.accumulo.core.client.admin.NewTableConfiguration;
import org.apache.accumulo.core.data.Mutation;
import org.apache.accumulo.core.security.Authorizations;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A cluster on three hosts; needs root and {@code ip}, and is skipped without. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@EnabledIfSystemProperty(
    named = "catena.witness",
    matches = "true",
    disabledReason = "it takes 3 minutes: -Dcatena.witness=true")
class HostsIT {
  private static final Path DIRECTORY = Path.of("target/hosts-it");
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);
  private static final String HOST = "host-1";
  private static final int ROWS = 800;

  private static LocalCluster cluster;
  private static NetworkControl network;

  @BeforeAll
  static void startCluster() throws Exception {
    assumeThat(HostNetwork.problem()).as("hosts on this machine").isEmpty();
    removeCluster();
    ClusterSpec spec =
        ClusterSpec.usual()
            .with("hosts", 3)
            .with(Role.DATANODE, 2)
            .with(Role.GC, 0)
            .with(Role.MONITOR, 0)
            .with("zookeeper.timeout", "5s");
    cluster = LocalCluster.start(DIRECTORY, spec, note -> {});
    network = cluster.network().orElseThrow();
  }

  @AfterAll
  static void removeCluster() throws Exception {
    if (LocalCluster.exists(DIRECTORY)) {
      LocalCluster.open(DIRECTORY).clean();
    }
  }

  @Test
  @Order(1)
  void serversAreWhereThePlanPutsThem() throws Exception {
    Set<String> tservers = new HashSet<>();
    for (Server server : cluster.list()) {
      assertThat(server.host()).startsWith("198.1");
      if (server.id().role() == Role.TSERVER) {
        tservers.add(server.host());
        assertThat(network.hostOf(server.id())).isEqualTo("host-" + server.id().number());
      }
    }
    assertThat(tservers).hasSize(3);
    assertThatThrownBy(
            () -> LocalCluster.start(DIRECTORY, cluster.spec().with("hosts", 4), note -> {}))
        .hasMessageContaining("has 3 hosts and cannot have 4");
  }

  @Test
  @Order(2)
  void hostThatIsCutOffLosesItsTserverAndNothingElse() throws Exception {
    try (AccumuloClient client = Accumulo.newClient().from(cluster.clientProperties()).build()) {
      TreeSet<Text> splits = new TreeSet<>();
      IntStream.range(1, 8).forEach(i -> splits.add(new Text("%06d".formatted(i * ROWS / 4))));
      client.tableOperations().create("t", new NewTableConfiguration().withSplits(splits));
      cluster.awaitHealthy(LIMIT);
      write(client, 0, ROWS);
      Set<String> others = new HashSet<>(network.hosts());
      others.remove(HOST);
      network.cut(Set.of(HOST), others, false);
      assertThat(network.reachable(HOST, "zookeeper")).isFalse();
      assertThat(new Limit(LIMIT).await(LOOK, () -> state(TSERVER) == ServerState.DEAD))
          .as("the tserver halts itself")
          .isTrue();
      write(client, ROWS, 2 * ROWS); // Its tablets are at the others by the time this returns.
      assertThat(count(client)).isEqualTo(2 * ROWS);
      assertThatThrownBy(() -> cluster.awaitHealthy(Duration.ofSeconds(1)))
          .hasMessageContaining("tserver-1 is dead");
      LocalCluster.open(DIRECTORY).network().orElseThrow().healAll();
      cluster.start(TSERVER);
      cluster.awaitHealthy(LIMIT);
      assertThat(count(client)).isEqualTo(2 * ROWS);
    }
  }

  @Test
  @Order(3)
  void stopLeavesNoNamespaceAndNoLink() throws Exception {
    network.cut(Set.of("host-2"), Set.of("zookeeper"), false); // No stop hangs at a cut.
    String name =
        Json.read(new ClusterFiles(DIRECTORY).cluster(), ClusterRecord.class).network().name();
    IpTool ip = IpTool.require();
    assertThat(ip.run("netns", "list")).contains(name);
    cluster.stop();
    ServerJars jars = ServerJars.find(Optional.empty());
    assertThat(jars.hadoopArchive().isMissing()).as("an archive of Hadoop's classes").isFalse();
    assertThat(jars.accumuloArchive().orElseThrow().isMissing()).as("Accumulo's").isFalse();
    assertThat(cluster.list()).extracting(Server::state).containsOnly(ServerState.STOPPED);
    assertThat(ip.run("netns", "list")).doesNotContain(name);
    assertThat(ip.run("link", "show")).doesNotContain(name);
    assertThat(network.cuts()).isEmpty();
    assertThatThrownBy(() -> network.cut(Set.of("host-2"), Set.of("zookeeper"), false))
        .hasMessageContaining("start the cluster first");
    assertThat(OrphanProcesses.find(new ClusterFiles(DIRECTORY))).isEmpty();
  }

  private static void write(AccumuloClient client, int from, int to) throws Exception {
    try (BatchWriter writer = client.createBatchWriter("t")) {
      for (int i = from; i < to; i++) {
        Mutation mutation = new Mutation("%06d".formatted(i));
        mutation.put("f", "q", "v" + i);
        writer.addMutation(mutation);
      }
    }
  }

  private static long count(AccumuloClient client) throws Exception {
    try (Scanner scanner = client.createScanner("t", Authorizations.EMPTY)) {
      return scanner.stream().count();
    }
  }

  private static ServerState state(ServerId id) throws IOException {
    return cluster.list().stream()
        .filter(server -> server.id().equals(id))
        .findFirst()
        .orElseThrow()
        .state();
  }
}
