// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.records.server.Role;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceTest {
  private static final long MEBI = 1L << 20;
  private static final Path PLACE = Path.of("/c");

  @Test
  void tooLittleRoomIsSaidInNumbersAndEnoughIsNot() {
    ClusterSpec usual = ClusterSpec.usual();
    assertThat(ClusterSetup.DiskSpace.problem(PLACE, 40 * MEBI, usual))
        .contains(
            "a cluster in /c needs 2.4 GiB of disk space to start, and 40.0 MiB are free;"
                + " make room, or choose another directory");
    assertThat(
            ClusterSetup.DiskSpace.problem(PLACE, ClusterSetup.DiskSpace.needed(usual) - 1, usual))
        .isPresent();
    assertThat(ClusterSetup.DiskSpace.problem(PLACE, ClusterSetup.DiskSpace.needed(usual), usual))
        .isEmpty();
  }

  @Test
  void everyLogHasItsBlockOnEachOfItsDataNodes() {
    ClusterSpec usual = ClusterSpec.usual();
    long one =
        ClusterSetup.DiskSpace.needed(usual.with(Role.TSERVER, 3))
            - ClusterSetup.DiskSpace.needed(usual);
    long two =
        ClusterSetup.DiskSpace.needed(usual.with(Role.DATANODE, 2).with(Role.TSERVER, 3))
            - ClusterSetup.DiskSpace.needed(usual.with(Role.DATANODE, 2));
    assertThat(one).isGreaterThanOrEqualTo(256 * MEBI);
    assertThat(two).isEqualTo(2 * one);
    assertThat(ClusterSetup.DiskSpace.needed(usual.with("volume", "local-raw")))
        .isLessThan(ClusterSetup.DiskSpace.needed(usual));
  }

  @Test
  void aLogIsAsLargeAsTheSiteHasIt() {
    ClusterSpec two = ClusterSpec.usual().with(Role.DATANODE, 2);
    ClusterSpec large = two.with("site.tserver.wal.max.size", "1G");
    assertThat(ClusterSetup.DiskSpace.needed(large) - ClusterSetup.DiskSpace.needed(two))
        .isCloseTo(4 * 4 * 768 * MEBI * 11 / 10, within(MEBI));
    assertThat(ClusterSetup.DiskSpace.tooSmall(large.withDisks(new Disks(3072, true)))).isPresent();
    assertThat(
            ClusterSetup.DiskSpace.tooSmall(
                two.with("site.tserver.wal.max.size", "64M").withDisks(new Disks(1024, true))))
        .isEmpty();
  }

  @Test
  void aDiskToItselfMustTakeTheLogsOfTheTservers() {
    ClusterSpec two = ClusterSpec.usual().with(Role.DATANODE, 2);
    assertThat(ClusterSetup.DiskSpace.tooSmall(two.withDisks(new Disks(2000, true))))
        .contains(
            "a disk of 2.0 GiB is too small for the logs of 2 tservers; each needs 2.3 GiB at"
                + " least");
    assertThat(ClusterSetup.DiskSpace.tooSmall(two.withDisks(new Disks(3072, true)))).isEmpty();
    assertThat(
            ClusterSetup.DiskSpace.tooSmall(
                two.with(Role.TSERVER, 3).withDisks(new Disks(3072, true))))
        .isPresent();
  }

  @Test
  void theDiskIsThatOfTheNearestDirectoryThatIsThere(@TempDir Path directory) throws Exception {
    long free = directory.toFile().getUsableSpace();
    int tservers = 64;
    ClusterSpec greedy = ClusterSpec.usual().with(Role.DATANODE, 2).with(Role.TSERVER, tservers);
    assertThat(ClusterSetup.DiskSpace.problem(directory.resolve("not/yet"), greedy).isPresent())
        .isEqualTo(free < ClusterSetup.DiskSpace.needed(greedy));
  }
}
