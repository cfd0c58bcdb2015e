// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.harness.instance.Tablet.Location;
import catena.records.server.Role;
import com.google.common.net.HostAndPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  static void put(ZooKeeper client, String path, String data, CreateMode mode) throws Exception {
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
      assertThat(locks.instanceId()).isEmpty();
      assertThatThrownBy(locks::read).isInstanceOf(IOException.class).hasMessageContaining("test");
      ZooKeeper client = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
      plant(client);
      assertThat(locks.instanceId()).contains("ID");
      assertThat(locks.read())
          .allSatisfy(lock -> assertThat(lock.session()).isEqualTo(client.getSessionId()))
          .extracting(lock -> lock.role() + " " + lock.address())
          .containsExactlyInAnyOrder(
              Role.MANAGER + " h1:9999", Role.TSERVER + " h2:9997", Role.COMPACTOR + " h4:9133");
      client.close();
    }
  }

  @Test
  void theHolderOfALockIsTheOneWithTheLowestNumberedNode() throws Exception {
    try (TestingServer server = new TestingServer();
        ServerLocks locks = new ServerLocks(server.getConnectString(), "test", LIMIT)) {
      ZooKeeper active = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
      ZooKeeper standby = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
      put(active, "/accumulo/instances/test", "ID", CreateMode.PERSISTENT);
      String lock = "/accumulo/ID/managers/lock/zlock#";
      // As Accumulo makes them: a UUID of the process, and ZooKeeper's own number behind it.
      String first = lock + "f4755fbe-1c9e-40b3-8458-03abaf950d7e#";
      String second = lock + "04755fbe-1c9e-40b3-8458-03abaf950d7e#";
      put(active, first, "h1:9999", CreateMode.EPHEMERAL_SEQUENTIAL);
      put(standby, second, "h2:9999", CreateMode.EPHEMERAL_SEQUENTIAL);
      assertThat(locks.read())
          .containsExactlyInAnyOrder(
              new ServerLocks.Lock(
                  Role.MANAGER, HostAndPort.fromString("h1:9999"), active.getSessionId(), true),
              new ServerLocks.Lock(
                  Role.MANAGER, HostAndPort.fromString("h2:9999"), standby.getSessionId(), false));
      active.close();
      assertThat(locks.read())
          .containsExactly(
              new ServerLocks.Lock(
                  Role.MANAGER, HostAndPort.fromString("h2:9999"), standby.getSessionId(), true));
      standby.close();
    }
  }

  @Test
  void aTserverThatWaitsForItsLockServesNothing() throws Exception {
    try (TestingServer server = new TestingServer();
        ServerLocks locks = new ServerLocks(server.getConnectString(), "test", LIMIT)) {
      ZooKeeper killed = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
      plant(killed);
      ZooKeeper again = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
      String path = "/accumulo/ID/tservers/h2:9997/zlock#2#0000000001";
      put(again, path, "TSERV_CLIENT=x", CreateMode.EPHEMERAL);
      assertThat(locks.sessions()).containsExactly(Long.toHexString(killed.getSessionId()));
      killed.close();
      assertThat(locks.sessions()).containsExactly(Long.toHexString(again.getSessionId()));
      again.close();
    }
  }

  @Test
  void nodesOfAnotherFormTakeNoPart() {
    assertThat(
            ServerLocks.queue(
                List.of("zlock#b#0000000012", "x", "zlock#a#12", "zlock#a#0000000100", "zlock#")))
        .containsExactly("zlock#b#0000000012", "zlock#a#0000000100");
  }

  @Test
  void aServerThatCameBackAtItsAddressHasAnotherSession() throws Exception {
    try (TestingServer server = new TestingServer();
        ServerLocks locks = new ServerLocks(server.getConnectString(), "test", LIMIT)) {
      ZooKeeper killed = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
      plant(killed);
      String before = Long.toHexString(killed.getSessionId());
      assertThat(locks.sessions()).as("of tservers only").containsExactly(before);
      killed.close();
      ZooKeeper again = new ZooKeeper(server.getConnectString(), 10_000, event -> {});
      String lock = "/accumulo/ID/tservers/h2:9997/zlock#2#0000000001";
      put(again, lock, "TSERV_CLIENT=x", CreateMode.EPHEMERAL);
      String after = Long.toHexString(again.getSessionId());
      assertThat(locks.sessions()).containsExactly(after).doesNotContain(before);

      Tablet stale = Tablet.at("2;m", Optional.of(new Location("h2:9997", before)), List.of());
      Tablet fresh = Tablet.at("2<", Optional.of(new Location("h2:9997", after)), List.of());
      assertThat(new Tablets(List.of(stale, fresh)).unhosted(locks.sessions()))
          .containsExactly(stale);
      again.close();
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
      assertThatThrownBy(locks::read).isInstanceOf(IOException.class);
      server.restart();
      assertThat(locks.read()).isEmpty();
    }
  }

  @Test
  void aServerThatTakesTheConnectionAndSaysNothingIsGivenUp() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ServerLocks locks =
            new ServerLocks("127.0.0.1:" + mute.getLocalPort(), "test", Duration.ofSeconds(1))) {
      assertThatThrownBy(locks::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no session");
    }
  }
}
