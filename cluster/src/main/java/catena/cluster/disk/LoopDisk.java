// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import catena.cluster.process.ShortCommand;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Limit;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An ext4 file system in a file, mounted on a directory through a loop device.
 *
 * @param image the file; sparse, so that it takes no more room than what is written
 * @param place the directory
 * @param options of the mount
 */
record LoopDisk(Path image, Path place, String options) {
  /** A process that was killed may keep its files open for a moment. */
  private static final Duration FREE_LIMIT = Duration.ofSeconds(20);

  private static final Duration POLL = Duration.ofMillis(100);

  /** The options of {@code mkfs.ext4}: no question, no output, nothing written that need not be. */
  private static final List<String> MAKE =
      List.of("-q", "-F", "-m", "0", "-E", "nodiscard,lazy_itable_init=1,lazy_journal_init=1");

  /**
   * How it is mounted. With {@code data=journal} a disk that loses its power keeps what was written
   * up to some moment, and nothing later. In ext4's default mode a block and its checksums come to
   * the disk at different times; where only one of them did, HDFS has a corrupt replica, and a log
   * that Accumulo cannot sort.
   */
  private static final String SURE = "loop,data=journal";

  /** What is written once goes to the disk once, so that a limit of the disk is one of that. */
  private static final String PLAIN = "loop";

  /** A disk whose power can be cut. */
  LoopDisk(Path image, Path place) {
    this(image, place, SURE);
  }

  /** A disk that keeps its power. */
  static LoopDisk plain(Path image, Path place) {
    return new LoopDisk(image, place, PLAIN);
  }

  /** Makes the image unless it is there; one that was not finished is made again. */
  void make(long bytes) throws IOException, InterruptedException {
    if (Files.exists(image)) {
      return;
    }
    Path fresh = image.resolveSibling(image.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    try (RandomAccessFile file = new RandomAccessFile(fresh.toFile(), "rw")) {
      file.setLength(bytes);
    }
    run("mkfs.ext4", MAKE, fresh);
    Files.move(fresh, image, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Mounts it where it is not mounted, and again where it has lost its power. */
  void mount() throws IOException, InterruptedException {
    if (isMounted() && failure().isPresent()) {
      unmount();
    }
    if (!isMounted()) {
      Files.createDirectories(place);
      run("mount", List.of("-t", "ext4", "-o", options), image, place);
    }
  }

  /**
   * Drops what the kernel keeps of its files in memory, as far as it was synced, so that the next
   * reads are of the disk; files of others stay where they are.
   */
  void forget() throws ClusterException {
    DiskCalls.ready().forget(place);
  }

  /** Unmounts it where it is mounted, however often. */
  void unmount() throws IOException, InterruptedException {
    String[] why = {""};
    boolean free =
        new Limit(FREE_LIMIT)
            .await(
                POLL,
                () -> {
                  try {
                    while (isMounted()) {
                      run("umount", List.of(), place);
                    }
                    return true;
                  } catch (ClusterException e) {
                    why[0] = e.getMessage();
                    return false;
                  }
                });
    if (!free) {
      throw new ClusterException(why[0] + "; end who uses it, then try again");
    }
  }

  /** Whether anything is mounted there. */
  boolean isMounted() throws IOException {
    return DataDisks.isMounted(place);
  }

  /** The block device that it is on, as {@code major:minor}; of a disk that is mounted. */
  String device() throws IOException {
    return device((Long) Files.getAttribute(place, DataDisks.DEVICE));
  }

  /** A number of {@code dev_t} as Linux's C library packs it, taken apart. */
  static String device(long number) {
    long major = (number >> 8 & 0xfff) + (number >> 32 & 0xfffff000L);
    long minor = (number & 0xff) + (number >> 12 & 0xffffff00L);
    return major + ":" + minor;
  }

  /** What a write there fails with; empty if it succeeds. */
  Optional<String> failure() throws IOException {
    if (!isMounted()) {
      return Optional.of("it is not mounted");
    }
    try {
      Files.delete(Files.createTempFile(place, ".catena", ".probe"));
      return Optional.empty();
    } catch (FileSystemException e) {
      return Optional.of(Optional.ofNullable(e.getReason()).orElse(e.toString()));
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static void run(String program, List<String> options, Path... files)
      throws IOException, InterruptedException {
    Path found =
        ShortCommand.find(program)
            .orElseThrow(() -> new ClusterException("there is no '" + program + "'"));
    List<String> line = new java.util.ArrayList<>(List.of(found.toString()));
    line.addAll(options);
    for (Path file : files) {
      line.add(file.toString());
    }
    String unused = ShortCommand.output(line, "");
  }
}
