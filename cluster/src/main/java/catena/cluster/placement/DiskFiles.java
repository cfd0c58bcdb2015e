// SPDX-License-Identifier: Apache-2.0
package catena.cluster.placement;

import catena.cluster.disk.DataDisks;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.harness.instance.ServerId;
import catena.records.placement.Tier;
import catena.records.server.Role;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files on the disks of a cluster at a moment.
 *
 * @param bytes of all files on disks of a kind
 * @param zookeeper of those of ZooKeeper on disks of a kind; a kind without is not there
 * @param blocks length of the longest replica of each block that is on disks of a kind, by its id
 */
record DiskFiles(
    Map<Tier, Long> bytes, Map<Tier, Long> zookeeper, Map<Tier, Map<Long, Long>> blocks) {
  /** A replica, finalized or being written; its checksums are next to it. */
  private static final Pattern BLOCK = Pattern.compile("blk_(-?\\d+)");

  /** Nothing yet. */
  DiskFiles() {
    this(new EnumMap<>(Tier.class), new EnumMap<>(Tier.class), new EnumMap<>(Tier.class));
  }

  /**
   * Walks over all disks; a file that vanishes meanwhile is not there.
   *
   * @throws IOException if a disk is not mounted or cannot be read
   */
  static DiskFiles list(ClusterFiles files, ClusterSpec spec) throws IOException {
    DiskFiles found = new DiskFiles();
    for (ServerId id : spec.ids(Role.DATANODE)) {
      for (Tier tier : Tier.values()) {
        Path mount = files.mount(id, tier);
        if (!DataDisks.isMounted(mount)) {
          throw new IOException("the " + tier.word() + " disk of " + id + " is not mounted");
        }
        found.walk(tier, mount, files.zookeeper(tier));
      }
    }
    return found;
  }

  /** Adds the files of a directory that is, or stands for, a disk. */
  void walk(Tier tier, Path disk, Path zookeeperData) throws IOException {
    bytes.merge(tier, 0L, Long::sum);
    blocks.computeIfAbsent(tier, any -> new HashMap<>());
    Files.walkFileTree(
        disk,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            add(tier, file, attributes.size(), file.startsWith(zookeeperData));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException e)
              throws IOException {
            if (e != null && !(e instanceof NoSuchFileException)) {
              throw e;
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void add(Tier tier, Path file, long size, boolean ofZookeeper) {
    bytes.merge(tier, size, Long::sum);
    if (ofZookeeper) {
      zookeeper.merge(tier, size, Long::sum);
    }
    Matcher block = BLOCK.matcher(file.getFileName().toString());
    if (block.matches()) {
      blocks.get(tier).merge(Long.valueOf(block.group(1)), size, Math::max);
    }
  }
}
