// SPDX-License-Identifier: Apache-2.0
package catena.stats.tested;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.server.Role;
import catena.records.tested.Tested.Server;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;

class ZooKeeperServersTest {
  private static final Server SERVER = Server.at(Role.ZOOKEEPER, "h:2181", false);

  @Test
  void aRealServerReportsItsVersionAndBuild() throws Exception {
    try (TestingServer zookeeper = new TestingServer()) {
      Server named = ClusterSurvey.zookeepers(zookeeper.getConnectString()).get(0);
      Server asked = ClusterSurvey.asked(named, Duration.ofSeconds(10));
      assertThat(asked.version()).contains(org.apache.zookeeper.Version.getVersion());
      assertThat(asked.build()).contains(org.apache.zookeeper.Version.getRevisionHash());
      assertThat(asked.jvm()).isEmpty();
    }
  }

  @Test
  void aConnectionStringNamesItsServers() {
    assertThat(ClusterSurvey.zookeepers("a, b:2182,[::1]:2183/accumulo/x"))
        .extracting(Server::address)
        .containsExactly("a:2181", "b:2182", "[::1]:2183");
  }

  @Test
  void versionsOfSeveralFormsAreParsed() throws Exception {
    Server released =
        ClusterSurvey.parsed(
            SERVER,
            "Zookeeper version: 3.9.3-c26634f34490bb0ea7a09cc51e05ede3b4e320ee, built on 2024\n");
    assertThat(released.version()).contains("3.9.3");
    assertThat(released.build()).contains("c26634f34490bb0ea7a09cc51e05ede3b4e320ee");
    Server early = ClusterSurvey.parsed(SERVER, "Zookeeper version: 3.5.0-alpha, built on x\n");
    assertThat(early.version()).contains("3.5.0-alpha");
    assertThat(early.build()).isEqualTo(Optional.empty());
  }

  @Test
  void anAnswerWithoutAVersionIsRefused() {
    assertThatThrownBy(
            () ->
                ClusterSurvey.parsed(
                    SERVER, "srvr is not executed because it is not in the whitelist.\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not in the whitelist");
    assertThatThrownBy(() -> ClusterSurvey.parsed(SERVER, ""))
        .hasMessageContaining("without an answer");
  }
}
