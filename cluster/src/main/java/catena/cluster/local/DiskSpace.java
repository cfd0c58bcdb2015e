// SPDX-License-Identifier: Apache-2.0
package catena.cluster.local;

import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Volume;
import catena.records.server.Role;
import catena.records.words.Amounts;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether there is room for a cluster to start: on a full disk the NameNode goes into safe mode and
 * DataNodes take no block, and everything else only waits.
 */
final class DiskSpace {
  private static final long MEBI = 1L << 20;

  /** For logs, native maps, snapshots of ZooKeeper, and small files of Accumulo. */
  private static final long BASE = 128 * MEBI;

  /** {@code dfs.namenode.resource.du.reserved}: with less the NameNode goes into safe mode. */
  private static final long NAMENODE = 100 * MEBI;

  /**
   * A tserver's write-ahead log is one block of 1.1 times {@code tserver.wal.max.size}. A DataNode
   * takes one only if it and all that are being written would fit at their full length: with 1.3
   * GiB free, a tserver was seen to get none. Four for each is a guess on the safe side.
   */
  private static final long LOG_BLOCK = 4 * 282 * MEBI;

  private DiskSpace() {}

  /** What a cluster needs to start and to take its first writes, bytes. */
  static long needed(ClusterSpec spec) {
    return spec.volume() == Volume.HDFS
        ? BASE + NAMENODE + LOG_BLOCK * spec.number(Role.TSERVER) * spec.replication()
        : BASE;
  }

  /** Why the disks that DataNodes have to themselves hold too little, if they do. */
  static Optional<String> tooSmall(ClusterSpec spec) {
    long needed =
        BASE
            + LOG_BLOCK
                * spec.number(Role.TSERVER)
                * spec.replication()
                / Math.max(1, spec.number(Role.DATANODE));
    long each = (long) spec.disks().megabytes() << 20;
    return each >= needed
        ? Optional.empty()
        : Optional.of(
            "a disk of %s is too small for the logs of %d tservers; each needs %s at least"
                .formatted(Amounts.bytes(each), spec.number(Role.TSERVER), Amounts.bytes(needed)));
  }

  /** Why a cluster cannot be started in a directory that may not be there yet, if it cannot. */
  static Optional<String> problem(Path directory, ClusterSpec spec) throws IOException {
    Path there = directory.toAbsolutePath().normalize();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    FileStore store = Files.getFileStore(there);
    // Some virtual file systems know no sizes.
    return store.getTotalSpace() == 0
        ? Optional.empty()
        : problem(directory, store.getUsableSpace(), spec);
  }

  static Optional<String> problem(Path directory, long free, ClusterSpec spec) {
    long needed = needed(spec);
    return free >= needed
        ? Optional.empty()
        : Optional.of(
            "a cluster in %s needs %s of disk space to start, and %s are free; make room, or choose another directory"
                .formatted(
                    directory.toAbsolutePath().normalize(),
                    Amounts.bytes(needed),
                    Amounts.bytes(free)));
  }
}
