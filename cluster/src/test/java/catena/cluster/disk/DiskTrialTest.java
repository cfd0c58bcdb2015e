// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.cluster.spec.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableRunnable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is told of a trial whose disk cannot be taken away either; of a disk that is not mounted.
 */
class DiskTrialTest {
  private static final FailableRunnable<Exception> BUSY =
      () -> {
        throw new ClusterException("target is busy");
      };

  @TempDir private Path temp;
  private Path directory;
  private LoopDisk disk;

  @BeforeEach
  void make() throws IOException {
    directory = Files.createDirectory(temp.resolve("try"));
    disk = LoopDisk.plain(directory.resolve("disk.ext4"), directory.resolve("place"));
  }

  @Test
  void whatIsWrongIsReportedWhateverCannotBeUndone() throws Exception {
    assertThat(DiskSupport.tried(disk, directory, () -> Optional.of("no loop devices"), BUSY))
        .contains("no loop devices");
    assertThat(directory).doesNotExist();
  }

  @Test
  void theFirstFailureIsThrownWithTheOthers() {
    IOException first = new IOException("disk full");
    assertThatThrownBy(
            () ->
                DiskSupport.tried(
                    disk,
                    directory,
                    () -> {
                      throw first;
                    },
                    BUSY))
        .isSameAs(first)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(directory).doesNotExist();
  }

  @Test
  void whereNothingIsWrongWhatCannotBeUndoneIs() throws Exception {
    assertThat(DiskSupport.tried(disk, directory, Optional::empty)).isEmpty();
    make();
    assertThatThrownBy(() -> DiskSupport.tried(disk, directory, Optional::empty, BUSY))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("busy");
  }
}
