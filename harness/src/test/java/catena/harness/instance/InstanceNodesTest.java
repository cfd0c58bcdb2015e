// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.instance.Tablet.Location;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a real ZooKeeper. */
@Timeout(60)
class InstanceNodesTest {
  private TestingServer server;
  private ZooKeeper client;
  private InstanceNodes nodes;

  @BeforeEach
  void open() throws Exception {
    server = new TestingServer();
    client = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
    nodes = new InstanceNodes(server.getConnectString(), "ID", Duration.ofSeconds(5));
  }

  @AfterEach
  void close() throws Exception {
    nodes.close();
    client.close();
    server.close();
  }

  private void put(String path, String data) throws Exception {
    ServerLocksTest.put(client, "/accumulo/ID" + path, data, CreateMode.PERSISTENT);
  }

  @Test
  void theRootTabletHasALocationWithItsSession() throws Exception {
    put(
        "/root_tablet",
        "{\"version\":1,\"columnValues\":{\"loc\":{\"1f\":\"h:1\"},\"log\":{\"-/hdfs://n/w\":\"\"}}}");
    assertThat(nodes.rootTablet())
        .isEqualTo(Tablet.at("+r<", Optional.of(new Location("h:1", "1f")), List.of("hdfs://n/w")));
  }

  @Test
  void tableOperationsHaveNamesOnceTheManagerHasWrittenThem() throws Exception {
    assertThat(nodes.operationNames()).isEmpty();
    put("/fate/tx_01", "IN_PROGRESS");
    put("/fate/tx_01/TX_NAME", "S TABLE_BULK_IMPORT2");
    put("/fate/tx_02", "NEW");
    put("/fate/other/TX_NAME", "S TABLE_MERGE");
    assertThat(nodes.operationNames()).containsExactly("TABLE_BULK_IMPORT2");
    assertThat(nodes.fateOperations()).isEqualTo(2);
  }

  @Test
  void theGoalOfTheManagerIsWhatAStopLeft() throws Exception {
    assertThat(nodes.goalState()).isEmpty();
    put("/managers/goal_state", "CLEAN_STOP");
    assertThat(nodes.goalState()).contains("CLEAN_STOP");
  }

  @Test
  void theLogsOfATserverAreThoseOfAllItsSessions() throws Exception {
    put("/wals/h:1[1f]/a", "OPEN,hdfs://n/wal/h+1/a");
    put("/wals/h:1[20]/b", "CLOSED,hdfs://n/wal/h+1/b");
    put("/wals/h:2[21]", "");
    assertThat(nodes.logs())
        .containsEntry("h:1", List.of("hdfs://n/wal/h+1/a", "hdfs://n/wal/h+1/b"))
        .containsEntry("h:2", List.of());
  }

  /** Whatever their nodes are called, so that two reads of the same logs are equal. */
  @Test
  void theLogsOfATserverAreInTheOrderOfTheirPaths() throws Exception {
    put("/wals/h:1[1f]/a", "OPEN,hdfs://n/wal/h+1/z");
    put("/wals/h:1[1f]/b", "OPEN,hdfs://n/wal/h+1/m");
    put("/wals/h:1[20]/c", "OPEN,hdfs://n/wal/h+1/a");
    assertThat(nodes.logs().get("h:1"))
        .containsExactly("hdfs://n/wal/h+1/a", "hdfs://n/wal/h+1/m", "hdfs://n/wal/h+1/z");
  }

  @Test
  void anImportIsUnderWayAsLongAsItsDirectoryIsReserved() throws Exception {
    assertThat(nodes.isImporting("hdfs://n/bulk/1")).isFalse();
    String node = Base64.getEncoder().encodeToString("hdfs://n/bulk/1".getBytes(UTF_8));
    put(ZooKeeperPaths.RESERVATIONS + "/" + node, "");
    assertThat(nodes.isImporting("hdfs://n/bulk/1")).isTrue();
    assertThat(nodes.isImporting("hdfs://n/bulk/2")).isFalse();
  }

  /** A log's path is asked for once, and forgotten with the log: logs come and go for ever. */
  @Test
  void aLogThatIsGoneIsForgotten() throws Exception {
    put("/wals/h:1[1f]/a", "OPEN,hdfs://n/wal/h+1/a");
    put("/wals/h:1[1f]/b", "OPEN,hdfs://n/wal/h+1/b");
    assertThat(nodes.logs().get("h:1")).hasSize(2);
    client.delete("/accumulo/ID/wals/h:1[1f]/a", -1);
    assertThat(nodes.logs().get("h:1")).containsExactly("hdfs://n/wal/h+1/b");
    put("/wals/h:1[1f]/a", "OPEN,hdfs://n/wal/h+1/another");
    assertThat(nodes.logs().get("h:1"))
        .containsExactly("hdfs://n/wal/h+1/another", "hdfs://n/wal/h+1/b");
  }

  @Test
  void whatTheManagerHasToDoIsCounted() throws Exception {
    put("/fate/tx_1", "");
    put("/fate/prop", "");
    put("/recovery/locks", "");
    put("/recovery/log", "");
    assertThat(nodes.fateOperations()).isEqualTo(1);
    assertThat(nodes.recoveries()).isEqualTo(1);
  }

  @Test
  void aServerThatTakesTheConnectionAndSaysNothingIsGivenUp() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        InstanceNodes silent =
            new InstanceNodes("127.0.0.1:" + mute.getLocalPort(), "ID", Duration.ofMillis(500))) {
      assertThatThrownBy(silent::fateOperations)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("does not answer");
    }
  }

  @Test
  void whatIsNotThereIsEmpty() throws Exception {
    assertThat(nodes.monitor()).isEmpty();
    assertThat(nodes.logs()).isEmpty();
    assertThat(nodes.fateOperations()).isZero();
    assertThatThrownBy(nodes::rootTablet)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("root_tablet");
    put("/monitor/http_addr", "http://h:9995/\n");
    assertThat(nodes.monitor()).contains("http://h:9995/");
  }
}
