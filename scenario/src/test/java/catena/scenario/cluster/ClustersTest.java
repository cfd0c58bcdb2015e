// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.NodeLimits;
import catena.cluster.spec.Tiers;
import catena.cluster.spec.Volume;
import catena.records.placement.PlacedBy;
import catena.records.server.Role;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClustersTest {
  private static ClusterSpec spec(Map<String, String> words) {
    Problems problems = new Problems();
    ClusterSpec spec = Clusters.spec("x.yaml", words, problems);
    problems.throwIfAny();
    return spec;
  }

  @Test
  void serversAreSpreadOverHostsUnlessTheirNumberIsGiven() {
    ClusterSpec spec = spec(Map.of("hosts", "3", "datanode", "2"));
    assertThat(spec.hosts()).isEqualTo(3);
    assertThat(spec.number(Role.TSERVER)).isEqualTo(3);
    assertThat(spec.number(Role.DATANODE)).isEqualTo(2);
  }

  @Test
  void theVolumeAndThePatienceAreTheScenarios() {
    ClusterSpec spec = spec(Map.of("volume", "local-checksummed", "zookeeper.timeout", "20s"));
    assertThat(spec.volume()).isEqualTo(Volume.LOCAL_CHECKSUMMED);
    assertThat(spec.number(Role.DATANODE)).isZero();
    assertThat(spec.zookeeperTimeout()).isEqualTo(Duration.ofSeconds(20));
  }

  private static void assertRefused(Map<String, String> wrong, String why) {
    assertThatThrownBy(() -> spec(wrong))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(why);
  }

  @Test
  void theDisksAndWhetherTheySyncAreTheScenarios() {
    assertThat(spec(Map.of("disks", "4G")).disks()).isEqualTo(new Disks(4096, true));
    assertThat(spec(Map.of("disks", "3072M", "sync.on.close", "false")).disks())
        .isEqualTo(new Disks(3072, false));
    assertThat(spec(Map.of()).disks()).isEqualTo(Disks.NONE);
    for (Map<String, String> wrong :
        List.of(
            Map.of("disks", "much"),
            Map.of("disks", "0"),
            Map.of("sync.on.close", "perhaps"),
            Map.of("disks", "4G", "volume", "local-raw"),
            Map.of("disks", "4G", "hosts", "2"))) {
      assertRefused(wrong, "x.yaml: cluster");
    }
  }

  @Test
  void whatIsOnFastDisksIsTheScenarios() {
    Map<String, String> words =
        Map.of(
            "disks", "4G", "slow.write", "20M", "placement.wal", "fast", "zookeeper.disk", "fast");
    assertThat(spec(words).disks())
        .isEqualTo(
            new Disks(
                4096,
                true,
                Tiers.USUAL
                    .with("slow.write", "20M")
                    .with("placement.wal", "fast")
                    .with("zookeeper.disk", "fast")));
    for (Map<String, String> wrong :
        List.of(
            Map.of("placement.wal", "fast"),
            Map.of("disks", "4G", "placement.wal", "hot"),
            Map.of("disks", "4G", "slow.iops", "many"),
            Map.of("disks", "4G", "slow.read", "1"))) {
      assertRefused(wrong, "x.yaml: cluster");
    }
  }

  @Test
  void byWhatDataComesToFastDisksIsTheScenarios() {
    Map<String, String> words =
        Map.of("disks", "4G", "placement.by", "volumes", "placement.wal", "fast");
    assertThat(spec(words).disks().tiers().by()).isEqualTo(PlacedBy.VOLUMES);
    assertRefused(
        Map.of("disks", "4G", "placement.by", "volumes"),
        "x.yaml: cluster.placement.by: two volumes need fast and slow disks, of which nothing is"
            + " said; say what is on which, such as placement.wal: fast");
    assertRefused(
        Map.of("placement.by", "volumes", "placement.wal", "fast"),
        "cluster: slow.…, placement.… and zookeeper.disk are of two disks for each"
            + " DataNode; give their size, too");
    assertRefused(
        Map.of("volume", "local-raw", "placement.by", "volumes", "placement.wal", "fast"),
        "with volume local-raw there is no HDFS; leave the volume out");
    assertRefused(
        Map.of("disks", "4G", "placement.by", "luck", "placement.wal", "fast"),
        "cluster.placement.by: data is placed by policies or volumes, not by 'luck'");
  }

  @Test
  void whatNodesHaveToThemselvesIsTheScenarios() {
    assertThat(spec(Map.of("node.cpu", "0.2", "node.memory", "1G", "clients.cpu", "0.5")).nodes())
        .isEqualTo(new NodeLimits(0.2, 1L << 30, 0, 0.5));
    assertThat(spec(Map.of("node.cpu", "0")).nodes()).isEqualTo(NodeLimits.UNLIMITED);
    assertRefused(
        Map.of("node.cpu", "0.01"), "x.yaml: cluster.node.cpu: a number of cores is 0.05");
    assertRefused(Map.of("node.net", "fast"), "x.yaml: cluster.node.net: ");
  }

  @Test
  void propertiesOfAccumuloAreTheScenarios() {
    assertThat(spec(Map.of("site.tserver.memory.maps.max", "10M")).site())
        .isEqualTo(Map.of("tserver.memory.maps.max", "10M"));
    for (Map<String, String> wrong :
        List.of(
            Map.of("site.tserver.memory.map", "10M"), Map.of("site.gc.cycle.delay", "tomorrow"))) {
      assertRefused(wrong, "x.yaml: cluster.site.");
    }
  }

  @Test
  void theAccumuloUnderTestIsTheScenarios() {
    assertThat(spec(Map.of("accumulo", "rc/accumulo-2.1.5")).ownAccumulo())
        .contains(Path.of("rc/accumulo-2.1.5").toAbsolutePath());
    assertThat(spec(Map.of()).ownAccumulo()).isEmpty();
    assertRefused(Map.of("accumulo", " "), "cluster.accumulo: name the directory");
  }

  @Test
  void serversHaveTheAgentWhereItSaysSoAndNoDefectsCanBeAskedFor() {
    assertThat(spec(Map.of()).instrument()).isFalse();
    assertThat(spec(Map.of("instrument", "true")).instrument()).isTrue();
    assertRefused(Map.of("instrument", "perhaps"), "cluster.instrument: ");
    assertRefused(Map.of("mutant", "mem-drop"), "there is no role 'mutant'");
  }

  @Test
  void aRunThatIsBrokenOffPrintsHowToCarryOn() {
    Path properties = Path.of("/r/cluster/accumulo-client.properties");
    assertThat(Clusters.onwards(properties, "/r", false, true))
        .containsExactly(
            "Its data is kept. To carry on:",
            "  bin/catena cluster start --dir /r/cluster",
            "  bin/catena ingest -c /r/cluster/accumulo-client.properties --resume /r",
            "  bin/catena verify -c /r/cluster/accumulo-client.properties /r");
    assertThat(Clusters.onwards(properties, "/r", false, false))
        .hasSize(3)
        .noneMatch(line -> line.contains("--resume"));
    assertThat(Clusters.onwards(properties, "/r", true, true))
        .containsExactly(
            "Its data is kept. To inspect it:", "  bin/catena cluster start --dir /r/cluster");
  }

  @Test
  void whatCannotBeIsSaidAtOnce() {
    Map<String, String> words =
        Map.of(
            "hosts",
            "99",
            "tablet",
            "1",
            "tserver",
            "some",
            "volume",
            "tape",
            "zookeeper.timeout",
            "1s");
    assertThatThrownBy(() -> spec(words))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("1 to 32 hosts, not 99")
        .hasMessageContaining("x.yaml: cluster: there is no role 'tablet'; write ")
        .hasMessageContaining("cluster.tserver: 'some' is no number")
        .hasMessageContaining("there is no volume 'tape'; there are hdfs")
        .hasMessageContaining(
            "x.yaml: cluster: the ZooKeeper time-out must be 4 s to 40 s, not PT1S");
  }
}
