// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.local.ClusterSetup;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterSpecTest {
  @Test
  void usualClusterHasOneOfEachNeededAndTwoTservers() {
    assertThat(ClusterSpec.usual().ids())
        .extracting(ServerId::toString)
        .containsExactly(
            "namenode-1",
            "datanode-1",
            "zookeeper-1",
            "manager-1",
            "tserver-1",
            "tserver-2",
            "gc-1",
            "monitor-1");
  }

  @Test
  void serversAreOnTheHostsThatTheClusterIsSpreadOver() {
    assertThat(ClusterSpec.usual().hosted()).isEmpty();
    Map<String, List<ServerId>> hosted = ClusterSpec.usual().with("hosts", 2).hosted();
    assertThat(hosted.get("host-2"))
        .containsExactlyInAnyOrder(new ServerId(Role.TSERVER, 2), new ServerId(Role.DATANODE, 2));
    assertThat(hosted.get("zookeeper")).containsExactly(new ServerId(Role.ZOOKEEPER, 1));
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    ClusterSpec usual = ClusterSpec.usual();
    Map<Role, Integer> wrong = Map.of(Role.TSERVER, -1, Role.COMPACTOR, 1, Role.ZOOKEEPER, 1);
    assertThatThrownBy(
            () ->
                new ClusterSpec(
                    wrong,
                    usual.volume(),
                    Duration.ofSeconds(1),
                    Map.of(),
                    99,
                    "",
                    null,
                    new Disks(1, true),
                    false,
                    null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 to 64 of tserver, not -1")
        .hasMessageContaining("at least one manager")
        .hasMessageContaining("compactors need a coordinator")
        .hasMessageContaining("HDFS needs a namenode")
        .hasMessageContaining("4 s to 40 s")
        .hasMessageContaining("1 to 32 hosts, not 99")
        .hasMessageContaining("disks or hosts, not both");
  }

  @Test
  void yarnNeedsHdfs() {
    ClusterSpec local = ClusterSpec.usual().with("volume", "local-raw");
    assertThat(local.ids()).extracting(ServerId::role).doesNotContain(Role.NAMENODE);
    assertThatThrownBy(local::withYarn).hasMessageContaining("YARN needs HDFS");
  }

  @Test
  void withKerberosThereIsAKdcThatStartsFirst() {
    ClusterSpec kerberos = ClusterSpec.usual().with("security", "kerberos");
    assertThat(kerberos.ids()).first().hasToString("kdc-1");
    assertThat(kerberos.with("security", "tls").ids())
        .isEqualTo(ClusterSpec.usual().with("security", "tls").ids());
    assertThatThrownBy(() -> kerberos.with(Role.KDC, 0)).hasMessageContaining("a kdc goes with");
    assertThatThrownBy(() -> ClusterSpec.usual().with(Role.KDC, 1))
        .hasMessageContaining("a kdc goes with");
    assertThatThrownBy(() -> kerberos.with("hosts", 2)).hasMessageContaining("leave hosts out");
    assertThat(kerberos.withYarn().ids()).extracting(ServerId::role).contains(Role.NODEMANAGER);
  }

  @Test
  void existingClusterMayGrowAndNotShrink() {
    ClusterSpec two = ClusterSpec.usual();
    ClusterSpec three = two.with(Role.TSERVER, 3);
    ClusterSetup.checkGrowth(two, three);
    assertThatThrownBy(() -> ClusterSetup.checkGrowth(three, two))
        .hasMessageContaining("has 3 of tserver and cannot shrink to 2");
    assertThatThrownBy(() -> ClusterSetup.checkGrowth(two, two.with("volume", "local-raw")))
        .hasMessageContaining("data is on hdfs");
  }

  @Test
  void recordSurvivesItsFile(@TempDir Path directory) throws Exception {
    ClusterSpec spec = ClusterSpec.usual().withYarn().with("site.gc.cycle.delay", "9s");
    ClusterRecord record =
        new ClusterRecord(
            "i",
            "p",
            "s",
            spec,
            Map.of("namenode-1", Map.of("rpc", 9)),
            new Network("n", 3, 2, true));
    Path file = directory.resolve("cluster.json");
    Json.write(file, record);
    assertThat(Json.read(file, ClusterRecord.class)).isEqualTo(record);
  }
}
