// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterRecord;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Disks;
import catena.cluster.spec.InstanceVolume;
import catena.cluster.spec.Json;
import catena.harness.activity.CallerContext;
import catena.harness.activity.Companion;
import catena.harness.activity.LocalFiles;
import catena.harness.activity.PartEnvironment;
import catena.harness.activity.RunContext;
import catena.harness.fixture.NoCluster;
import catena.records.run.RunDirectory;
import catena.records.settings.Settings;
import catena.records.threads.StopSignal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementCompanionTest {
  @TempDir private Path directory;

  private Companion.Attendance attend(CallerContext given) throws Exception {
    PlacementCompanion companion = new PlacementCompanion();
    try (RunDirectory run =
        RunDirectory.at(directory.resolve("run").toString(), new Configuration(false))) {
      PartEnvironment site = NoCluster.named(OutputStream.nullOutputStream(), given);
      return companion.attend(
          new RunContext("run", site, run, null, Optional.empty(), new StopSignal()),
          Settings.resolve(companion.settings(), List.of()));
    }
  }

  private CallerContext cluster(ClusterSpec spec) throws IOException {
    ClusterFiles files = new ClusterFiles(directory.resolve("cluster"));
    files.createDirectories();
    Json.write(files.cluster(), new ClusterRecord("i", "password", "secret", spec, Map.of(), null));
    return CallerContext.of(new LocalFiles(files.root(), files.hadoopConf()));
  }

  @Test
  void whereDisksAreOfOneKindThereIsNothingToSample() throws Exception {
    assertThat(attend(CallerContext.NOTHING)).isSameAs(Companion.Attendance.NONE);
    ClusterSpec spec = ClusterSpec.usual().withDisks(new Disks(4096, true));
    assertThat(attend(cluster(spec))).isSameAs(Companion.Attendance.NONE);
    assertThat(directory.resolve("run/placement.csv")).doesNotExist();
  }

  @Test
  void whatIsNoHdfsProvesNothing() throws Exception {
    try (FileSystem local = new RawLocalFileSystem()) {
      local.initialize(java.net.URI.create("file:///"), new Configuration(false));
      assertThatThrownBy(() -> Replica.list(local, InstanceVolume.of(Disks.NONE)))
          .hasMessageContaining("is no HDFS");
    }
  }

  @Test
  void aDiskThatIsNotMountedIsNoEmptyOne() throws Exception {
    ClusterSpec spec =
        ClusterSpec.usual().withDisks(new Disks(4096, true).tiered("placement.wal", "fast"));
    ClusterFiles files = new ClusterFiles(directory.resolve("cluster"));
    assertThatThrownBy(() -> DiskFiles.list(files, spec))
        .isInstanceOf(IOException.class)
        .hasMessage("the fast disk of datanode-1 is not mounted");
  }
}
