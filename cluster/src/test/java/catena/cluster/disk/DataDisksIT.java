// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import catena.cluster.process.Launcher;
import catena.cluster.process.PidFiles;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.ServerProcess;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks without a cluster; needs root and loop devices, and is skipped without. */
class DataDisksIT {
  private static final ServerId ONE = new ServerId(Role.DATANODE, 1);
  private static final ServerId TWO = new ServerId(Role.DATANODE, 2);

  @TempDir Path directory;

  private ClusterFiles files;
  private DataDisks disks;

  @BeforeEach
  void makeDisks() throws Exception {
    assumeThat(DiskSupport.problem()).as("disks on this machine").isEmpty();
    files = new ClusterFiles(directory);
    files.createDirectories();
    ClusterSpec spec = ClusterSpec.usual().with(Role.DATANODE, 2).withDisks(new Disks(32, true));
    disks = new DataDisks(files, spec);
    disks.ready(List.of(ONE, TWO));
  }

  @AfterEach
  void unmount() throws Exception {
    if (disks != null) {
      disks.unmount();
      assertThat(mounts()).noneMatch(line -> line.contains(directory.toString()));
      disks.unmount(); // and once more is no error
    }
  }

  private static List<String> mounts() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/mountinfo"));
  }

  private static void write(Path file, boolean sync) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      int unused = channel.write(java.nio.ByteBuffer.wrap(new byte[100_000]));
      if (sync) {
        channel.force(true);
      }
    }
  }

  @Test
  void whatWasNotSyncedIsLostAndWhatWasIsNot() throws Exception {
    Path synced = files.data(ONE).resolve("synced");
    Path unsynced = files.data(ONE).resolve("unsynced");
    Path other = files.data(TWO).resolve("unsynced");
    write(synced, true);
    write(unsynced, false);
    write(other, false);
    disks.cutPower(List.of(ONE));
    assertThat(disks.failure(ONE)).contains("Input/output error");
    assertThat(disks.failure(TWO)).as("the other keeps its power").isEmpty();
    disks.cutPower(List.of(ONE)); // it has none: nothing happens
    disks.ready(List.of(ONE));
    assertThat(disks.failure(ONE)).isEmpty();
    assertThat(synced).hasSize(100_000);
    assertThat(Files.exists(unsynced) && Files.size(unsynced) == 100_000).isFalse();
    assertThat(other).hasSize(100_000);
  }

  @Test
  void serversDieWithTheirDisks() throws Exception {
    ServerId tserver = new ServerId(Role.TSERVER, 1);
    Path log = files.data(ONE).resolve("log");
    PidFiles pids = new PidFiles(files);
    for (ServerId id : List.of(ONE, tserver)) {
      List<String> line = List.of("/bin/sh", "-c", "while :; do echo x >> " + log + "; done");
      ServerProcess process = new Launcher(files, Clock.systemUTC()).launch(id, line, Map.of());
      pids.write(id, process);
    }
    disks.cutPower(List.of(ONE, TWO, tserver));
    assertThat(pids.state(ONE)).isEqualTo(ServerState.DEAD);
    assertThat(pids.state(tserver)).isEqualTo(ServerState.DEAD);
    assertThat(disks.failure(ONE)).isPresent();
    assertThat(disks.failure(TWO)).isPresent();
  }

  @Test
  void aDiskIsMadeOnceAndMountedOnce() throws Exception {
    write(files.data(TWO).resolve("kept"), false);
    disks.ready(List.of(ONE, TWO));
    assertThat(mounts()).filteredOn(line -> line.contains(files.data(TWO).toString())).hasSize(1);
    disks.unmount();
    assertThat(files.data(TWO)).isEmptyDirectory();
    assertThat(disks.failure(TWO)).contains("it is not mounted");
    disks.ready(List.of(TWO));
    assertThat(files.data(TWO).resolve("kept")).hasSize(100_000);
    assertThat(disks.failure(ONE)).as("nobody asked for it").isPresent();
  }

  @Test
  void anImageThatWasNotFinishedIsMadeAnew() throws Exception {
    disks.unmount();
    Files.delete(files.disk(ONE));
    Files.writeString(files.disk(ONE).resolveSibling("datanode-1.ext4.new"), "half");
    disks.ready(List.of(ONE));
    assertThat(disks.failure(ONE)).isEmpty();
    assertThat(directory.resolve("data/datanode-1.ext4.new")).doesNotExist();
  }

  @Test
  void onlyDataNodesHaveOne() {
    assertThat(disks.servers()).containsExactly(ONE, TWO);
    assertThatThrownBy(() -> disks.failure(new ServerId(Role.TSERVER, 1)))
        .hasMessageContaining("tserver-1 has no disk");
  }
}
