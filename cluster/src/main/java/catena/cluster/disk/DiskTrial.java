// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import catena.cluster.process.Cleanup;
import catena.cluster.spec.BlockingSupplier;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.lang3.function.FailableRunnable;

/** Finds something out with a small disk, which is taken away whatever comes of it. */
final class DiskTrial {
  private DiskTrial() {}

  /**
   * Why not, if it cannot be done: its own failure is told, not one of taking the disk away.
   *
   * @param directory of the disk; it is removed
   * @param trial what is tried: why it cannot be done, if it cannot
   * @param undo what else there is to undo, while the disk may still be mounted
   */
  @SafeVarargs
  static Optional<String> problem(
      LoopDisk disk,
      Path directory,
      BlockingSupplier<Optional<String>> trial,
      FailableRunnable<Exception>... undo)
      throws IOException, InterruptedException {
    AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
    Cleanup cleanup = new Cleanup();
    cleanup.attempt(() -> problem.set(trial.get()));
    for (FailableRunnable<Exception> each : undo) {
      cleanup.attempt(each);
    }
    cleanup.attempt(disk::unmount);
    cleanup.attempt(
        () -> {
          if (!disk.isMounted()) {
            MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
          }
        });
    if (problem.get().isEmpty()) {
      cleanup.end();
    }
    return problem.get();
  }
}
