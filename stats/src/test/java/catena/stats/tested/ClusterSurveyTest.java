// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import static org.assertj.core.api.Assertions.assertThat;

import catena.harness.accumulo.FakeInstance;
import catena.records.tested.Tested;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.client.AccumuloException;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who answers is told of, and who does not is named. */
@Timeout(60)
class ClusterSurveyTest {
  private final FakeInstance instance = new FakeInstance();

  private ClusterSurvey survey() {
    return new ClusterSurvey(instance.connection(), new Configuration(false));
  }

  @Test
  void configurationsAreToldAndATableThatIsNotThereHasNone() throws Exception {
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
  void whatIsNotToldIsSaidOnce() throws Exception {
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
        .startsWith("The system's configuration is not told: ")
        .contains("planted");
  }

  @Test
  void serversThatAreKnownByZooKeeperAloneAreToldAndGapsNamed() throws Exception {
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
              why ->
                  assertThat(why).startsWith("The manager does not tell the tservers' versions"));
    }
  }
}
