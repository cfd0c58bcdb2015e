// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.accumulo.FakeInstance;
import catena.records.server.Role;
import catena.records.tested.Tested;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who answers is told of, and who does not is named. */
@Timeout(60)
class ClusterSurveyTest {
  private final FakeInstance instance = new FakeInstance();

  private ClusterSurvey survey() {
    return new ClusterSurvey(
        instance.connection(), new Configuration(false), Duration.ofSeconds(10));
  }

  @Test
  void configurationsAreReturnedAndATableThatIsNotThereHasNone() throws Exception {
    instance.table("t").properties.put("table.durability", "log");
    ClusterSurvey survey = survey();
    assertThat(survey.system()).isEqualTo(instance.system);
    assertThat(survey.table("t"))
        .containsEntry("table.durability", "log")
        .containsEntry("table.split.threshold", "1G");
    assertThat(survey.table("other")).isEmpty();
    assertThat(survey.unknown()).isEmpty();
  }

  @Test
  void whatIsUnknownIsReportedOnce() throws Exception {
    instance.fails(
        "getSystemConfiguration",
        new AccumuloException("planted"),
        new AccumuloException("planted"));
    ClusterSurvey survey = survey();
    assertThat(survey.system()).isEmpty();
    assertThat(survey.system()).isEmpty();
    assertThat(survey.unknown())
        .singleElement()
        .asString()
        .startsWith("The system's configuration is not known: ")
        .contains("planted");
  }

  @Test
  void serversThatOnlyZooKeeperKnowsAreListedAndGapsNamed() throws Exception {
    try (TestingServer zooKeeper = new TestingServer()) {
      instance.zooKeeper(zooKeeper.getConnectString());
      ClusterSurvey survey = survey();
      List<Tested.Server> servers = survey.servers(Map.of());
      assertThat(servers)
          .filteredOn(server -> server.role().equals("zookeeper"))
          .singleElement()
          .satisfies(server -> assertThat(server.address()).endsWith(":" + zooKeeper.getPort()));
      assertThat(survey.unknown())
          .anySatisfy(
              why -> assertThat(why).startsWith("The manager does not say the tservers' versions"));
    }
  }

  private static void put(TestingServer server, String path, String text) throws Exception {
    try (CuratorFramework client =
        CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryOneTime(100))) {
      client.start();
      client.create().creatingParentsIfNeeded().forPath(path, text.getBytes(UTF_8));
    }
  }

  /** Servers of other machines, of which nothing but their lock is known. */
  @Test
  void whoHoldsALockIsAServerAndWhoWaitsForItIsStandingBy() throws Exception {
    try (TestingServer zooKeeper = new TestingServer()) {
      instance.zooKeeper(zooKeeper.getConnectString());
      String lock = "/zlock#f4755fbe-1c9e-40b3-8458-03abaf950d7e#000000000";
      put(zooKeeper, "/accumulo/instances/fake", "ID");
      put(zooKeeper, "/accumulo/ID/managers/lock" + lock + "0", "192.0.2.1:9999");
      put(zooKeeper, "/accumulo/ID/managers/lock" + lock + "1", "192.0.2.2:9999");
      put(zooKeeper, "/accumulo/ID/tservers/192.0.2.3:9997" + lock + "0", "x");
      put(zooKeeper, "/accumulo/ID/tservers/192.0.2.4:9997" + lock + "0", "x");
      ClusterSurvey survey = survey();

      assertThat(survey.servers(Map.of()))
          .filteredOn(server -> !server.role().equals("zookeeper"))
          .containsExactlyInAnyOrder(
              Tested.Server.at(Role.MANAGER, "192.0.2.1:9999", false),
              Tested.Server.at(Role.MANAGER, "192.0.2.2:9999", true),
              Tested.Server.at(Role.TSERVER, "192.0.2.3:9997", false),
              Tested.Server.at(Role.TSERVER, "192.0.2.4:9997", false));
      String gap = " this is not known: the version and the JVM;";
      assertThat(survey.unknown())
          .anySatisfy(
              why ->
                  assertThat(why)
                      .startsWith("Of some or all 2 servers of role tserver" + gap)
                      .endsWith("only a process of this machine can be inspected"))
          .noneSatisfy(why -> assertThat(why).startsWith("Accumulo's servers are not known"));
    }
  }

  @Test
  void whereTheInstanceIsNotInZooKeeperItsServersAreNotKnown() throws Exception {
    try (TestingServer zooKeeper = new TestingServer()) {
      instance.zooKeeper(zooKeeper.getConnectString());
      ClusterSurvey survey = survey();
      assertThat(survey.servers(Map.of()))
          .extracting(Tested.Server::role)
          .containsExactly("zookeeper");
      assertThat(survey.unknown())
          .anySatisfy(why -> assertThat(why).startsWith("Accumulo's servers are not known: "));
    }
  }
}
