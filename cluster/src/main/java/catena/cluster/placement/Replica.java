// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import catena.cluster.spec.InstanceVolume;
import catena.records.placement.Place;
import catena.records.placement.Tier;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * A replica of a block of Accumulo's files, as the NameNode knows it, and on which storage type.
 *
 * @param file whose block it is
 * @param volume the disks that all files of its volume are to be on; empty where Accumulo has one
 *     volume
 * @param block its id, by which DataNodes name the file of a replica
 * @param length as the NameNode knows it, bytes: of a block that is being written, it does not
 * @param storage HDFS's name of the storage type
 */
record Replica(
    Place place, String file, Optional<Tier> volume, long block, long length, String storage) {
  /**
   * All that there are now on these volumes. A file without blocks has none, and one that vanishes
   * meanwhile is not there: after a kill a write-ahead log may be empty, and old ones are removed
   * at any time.
   *
   * @throws IOException if the NameNode does not answer, or it is no HDFS
   */
  static List<Replica> list(FileSystem fs, List<InstanceVolume> volumes) throws IOException {
    if (!(fs instanceof DistributedFileSystem hdfs)) {
      throw new IOException(fs.getUri() + " is no HDFS, and has no storage types");
    }
    List<Replica> replicas = new ArrayList<>();
    for (InstanceVolume volume : volumes) {
      list(hdfs, volume, replicas);
    }
    return replicas;
  }

  private static void list(
      DistributedFileSystem hdfs, InstanceVolume volume, List<Replica> replicas)
      throws IOException {
    Deque<Path> left = new ArrayDeque<>(List.of(new Path(volume.path())));
    while (!left.isEmpty()) {
      for (FileStatus status : list(hdfs, left.pop())) {
        String path = status.getPath().toUri().getPath();
        Optional<Place> place = Place.ofPath(path.substring(volume.path().length() + 1));
        if (status.isDirectory()) {
          left.push(status.getPath());
        } else if (place.isPresent()) {
          replicas.addAll(of(place.get(), path, volume.tier(), blocks(hdfs, path)));
        }
      }
    }
  }

  private static FileStatus[] list(DistributedFileSystem hdfs, Path directory) throws IOException {
    try {
      return hdfs.listStatus(directory);
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  private static List<LocatedBlock> blocks(DistributedFileSystem hdfs, String path)
      throws IOException {
    try {
      LocatedBlocks located = hdfs.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE);
      return located == null ? List.of() : all(located);
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  /**
   * With the one that is being written, which is not among the others until its length is known.
   */
  static List<LocatedBlock> all(LocatedBlocks located) {
    List<LocatedBlock> blocks = new ArrayList<>(located.getLocatedBlocks());
    LocatedBlock last = located.getLastLocatedBlock();
    if (last != null
        && blocks.stream()
            .noneMatch(each -> each.getBlock().getBlockId() == last.getBlock().getBlockId())) {
      blocks.add(last);
    }
    return blocks;
  }

  static List<Replica> of(
      Place place, String path, Optional<Tier> volume, List<LocatedBlock> blocks) {
    List<Replica> replicas = new ArrayList<>();
    for (LocatedBlock block : blocks) {
      for (StorageType type : block.getStorageTypes()) {
        replicas.add(
            new Replica(
                place,
                path,
                volume,
                block.getBlock().getBlockId(),
                block.getBlockSize(),
                type == null ? "unknown" : type.name()));
      }
    }
    return replicas;
  }
}
