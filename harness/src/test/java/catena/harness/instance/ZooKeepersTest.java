// SPDX-License-Identifier: Apache-2.0
package catena.harness.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.words.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ZooKeepersTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final String NOBODY = "127.0.0.1:1";

  @Test
  void whatIsKeptForThoseWhoKnowASecretIsClosedToOthers() throws Exception {
    try (TestingServer server = new TestingServer();
        CuratorFramework knowing =
            ZooKeepers.curator(
                server.getConnectString(), LIMIT, new RetryOneTime(100), "/catena/run", "secret");
        CuratorFramework other =
            ZooKeepers.curator(
                server.getConnectString(), LIMIT, new RetryOneTime(100), "/catena/run", "guess")) {
      ZooKeepers.start(knowing, server.getConnectString(), LIMIT);
      ZooKeepers.start(other, server.getConnectString(), LIMIT);
      knowing.create().creatingParentsIfNeeded().forPath("/catena/run/a", new byte[] {1});
      knowing.create().creatingParentsIfNeeded().forPath("/catena/runaway/b", new byte[] {2});

      assertThat(knowing.getData().forPath("/catena/run/a")).containsExactly(1);
      assertThatThrownBy(() -> other.getData().forPath("/catena/run/a"))
          .isInstanceOf(KeeperException.NoAuthException.class);
      assertThatThrownBy(() -> other.create().forPath("/catena/run/c"))
          .isInstanceOf(KeeperException.NoAuthException.class);
      assertThat(other.getData().forPath("/catena/runaway/b")).containsExactly(2);
      other.create().forPath("/catena/others");
    }
  }

  @Test
  void aPlainClientHasASessionOrThereIsNone() throws Exception {
    try (TestingServer server = new TestingServer()) {
      ZooKeeper client = ZooKeepers.connect(server.getConnectString(), LIMIT);
      assertThat(client.getState().isConnected()).isTrue();
      ZooKeepers.close(client);
      assertThat(client.getState().isAlive()).isFalse();
    }
    assertThatThrownBy(() -> ZooKeepers.connect(NOBODY, SHORT))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("no session with ZooKeeper at " + NOBODY);
  }

  @Test
  void oneThatDoesNotAnswerIsNamedWithTheLimit() {
    try (CuratorFramework curator = ZooKeepers.curator(NOBODY, SHORT, new RetryOneTime(1))) {
      assertThatThrownBy(() -> ZooKeepers.start(curator, NOBODY, SHORT))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("ZooKeeper at " + NOBODY + " does not answer within ");
    }
  }

  @Test
  void whateverARequestFailsOfIsOneKindOfFailure() throws IOException {
    assertThat(ZooKeepers.ask("count", () -> 7)).isEqualTo(7);
    Exception gone = new KeeperException.NoNodeException("/a");
    assertThatThrownBy(
            () ->
                ZooKeepers.ask(
                    "count",
                    () -> {
                      throw gone;
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot count: " + gone)
        .hasCause(gone);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThatThrownBy(
            () ->
                ZooKeepers.ask(
                    "count",
                    () -> {
                      throw new InterruptedException();
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("interrupted: cannot count");
    assertThat(Thread.interrupted()).as("the thread still is").isTrue();
  }
}
