// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EphemeralHoldTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String PATH = "/held/n";

  @TempDir private File data;
  private ZooKeeperServer server;
  private ServerCnxnFactory port;
  private CuratorFramework a;
  private CuratorFramework b;

  @BeforeEach
  void start() throws Exception {
    server = new ZooKeeperServer(data, data, ZooKeeperServer.DEFAULT_TICK_TIME);
    port =
        ServerCnxnFactory.createFactory(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    port.startup(server);
    a = client();
    b = client();
  }

  @AfterEach
  void stop() {
    a.close();
    b.close();
    port.shutdown();
  }

  private CuratorFramework client() {
    String address = "127.0.0.1:" + port.getLocalPort();
    CuratorFramework client = ZooKeepers.curator(address, LIMIT, new RetryNTimes(20, 100));
    ZooKeepers.start(client, address, LIMIT);
    return client;
  }

  private static Optional<EphemeralHold> take(CuratorFramework client, String me) throws Exception {
    return EphemeralHold.take(client, PATH, me.getBytes(UTF_8), Duration.ZERO);
  }

  /** Ends a client's session at the server, as time does; returns when the client has another. */
  private void expire(CuratorFramework client) throws Exception {
    CountDownLatch again = new CountDownLatch(1);
    client
        .getConnectionStateListenable()
        .addListener(
            (c, state) -> {
              if (state == ConnectionState.RECONNECTED) {
                again.countDown();
              }
            });
    server.closeSession(client.getZookeeperClient().getZooKeeper().getSessionId());
    again.await();
  }

  private String held() throws Exception {
    return b.checkExists().forPath(PATH) == null
        ? ""
        : new String(b.getData().forPath(PATH), UTF_8);
  }

  @Test
  void whoHasItGivesItBackAndTheNextTakesIt() throws Exception {
    EphemeralHold first = take(a, "A").orElseThrow();
    assertThat(take(b, "B")).isEmpty();
    first.close();
    assertThat(take(b, "B")).isPresent();
    assertThat(held()).isEqualTo("B");
  }

  @Test
  void whoWaitsForItTriesAgainOnlyWhenSomethingHasChanged() throws Exception {
    EphemeralHold first = take(a, "A").orElseThrow();
    AtomicInteger tries = new AtomicInteger();
    Optional<String> none =
        EphemeralHold.whenFree(
            b,
            PATH,
            Duration.ofMillis(300),
            () -> {
              tries.incrementAndGet();
              return Optional.empty();
            });
    assertThat(none).isEmpty();
    assertThat(tries).as("at first, and in the end").hasValueLessThanOrEqualTo(3);
    first.close();
  }

  @Test
  void whoLostItDoesNotTakeItFromItsSuccessor() throws Exception {
    EphemeralHold lost = take(a, "A").orElseThrow();
    expire(a);
    assertThat(take(b, "B")).isPresent();
    lost.close();
    assertThat(held()).isEqualTo("B");
    try (CuratorFramework c = client()) {
      assertThat(take(c, "C")).as("while B has it").isEmpty();
    }
  }

  @Test
  void whoHasItSaysMoreThereAndWhoLostItSaysNothing() throws Exception {
    EphemeralHold lost = take(a, "A").orElseThrow();
    assertThat(lost.say("A is ready".getBytes(UTF_8))).isTrue();
    assertThat(held()).isEqualTo("A is ready");
    expire(a);
    assertThat(lost.say("A is done".getBytes(UTF_8))).as("no process has it").isFalse();
    assertThat(take(b, "B")).isPresent();
    assertThat(lost.say("A is done".getBytes(UTF_8))).isFalse();
    assertThat(held()).isEqualTo("B");
  }

  /** Its own second hold is another session's, too. */
  @Test
  void whoLostItAndTookItAgainKeepsItWhenTheFirstIsClosed() throws Exception {
    EphemeralHold lost = take(a, "A").orElseThrow();
    expire(a);
    EphemeralHold again = take(a, "A again").orElseThrow();
    lost.close();
    assertThat(held()).isEqualTo("A again");
    again.close();
    assertThat(held()).isEmpty();
  }

  @Test
  void aHoldDeletedByHandIsNotTakenFromTheNextOwner() throws Exception {
    EphemeralHold hold = take(a, "A").orElseThrow();
    b.delete().forPath(PATH);
    hold.close();
    take(b, "B");
    hold.close();
    assertThat(held()).isEqualTo("B");
  }
}
