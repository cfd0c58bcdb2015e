// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import catena.cluster.process.ControlGroups;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks with a limit that is only written down; needs root, and is skipped without. */
class DataDisksTest {
  private static final List<ServerId> BOTH =
      List.of(new ServerId(Role.DATANODE, 1), new ServerId(Role.DATANODE, 2));

  @TempDir private Path directory;
  private Path groups;
  private ClusterFiles files;

  @BeforeEach
  void needsDisks() throws Exception {
    assumeThat(DiskSupport.problem()).as("disks on this machine").isEmpty();
    groups = Files.createDirectory(directory.resolve("groups"));
    files = new ClusterFiles(directory.resolve("cluster"));
    files.createDirectories();
  }

  /** What a process of some group does with the same disks. */
  private DataDisks disks(String group) {
    ClusterSpec spec =
        ClusterSpec.usual()
            .with(Role.DATANODE, 2)
            .withDisks(new Disks(16, true).tiered("slow.write", "1M"));
    List<String> mounts = List.of("30 22 0:26 / " + groups + " rw - cgroup cgroup rw,blkio");
    List<String> own = List.of("7:blkio:" + group);
    return new DataDisks(
        files, spec, (name, kept) -> IoThrottle.of(new ControlGroups(mounts, own), name, kept));
  }

  private void assertNothingIsMounted() throws IOException {
    assertThat(Files.readString(Path.of("/proc/self/mountinfo")))
        .doesNotContain(directory.toString());
  }

  @Test
  void whatCannotBeLiftedIsUnmountedAllTheSame() throws Exception {
    DataDisks disks = disks("/");
    disks.ready(BOTH);
    Path limit = groups.resolve("blkio.throttle.write_bps_device");
    assertThat(limit).content().endsWith(" 1048576");
    Files.delete(limit);
    Files.createDirectory(limit); // nobody can write it any more
    try {
      assertThatThrownBy(disks::unmount)
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("blkio.throttle.write_bps_device")
          .satisfies(e -> assertThat(e.getSuppressed()).as("those of four disks").hasSize(3));
      assertNothingIsMounted();
    } finally {
      Files.delete(limit);
      disks.unmount();
    }
    assertNothingIsMounted();
  }

  /** A person starts the cluster in one group, and stops it in another. */
  @Test
  void aLimitIsLiftedInTheGroupInWhichItWasSet() throws Exception {
    Path started = Files.createDirectory(groups.resolve("started"));
    Files.createDirectory(groups.resolve("stopped"));
    disks("/started").ready(BOTH);
    Path limit = started.resolve("blkio.throttle.write_bps_device");
    assertThat(limit).content().endsWith(" 1048576");
    disks("/stopped").unmount();
    assertThat(limit).content().endsWith(" 0");
    assertThat(files.limits()).doesNotExist();
    assertNothingIsMounted();
  }
}
