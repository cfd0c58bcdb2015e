// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.process.PidFiles;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.ServerProcess;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers whose process is this one, and what answers at their ports. */
@Timeout(60)
class HealthTest {
  private static final ServerId ZOOKEEPER = new ServerId(Role.ZOOKEEPER, 1);
  private static final ServerId MONITOR = new ServerId(Role.MONITOR, 1);
  private static final ServerId KDC = new ServerId(Role.KDC, 1);
  private static final ServerId TSERVER = new ServerId(Role.TSERVER, 1);
  private static final ServerId GC = new ServerId(Role.GC, 1);

  @TempDir private Path temp;

  private final ServerSocket closed;
  private PidFiles pids;
  private ServerSocket zookeeper;
  private Health health;

  /** What ZooKeeper says. */
  private volatile String word = "imok";

  HealthTest() throws IOException {
    closed = loopback();
    closed.close();
  }

  private static ServerSocket loopback() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @BeforeEach
  void lay() throws IOException {
    ClusterFiles files = new ClusterFiles(temp.resolve("cluster"));
    files.createDirectories();
    pids = new PidFiles(files);
    zookeeper = loopback();
    Thread server = new Thread(this::answer, "zookeeper");
    server.setDaemon(true);
    server.start();
    health = health(zookeeper.getLocalPort());
  }

  private Health health(int port) {
    Map<String, Map<String, Integer>> ports = new HashMap<>();
    ports.put("namenode-1", Map.of("rpc", 1, "http", closed.getLocalPort()));
    ports.put("zookeeper-1", Map.of("client", port));
    return new Health(
        new ClusterRecord("catena", "password", "secret", ClusterSpec.usual(), ports, null), pids);
  }

  private void answer() {
    while (!zookeeper.isClosed()) {
      try (Socket socket = zookeeper.accept()) {
        int unused = socket.getInputStream().readNBytes(4).length;
        socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // it is closed, or whoever asked has gone
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    health.close();
    zookeeper.close();
  }

  private void runs(ServerId id, String port, int number) throws IOException {
    long pid = ProcessHandle.current().pid();
    String birth = ProcStat.of(pid).orElseThrow().birth();
    pids.write(id, new ServerProcess(pid, birth, Instant.EPOCH, Map.of(port, number), 12));
  }

  @Test
  void whoHasNoProcessIsMissingWhateverAnswersElsewhere() throws Exception {
    assertThat(health.missing(List.of(ZOOKEEPER, TSERVER)))
        .isEqualTo(Map.of(ZOOKEEPER, "is stopped", TSERVER, "is stopped"));
    assertThat(health.problem(temp.resolve("none"), Duration.ofSeconds(1)).orElseThrow())
        .contains("zookeeper-1 is stopped; ", "tserver-1 is stopped");
  }

  @Test
  void zookeeperMustSayThatItIsWell() throws Exception {
    runs(ZOOKEEPER, "client", zookeeper.getLocalPort());
    assertThat(health.missing(List.of(ZOOKEEPER))).isEmpty();
    word = "not now";
    assertThat(health.missing(List.of(ZOOKEEPER)))
        .isEqualTo(Map.of(ZOOKEEPER, "does not say imok"));
    try (Health other = health(closed.getLocalPort())) {
      assertThat(other.missing(List.of(ZOOKEEPER))).isEqualTo(Map.of(ZOOKEEPER, "does not answer"));
    }
  }

  /** Only ZooKeeper knows who of Accumulo's servers is at work. */
  @Test
  void withoutZookeeperNoServerOfAccumulosIsKnownToBeAtWork() throws Exception {
    runs(TSERVER, "client", 1);
    runs(GC, "client", 2);
    try (Health other = health(closed.getLocalPort())) {
      assertThat(other.missing(List.of(TSERVER, GC)))
          .containsOnlyKeys(TSERVER, GC)
          .allSatisfy((id, why) -> assertThat(why).contains("does not answer"));
    }
  }

  @Test
  void aKdcMustListen() throws Exception {
    runs(KDC, "client", zookeeper.getLocalPort());
    assertThat(health.missing(List.of(KDC))).isEmpty();
    runs(KDC, "client", closed.getLocalPort());
    assertThat(health.missing(List.of(KDC))).isEqualTo(Map.of(KDC, "does not answer"));
  }

  @Test
  void aMonitorMustAnswerItsRestInterface() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/rest/manager",
        exchange -> {
          byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      runs(MONITOR, "http", server.getAddress().getPort());
      assertThat(health.missing(List.of(MONITOR))).isEmpty();
    } finally {
      server.stop(0);
    }
    runs(MONITOR, "http", closed.getLocalPort());
    assertThat(health.missing(List.of(MONITOR))).isEqualTo(Map.of(MONITOR, "does not answer"));
  }

  @Test
  void whoMustBeKnownToANamenodeThatDoesNotAnswerIsMissing() throws Exception {
    ServerId datanode = new ServerId(Role.DATANODE, 1);
    ServerId namenode = new ServerId(Role.NAMENODE, 1);
    runs(namenode, "http", closed.getLocalPort());
    runs(datanode, "data", 5);
    assertThat(health.missing(List.of(namenode, datanode))).containsOnlyKeys(namenode, datanode);
  }
}
