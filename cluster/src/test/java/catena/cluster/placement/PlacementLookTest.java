// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;

import catena.cluster.placement.PlacementCompanion.PlacementLook;
import catena.cluster.spec.Tiers;
import catena.records.placement.Place;
import catena.records.placement.PlacedBy;
import catena.records.placement.PlacementSample;
import catena.records.placement.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementLookTest {
  private static final Tiers WAL_FAST = Tiers.USUAL.with("placement.wal", "fast");

  @TempDir private Path directory;

  @BeforeEach
  void disks() throws IOException {
    write("fast/blocks/current/rbw/blk_11", 700);
    write("fast/blocks/current/rbw/blk_11_1001.meta", 7);
    write("slow/blocks/current/finalized/blk_12", 300);
    write("slow/zookeeper/version-2/log.1", 50);
  }

  private void write(String name, int bytes) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[bytes]);
  }

  private DiskFiles files() throws IOException {
    DiskFiles found = new DiskFiles();
    for (Tier tier : Tier.values()) {
      Path disk = directory.resolve(tier.word());
      found.walk(tier, disk, disk.resolve("zookeeper"));
    }
    return found;
  }

  private static Replica wal(String storage) {
    return new Replica(Place.WAL, "/accumulo/wal/t/1", Optional.empty(), 11, 0, storage);
  }

  private static PlacementSample of(PlacementLook look, Place place, Tier tier) {
    return look.samples().stream()
        .filter(each -> each.place() == place && each.tier() == tier)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsWhereItWasAskedForIsCounted() throws IOException {
    Replica table =
        new Replica(Place.TABLES, "/accumulo/tables/1/A.rf", Optional.empty(), 12, 300, "DISK");
    PlacementLook look = PlacementLook.of(5, List.of(wal("SSD"), table), files(), WAL_FAST);
    assertThat(look.wrong()).isEmpty();
    assertThat(of(look, Place.WAL, Tier.FAST))
        .as("a log that is written is as long as its file on the disk")
        .isEqualTo(
            new PlacementSample(
                5, Place.WAL, Tier.FAST, Optional.of(Tier.FAST), 1, 700, PlacedBy.POLICIES));
    assertThat(of(look, Place.TABLES, Tier.SLOW).bytes()).isEqualTo(300);
    assertThat(of(look, Place.ZOOKEEPER, Tier.SLOW).bytes()).isEqualTo(50);
    assertThat(of(look, Place.ALL, Tier.FAST).bytes()).isEqualTo(707);
    assertThat(of(look, Place.ALL, Tier.SLOW).bytes()).isEqualTo(350);
  }

  @Test
  void whatIsElsewhereIsNamed() throws IOException {
    PlacementLook look = PlacementLook.of(5, List.of(wal("SSD"), wal("DISK")), files(), WAL_FAST);
    assertThat(look.wrong())
        .singleElement()
        .asString()
        .contains("1 replicas of wal", "asked for on fast disks", "/accumulo/wal/t/1 on DISK");
    PlacementLook strange = PlacementLook.of(5, List.of(wal("ARCHIVE")), files(), WAL_FAST);
    assertThat(strange.wrong()).singleElement().asString().contains("on ARCHIVE");
  }

  private static Replica table(Tier volume, String storage) {
    String file = "/" + volume.word() + "/accumulo/tables/1/A.rf";
    return new Replica(Place.TABLES, file, Optional.of(volume), 12, 300, storage);
  }

  @Test
  void aFileOnTheOtherVolumeIsNamedWhateverDiskItIsOn() throws IOException {
    Tiers tiers = WAL_FAST.with("placement.by", "volumes");
    PlacementLook right =
        PlacementLook.of(5, List.of(wal("SSD"), table(Tier.SLOW, "DISK")), files(), tiers);
    assertThat(right.wrong()).isEmpty();
    assertThat(right.samples()).allMatch(each -> each.by() == PlacedBy.VOLUMES);
    for (String storage : List.of("SSD", "DISK")) {
      assertThat(PlacementLook.of(5, List.of(table(Tier.FAST, storage)), files(), tiers).wrong())
          .singleElement()
          .asString()
          .contains(
              "1 replicas of tables",
              "asked for on the slow volume",
              "/fast/accumulo/tables/1/A.rf on " + storage,
              "table.custom.volume.preferred");
    }
    assertThat(PlacementLook.of(5, List.of(table(Tier.SLOW, "SSD")), files(), tiers).wrong())
        .as("the chooser chose well, and HDFS did not keep the policy")
        .singleElement()
        .asString()
        .contains("asked for on slow disks", "/slow/accumulo/tables/1/A.rf on SSD");
  }

  @Test
  void filesOfZookeeperAreCheckedOnBothDisks() throws IOException {
    Tiers tiers = Tiers.USUAL.with("zookeeper.disk", "fast");
    assertThat(PlacementLook.of(5, List.of(), files(), tiers).wrong())
        .containsExactlyInAnyOrder(
            "placement: ZooKeeper was asked for on the fast disk and has files on the slow one",
            "placement: ZooKeeper was asked for on the fast disk and has no file there");
    assertThat(PlacementLook.of(5, List.of(), files(), Tiers.USUAL).wrong()).isEmpty();
  }

  private static LocatedBlock block(long id, long length, StorageType... types) {
    DatanodeInfo nobody =
        new DatanodeInfo.DatanodeInfoBuilder()
            .setIpAddr("127.0.0.1")
            .setHostName("localhost")
            .setDatanodeUuid("u")
            .build();
    DatanodeInfoWithStorage[] places = new DatanodeInfoWithStorage[types.length];
    for (int i = 0; i < types.length; i++) {
      places[i] = new DatanodeInfoWithStorage(nobody, "s" + i, types[i]);
    }
    String[] ids = new String[types.length];
    java.util.Arrays.fill(ids, "s");
    ExtendedBlock block = new ExtendedBlock("pool", id, length, 1);
    return new LocatedBlock(block, places, ids, types, 0, false, null);
  }

  @Test
  void aStorageTypeThatTheNameNodeDoesNotSayIsUnknown() {
    List<LocatedBlock> blocks = List.of(block(1, 10, StorageType.SSD, null));
    assertThat(Replica.of(Place.WAL, "/f", Optional.empty(), blocks))
        .extracting(Replica::storage)
        .containsExactly("SSD", "unknown");
  }

  @Test
  void aBlockThatIsBeingWrittenIsOneOfTheFile() {
    LocatedBlock done = block(1, 10, StorageType.SSD, StorageType.DISK);
    LocatedBlock open = block(2, 0, StorageType.SSD);
    LocatedBlocks growing = new LocatedBlocks(10, true, List.of(done), open, false, null, null);
    assertThat(Replica.of(Place.WAL, "/f", Optional.empty(), Replica.all(growing)))
        .extracting(Replica::block, Replica::storage)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(1L, "SSD"),
            org.assertj.core.groups.Tuple.tuple(1L, "DISK"),
            org.assertj.core.groups.Tuple.tuple(2L, "SSD"));
    LocatedBlocks closed = new LocatedBlocks(10, false, List.of(done), done, true, null, null);
    assertThat(Replica.all(closed)).hasSize(1);
    LocatedBlocks empty = new LocatedBlocks(0, true, List.of(), null, false, null, null);
    assertThat(Replica.all(empty)).isEmpty();
  }
}
