// SPDX-License-Identifier: Apache-2.0
package catena.cluster.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a real ZooKeeper. */
@Timeout(60)
class ZooKeeperSurveyTest {
  private static CuratorFramework connected(TestingServer server) {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100));
    client.start();
    return client;
  }

  /** Puts a tserver's lock; the session that holds it, as the metadata tables write it. */
  private static String lock(CuratorFramework client, String address) throws Exception {
    String path = "/accumulo/ID/tservers/" + address + "/zlock#1#0000000000";
    client.create().creatingParentsIfNeeded().withMode(CreateMode.EPHEMERAL).forPath(path);
    return Long.toHexString(client.getZookeeperClient().getZooKeeper().getSessionId());
  }

  @Test
  void aSessionWhoseServerHasNoProcessIsLeftOutThoughItHasNotTimedOut() throws Exception {
    try (TestingServer server = new TestingServer();
        CuratorFramework killed = connected(server);
        CuratorFramework alive = connected(server);
        ZooKeeperSurvey survey = new ZooKeeperSurvey("127.0.0.1", server.getPort(), "test")) {
      killed
          .create()
          .creatingParentsIfNeeded()
          .forPath("/accumulo/instances/test", "ID".getBytes(UTF_8));
      String before = lock(killed, "127.0.0.1:9997");
      String now = lock(alive, "localhost:9998");
      assertThat(survey.sessions(Set.of("127.0.0.1:9998"))).containsExactly(now);
      assertThat(survey.sessions(Set.of("127.0.0.1:9997", "127.0.0.1:9998")))
          .containsExactlyInAnyOrder(before, now);
    }
  }

  private static void waitInLine(CuratorFramework manager, String address, int place)
      throws Exception {
    manager
        .create()
        .creatingParentsIfNeeded()
        .withMode(CreateMode.EPHEMERAL)
        .forPath(
            "/accumulo/ID/managers/lock/zlock#1f3e-%d#%010d".formatted(place, place),
            address.getBytes(UTF_8));
  }

  @Test
  void theFirstManagerInTheLineHoldsTheLock() throws Exception {
    try (TestingServer server = new TestingServer();
        CuratorFramework client = connected(server);
        ZooKeeperSurvey survey = new ZooKeeperSurvey("127.0.0.1", server.getPort(), "test")) {
      client
          .create()
          .creatingParentsIfNeeded()
          .forPath("/accumulo/instances/test", "ID".getBytes(UTF_8));
      waitInLine(client, "127.0.0.1:9999", 3);
      waitInLine(client, "127.0.0.1:9998", 1);
      MembershipAnswer registered = survey.accumulo();
      assertThat(registered.addresses())
          .containsExactlyInAnyOrder("127.0.0.1:9998", "127.0.0.1:9999");
      assertThat(registered.holders()).containsExactly("127.0.0.1:9998");
    }
  }

  @Test
  void aGoalThatAStopHasLeftStandsInTheWayOfTablets() throws Exception {
    try (TestingServer server = new TestingServer();
        CuratorFramework client = connected(server);
        ZooKeeperSurvey survey = new ZooKeeperSurvey("127.0.0.1", server.getPort(), "test")) {
      assertThat(survey.goalState()).isEmpty();
      client
          .create()
          .creatingParentsIfNeeded()
          .forPath("/accumulo/instances/test", "ID".getBytes(UTF_8));
      String goal = "/accumulo/ID/managers/goal_state";
      client.create().creatingParentsIfNeeded().forPath(goal, "CLEAN_STOP".getBytes(UTF_8));
      assertThat(survey.goalState()).contains("CLEAN_STOP");
      assertThat(survey.hindrance())
          .contains("the goal state of the manager is CLEAN_STOP; start the whole cluster");
      client.setData().forPath(goal, "NORMAL".getBytes(UTF_8));
      assertThat(survey.hindrance()).isEmpty();
    }
  }
}
