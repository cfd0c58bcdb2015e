// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.records.placement.Place;
import catena.records.placement.PlacedBy;
import catena.records.placement.Tier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TiersTest {
  private static Disks disks(String... wordsAndValues) {
    Disks disks = new Disks(4096, true);
    for (int i = 0; i < wordsAndValues.length; i += 2) {
      disks = disks.tiered(wordsAndValues[i], wordsAndValues[i + 1]);
    }
    return disks;
  }

  @Test
  void eachWordChangesItsOwnThing() {
    Tiers tiers =
        disks(
                "slow.write",
                "20M",
                "slow.read",
                "40M",
                "slow.iops",
                "100",
                "zookeeper.disk",
                "fast",
                "placement.wal",
                "fast",
                "placement.metadata",
                "FAST",
                "placement.tables",
                "slow")
            .tiered()
            .orElseThrow();
    assertThat(tiers)
        .isEqualTo(
            new Tiers(
                20L << 20,
                40L << 20,
                100,
                Tier.FAST,
                Tier.FAST,
                Tier.FAST,
                Tier.SLOW,
                PlacedBy.POLICIES));
    assertThat(tiers.of(Place.WAL)).contains(Tier.FAST);
    assertThat(tiers.of(Place.TABLES)).contains(Tier.SLOW);
    assertThat(tiers.of(Place.ALL)).isEmpty();
    assertThat(Tiers.WORDS).hasSize(8);
  }

  @Test
  void allIsOnSlowDisksUnlessItIsSaid() {
    Tiers tiers = disks("placement.metadata", "fast").tiered().orElseThrow();
    assertThat(tiers.limited()).isFalse();
    assertThat(tiers.wal()).isEqualTo(Tier.SLOW);
    assertThat(tiers.zookeeper()).isEqualTo(Tier.SLOW);
    assertThat(disks().tiered()).isEmpty();
    assertThat(disks().canLosePower()).isTrue();
    assertThat(disks("slow.iops", "100").canLosePower()).isFalse();
  }

  @Test
  void whatNoDiskCanBeIsRefused() {
    assertThatThrownBy(() -> disks("placement.wal", "hot")).hasMessageContaining("fast or slow");
    assertThatThrownBy(() -> disks("slow.write", "1K")).hasMessageContaining("64K");
    assertThatThrownBy(() -> disks("slow.iops", "1")).hasMessageContaining("5 operations");
    assertThatThrownBy(() -> disks("slow.fast", "1")).hasMessageContaining("no 'slow.fast'");
    ClusterSpec usual = ClusterSpec.usual();
    assertThatThrownBy(() -> usual.withDisks(Disks.NONE.tiered("placement.wal", "fast")))
        .hasMessageContaining("disks: 4G");
    ClusterSpec tiered = usual.withDisks(disks("placement.wal", "fast"));
    assertThatThrownBy(() -> tiered.with("security", "kerberos"))
        .hasMessageContaining("leave security kerberos out");
  }

  @Test
  void volumesNeedHdfsAndDisksAndSomethingToPlace() {
    assertThat(disks("placement.by", " Volumes").tiers().by()).isEqualTo(PlacedBy.VOLUMES);
    assertThatThrownBy(() -> disks("placement.by", "magic"))
        .hasMessageContaining("by policies or volumes, not by 'magic'");
    ClusterSpec usual = ClusterSpec.usual();
    assertThatThrownBy(() -> usual.withDisks(Disks.NONE.tiered("placement.by", "volumes")))
        .hasMessageContaining("disks: 4G");
    for (Disks tiered :
        List.of(Disks.NONE.tiered("placement.by", "volumes"), disks("slow.iops", "9"))) {
      assertThatThrownBy(() -> usual.with("volume", "local-raw").withDisks(tiered))
          .hasMessageContaining("with volume local-raw there is no HDFS; leave the volume out");
    }
    assertThat(Tiers.problem(Map.of("placement.by", "volumes")))
        .hasValueSatisfying(why -> assertThat(why).contains("placement.wal: fast"));
    assertThat(Tiers.problem(Map.of("placement.by", "volumes", "placement.wal", "slow"))).isEmpty();
    assertThat(Tiers.problem(Map.of("placement.by", "policies"))).isEmpty();
    assertThat(Tiers.problem(Map.of())).isEmpty();
  }

  @Test
  void thereIsAVolumeForEachKindOfDiskThatOfTheTablesFirst() {
    assertThat(InstanceVolume.of(Disks.NONE))
        .containsExactly(new InstanceVolume("/accumulo", Optional.empty()));
    assertThat(InstanceVolume.of(disks("placement.wal", "fast")))
        .containsExactly(new InstanceVolume("/accumulo", Optional.empty()));
    InstanceVolume slow = new InstanceVolume("/slow/accumulo", Optional.of(Tier.SLOW));
    InstanceVolume fast = new InstanceVolume("/fast/accumulo", Optional.of(Tier.FAST));
    assertThat(InstanceVolume.of(disks("placement.by", "volumes", "placement.wal", "fast")))
        .containsExactly(slow, fast);
    assertThat(InstanceVolume.of(disks("placement.by", "volumes", "placement.tables", "fast")))
        .containsExactly(fast, slow);
  }

  @Test
  void otherThingsOfDisksKeepThem() {
    Disks tiered = disks("placement.wal", "fast");
    assertThat(tiered.sized(8L << 30).tiers()).isEqualTo(tiered.tiers());
    assertThat(tiered.syncing(false).tiers()).isEqualTo(tiered.tiers());
  }

  @Test
  void theyAreKeptWithTheCluster() throws Exception {
    for (Disks disks :
        List.of(
            disks("slow.write", "1M", "placement.wal", "fast"),
            disks("slow.write", "1M", "placement.by", "volumes"),
            disks())) {
      String text = Json.MAPPER.writeValueAsString(disks);
      assertThat(Json.MAPPER.readValue(text, Disks.class)).isEqualTo(disks);
    }
    assertThat(Json.MAPPER.readValue("{\"megabytes\":4096,\"syncOnClose\":true}", Disks.class))
        .as("of before there were two")
        .isEqualTo(new Disks(4096, true));
    String tiers = Json.MAPPER.writeValueAsString(Tiers.USUAL);
    String before = tiers.replace(",\"by\":\"POLICIES\"", "");
    assertThat(before).isNotEqualTo(tiers);
    assertThat(Json.MAPPER.readValue(before, Tiers.class))
        .as("of before there was a choice")
        .isEqualTo(Tiers.USUAL);
  }
}
