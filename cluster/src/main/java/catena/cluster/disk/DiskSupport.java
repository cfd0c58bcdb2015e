// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import catena.cluster.process.Cleanup;
import catena.cluster.process.ShortCommand;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Disks;
import catena.cluster.spec.Tiers;
import catena.harness.instance.BlockingSupplier;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * Finds out whether this machine can carry disks whose power is cut, by doing it with a small one.
 */
public final class DiskSupport {
  /** The programs that are needed, and the package that each is in. */
  private static final Map<String, String> PROGRAMS =
      Map.of("mkfs.ext4", "e2fsprogs", "mount", "mount", "umount", "mount");

  private static final long SMALL = 16L << 20;

  /** What this machine was seen to do; it is tried once, though a sweep asks for each cluster. */
  private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

  private DiskSupport() {}

  /** Why it cannot carry these disks, if it cannot, and how to remedy that. */
  public static Optional<String> problem(Disks disks) throws IOException, InterruptedException {
    Optional<String> problem = once("power", DiskSupport::problem);
    return problem.isEmpty() && disks.tiered().filter(Tiers::limited).isPresent()
        ? once("limit", ThrottleProbe::problem)
        : problem;
  }

  private static Optional<String> once(String what, BlockingSupplier<Optional<String>> trial)
      throws IOException, InterruptedException {
    Optional<String> problem = SEEN.contains(what) ? Optional.empty() : trial.get();
    if (problem.isEmpty()) {
      SEEN.add(what);
    }
    return problem;
  }

  /** Why not, if it cannot, and how to remedy that. */
  public static Optional<String> problem() throws IOException, InterruptedException {
    Object owner = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (!owner.equals(0)) {
      return Optional.of(
          "disks are file systems that are mounted, which needs root; call it with sudo");
    }
    Optional<String> missing =
        PROGRAMS.keySet().stream().sorted().filter(p -> ShortCommand.find(p).isEmpty()).findFirst();
    return missing.isPresent()
        ? Optional.of(
            "disks need '%s', which is missing; install %s"
                .formatted(missing.get(), PROGRAMS.get(missing.get())))
        : attempt();
  }

  private static Optional<String> attempt() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("catena-try-disk");
    LoopDisk disk = new LoopDisk(directory.resolve("disk.ext4"), directory.resolve("place"));
    return tried(disk, directory, () -> goesOff(disk));
  }

  private static Optional<String> goesOff(LoopDisk disk) throws IOException, InterruptedException {
    try {
      disk.make(SMALL);
      disk.mount();
      PowerSwitch.ready().off(List.of(disk.place()));
      return disk.failure().isPresent()
          ? Optional.empty()
          : Optional.of("this system goes on writing to a file system that was shut down");
    } catch (ClusterException e) {
      return Optional.of(
          "this system makes no disks whose power can be cut; in a container, allow it"
              + " CAP_SYS_ADMIN and loop devices: "
              + e.getMessage());
    }
  }

  /**
   * Tries something with a small disk, which is removed in any case; why not, if it cannot be done:
   * its own failure is reported, not one of taking the disk away.
   *
   * @param directory of the disk; it is removed
   * @param trial what is tried: why it cannot be done, if it cannot
   * @param undo what else there is to undo, while the disk may still be mounted
   */
  @SafeVarargs
  static Optional<String> tried(
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
