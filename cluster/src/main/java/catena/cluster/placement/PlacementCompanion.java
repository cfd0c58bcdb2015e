// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.InstanceVolume;
import catena.cluster.spec.Tiers;
import catena.harness.activity.Companion;
import catena.harness.activity.RunContext;
import catena.records.placement.Prices;
import catena.records.run.AppendFile;
import catena.records.settings.Setting;
import catena.records.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.fs.FileSystem;

/** The record of where the data is, of a local cluster whose DataNodes have two disks. */
public final class PlacementCompanion implements Companion {
  /** Between two checks on which disks data is. */
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  /** How long the first and the last check may take until they succeed. */
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Override
  public String name() {
    return "placement";
  }

  @Override
  public List<Setting<?>> settings() {
    return Prices.settings();
  }

  @Override
  public Attendance attend(RunContext run, Settings whole)
      throws IOException, InterruptedException {
    Optional<ClusterFiles> files = ClusterFiles.of(run);
    if (files.isEmpty()) {
      return Attendance.NONE;
    }
    ClusterSpec spec = files.get().spec();
    return spec.disks().tiered().isEmpty()
        ? Attendance.NONE
        : attend(run, files.get(), spec, spec.disks().tiered().get());
  }

  private static Attendance attend(
      RunContext run, ClusterFiles files, ClusterSpec spec, Tiers tiers)
      throws IOException, InterruptedException {
    FileSystem hdfs = StoragePolicies.open(files.hadoopConf());
    PlacementWatch watch;
    try {
      AppendFile file = run.directory().append(run.directory().placement());
      FailableSupplier<PlacementLook, IOException> look =
          () ->
              PlacementLook.of(
                  run.clock().millis(),
                  Replica.list(hdfs, InstanceVolume.of(tiers)),
                  DiskFiles.list(files, spec),
                  tiers);
      watch = new PlacementWatch(look, file, hdfs, INTERVAL, LIMIT);
    } catch (IOException | RuntimeException e) {
      hdfs.close();
      throw e;
    }
    watch.begin();
    return watch;
  }
}
