package catena.harness.instance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a real ZooKeeper, which is taken away. */
@Timeout(60)
class ServerLocksTest {
  private static final Duration LIMIT = Duration.ofSeconds(4);

  private static void put(ZooKeeper client, String path, String data, CreateMode mode)
      throws Exception {
    StringBuilder parent = new StringBuilder();
    String[] names = path.substring(1).split("/", -1);
    for (int i = 0; i < names.length - 1; i++) {
      parent.append('/').append(names[i]);
      if (client.exists(parent.toString(), false) == null) {
        client.create(parent.toString(), null, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
      }
    }
    client.create(path, data.getBytes(UTF_8), ZooDefs.Ids.OPEN_ACL_UNSAFE, mode);
  }

  private static void plant(ZooKeeper client) throws Exception {
    put(client, "/accumulo/instances/test", "ID", CreateMode.PERSISTENT);
    String lock = "zlock#1#0000000000";
    put(client, "/accumulo/ID/managers/lock/" + lock, "h1:9999", CreateMode.EPHEMERAL);
    put(client, "/accumulo/ID/tservers/h2:9997/" + lock, "TSERV_CLIENT=x", CreateMode.EPHEMERAL);
    put(client, "/accumulo/ID/tservers/h3:9997", "", CreateMode.PERSISTENT);
    put(client, "/accumulo/ID/compactors/q/h4:9133/" + lock, "", CreateMode.EPHEMERAL);
  }

  @Test
  void everyLockIsFoundWithItsSession() throws Exception {
    try (TestingServer server = new TestingServer();
        ServerLocks locks = new ServerLocks(server.getConnectString(), "test", LIMIT)) {
      assertThat(locks.initialised()).isFalse();
      assertThatThrownBy(locks::read).isInstanceOf(IOException.class).hasMessageContaining("test");
      ZooKeeper client = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
      plant(client);
      assertThat(locks.initialised()).isTrue();
      assertThat(locks.read())
          .allSatisfy(lock -> assertThat(lock.session()).isEqualTo(client.getSessionId()))
          .extracting(lock -> lock.role() + " " + lock.address())
          .containsExactlyInAnyOrder(
              Role.MANAGER + " h1:9999", Role.TSERVER + " h2:9997", Role.COMPACTOR + " h4:9133");
      client.close();
    }
  }

  @Test
  void aClientWhoseSessionDiedFailsWithinItsLimitAndCarriesOnWhenZooKeeperIsBack()
      throws Exception {
    try (TestingServer server = new TestingServer();
        ServerLocks locks = new ServerLocks(server.getConnectString(), "test", LIMIT)) {
      ZooKeeper client = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
      put(client, "/accumulo/instances/test", "ID", CreateMode.PERSISTENT);
      client.close();
      assertThat(locks.read()).isEmpty();
      server.stop();
      long from = System.nanoTime();
      assertThatThrownBy(locks::read).isInstanceOf(IOException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(LIMIT.multipliedBy(3));
      server.restart();
      assertThat(locks.read()).isEmpty();
    }
  }

  @Test
  void aServerThatTakesTheConnectionAndSaysNothingIsGivenUp() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ServerLocks locks =
            new ServerLocks("127.0.0.1:" + mute.getLocalPort(), "test", Duration.ofSeconds(1))) {
      long from = System.nanoTime();
      assertThatThrownBy(locks::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no session");
      assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(6));
    }
  }
}
