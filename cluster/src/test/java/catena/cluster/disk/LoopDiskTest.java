// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import catena.cluster.process.ShortCommand;
import catena.cluster.spec.ClusterException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopDiskTest {
  private static final int SIZE = 1 << 20;

  @TempDir private Path directory;

  private static String cached(Path file) throws Exception {
    return ShortCommand.output(List.of("fincore", "-nb", "-o", "RES", file.toString()), "").strip();
  }

  private static void write(Path file) throws Exception {
    Files.write(file, new byte[SIZE]);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** Those of the disk, and no other file's. */
  @Test
  void whatTheKernelKeepsOfItsFilesIsDropped() throws Exception {
    assumeThat(ShortCommand.find("fincore")).isPresent();
    assumeThat(Files.getFileStore(directory).type()).isNotEqualTo("tmpfs");
    Path place = Files.createDirectories(directory.resolve("place/blocks"));
    Path block = place.resolve("a block");
    Path other = directory.resolve("other");
    write(block);
    write(other);
    assertThat(cached(block)).isEqualTo(Integer.toString(SIZE));
    new LoopDisk(directory.resolve("image"), directory.resolve("place")).forget();
    assertThat(cached(block)).isEqualTo("0");
    assertThat(cached(other)).isEqualTo(Integer.toString(SIZE));
    assertThat(Files.readAllBytes(block)).hasSize(SIZE);
  }

  /** A DataNode of a large HDFS starts within its time: no program is run for each file. */
  @Test
  void manyFilesAreDroppedInLittleTime() throws Exception {
    Path place = Files.createDirectories(directory.resolve("place"));
    for (int i = 0; i < 6000; i++) {
      Files.createFile(place.resolve("blk_" + i));
    }
    LoopDisk disk = new LoopDisk(directory.resolve("image"), place);
    assertTimeout(Duration.ofSeconds(5), disk::forget);
  }

  /** A server is at work there: of 300 such walks several meet something that has just gone. */
  @Test
  void whatGoesMeanwhileIsInNoMemory() throws Exception {
    Path place = Files.createDirectories(directory.resolve("place"));
    LoopDisk disk = new LoopDisk(directory.resolve("image"), place);
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> server =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; !over.get(); i++) {
                Path block = place.resolve("d" + i % 20).resolve("blk");
                place.resolve("d" + i % 20).toFile().mkdir();
                boolean unused = block.toFile().mkdir() && block.toFile().delete();
              }
            });
    try {
      for (int i = 0; i < 300; i++) {
        disk.forget();
      }
    } finally {
      over.set(true);
      server.get();
    }
  }

  @Test
  void whatCannotBeDroppedIsSaid() {
    LoopDisk disk = new LoopDisk(directory.resolve("image"), directory.resolve("nowhere"));
    assertThatThrownBy(disk::forget)
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("nowhere");
  }
}
