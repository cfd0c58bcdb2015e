// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.InstanceVolume;
import catena.cluster.spec.Tiers;
import catena.harness.instance.HadoopConf;
import catena.records.placement.Place;
import catena.records.placement.Tier;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The storage policies of the directories of a cluster's HDFS. */
public final class StoragePolicies {
  private StoragePolicies() {}

  /**
   * Sets them, and reads each back. The directories are made where they are missing: a file gets
   * the policy of the directory in which it is made, and keeps to it.
   *
   * @param hadoopConf the directory of Hadoop's site files
   * @throws ClusterException if one was not taken
   */
  public static void set(java.nio.file.Path hadoopConf, Tiers tiers) throws IOException {
    try (FileSystem fs = open(hadoopConf)) {
      for (Map.Entry<String, Tier> each : directories(tiers).entrySet()) {
        Path directory = new Path(each.getKey());
        String policy = each.getValue().policy();
        fs.mkdirs(directory);
        fs.setStoragePolicy(directory, policy);
        String taken = fs.getStoragePolicy(directory).getName();
        if (!taken.equals(policy)) {
          throw new ClusterException(
              "HDFS has storage policy %s for %s, and not %s".formatted(taken, directory, policy));
        }
      }
    }
  }

  /** A separate file system, which the caller closes. */
  static FileSystem open(java.nio.file.Path hadoopConf) throws IOException {
    Configuration hadoop = new HadoopConf(Optional.of(hadoopConf)).configuration();
    // What is not there is reported at once, not after the minutes of a client that has to go on.
    hadoop.setInt("ipc.client.connect.max.retries", 1);
    return FileSystem.newInstance(hadoop);
  }

  /** The directories that have their own policy, each before those within it. */
  static Map<String, Tier> directories(Tiers tiers) {
    Map<String, Tier> directories = new LinkedHashMap<>();
    for (InstanceVolume volume : InstanceVolume.of(tiers)) {
      if (volume.tier().isPresent()) {
        directories.put(volume.path(), volume.tier().get());
      } else {
        for (Place place : Place.inHdfs()) {
          for (String name : place.directories()) {
            directories.put(volume.path() + "/" + name, tiers.of(place).orElseThrow());
          }
        }
      }
    }
    return directories;
  }
}
