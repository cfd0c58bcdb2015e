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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
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
      DiskCalls.ready().off(List.of(disk.place()));
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

  /**
   * Finds out whether this machine limits what a loop device reads and writes, by doing it: what is
   * written or read must take as long as the limit says, and much less without it. On a busy
   * machine anything may take long, so that the shortest of several times counts.
   */
  record ThrottleProbe(IoThrottle throttle, LoopDisk disk) {
    private static final long DISK = 24L << 20;

    /** So little that also a busy machine, without the limit, takes less time than with it. */
    private static final long RATE = 1L << 20;

    private static final Tiers LIMIT = Tiers.USUAL.with("slow.write", "1M").with("slow.read", "1M");

    private static final int BLOCKS = 8;
    private static final int KILOBYTES = 64;

    /** A limit lets some of it through at once, and counts in slices of a tenth of a second. */
    private static final double ENOUGH = 0.6;

    /** So many times as long it must take as without the limit. */
    private static final double APART = 2;

    /** One time alone may be another's doing. */
    private static final int LEAST_TURNS = 2;

    /** Where the times are too near to each other, it is tried again. */
    private static final int MOST_TURNS = 5;

    /** How long so much would take with the limit, seconds. */
    private static final double EXPECTED = BLOCKS * KILOBYTES * 1024.0 / RATE;

    /** Why not, if it does not. */
    static Optional<String> problem() throws IOException, InterruptedException {
      if (ShortCommand.find("dd").isEmpty()) {
        return Optional.of("slow disks need 'dd', which is missing; install coreutils");
      }
      Path directory = Files.createTempDirectory("catena-try-slow");
      String name = IoThrottle.PREFIX + "try-" + UUID.randomUUID();
      Optional<IoThrottle> throttle = IoThrottle.find(name, directory.resolve("limits"));
      if (throttle.isPresent()) {
        return attempt(throttle.get(), directory);
      }
      Files.delete(directory);
      return Optional.of(
          "slow disks need a control group that limits them, and none is mounted: mount that of"
              + " version 2 with its io controller, or blkio of version 1; or leave slow.… out");
    }

    /**
     * Why not, if this does not limit a small disk.
     *
     * @param directory where the disk is to be; it is removed
     */
    static Optional<String> attempt(IoThrottle throttle, Path directory)
        throws IOException, InterruptedException {
      LoopDisk disk = LoopDisk.plain(directory.resolve("disk.ext4"), directory.resolve("place"));
      return DiskSupport.tried(
          disk,
          directory,
          new ThrottleProbe(throttle, disk)::measure,
          // Where no limit can be set none can be lifted either, and the disk is removed anyway.
          () -> throttle.lift(disk),
          throttle::remove);
    }

    private Optional<String> measure() throws IOException, InterruptedException {
      String file = disk.place().resolve("file").toString();
      List<String> write = List.of("if=/dev/zero", "of=" + file, "conv=fsync", "count=" + BLOCKS);
      List<String> read = List.of("if=" + file, "of=/dev/null", "count=" + BLOCKS);
      ShortestTimes wrote = ShortestTimes.NONE;
      ShortestTimes got = ShortestTimes.NONE;
      Optional<String> problem = Optional.empty();
      try {
        disk.make(DISK);
        for (int turn = 1; turn <= (problem.isEmpty() ? LEAST_TURNS : MOST_TURNS); turn++) {
          wrote = once(wrote, write);
          got = once(got, read);
          ShortestTimes last = got;
          problem = wrote.problem("written").or(() -> last.problem("read"));
        }
        return problem;
      } catch (ClusterException e) {
        return Optional.of("the limit of slow disks cannot be set: " + e.getMessage());
      }
    }

    private ShortestTimes once(ShortestTimes before, List<String> words)
        throws IOException, InterruptedException {
      double free = seconds(false, words);
      return before.with(free, seconds(true, words));
    }

    /** On a disk that was just mounted: nothing is read from memory. */
    private double seconds(boolean limited, List<String> words)
        throws IOException, InterruptedException {
      disk.mount();
      if (limited) {
        throttle.limit(disk.device(), LIMIT);
      }
      List<String> line = new ArrayList<>(List.of("dd", "bs=" + KILOBYTES + "K"));
      line.addAll(words);
      long began = System.nanoTime();
      String unused = ShortCommand.output(throttle.inside(line), "");
      double seconds = (System.nanoTime() - began) / 1e9;
      throttle.lift(disk.device());
      disk.unmount();
      return seconds;
    }

    /**
     * The shortest times that the same took, seconds.
     *
     * @param free without the limit
     * @param limited with it
     */
    record ShortestTimes(double free, double limited) {
      static final ShortestTimes NONE = new ShortestTimes(Double.MAX_VALUE, Double.MAX_VALUE);

      /** The same after two more. */
      ShortestTimes with(double free, double limited) {
        return new ShortestTimes(Math.min(this.free, free), Math.min(this.limited, limited));
      }

      /** What to report if the limit did not hold, or if that cannot be determined. */
      Optional<String> problem(String what) {
        if (limited < ENOUGH * EXPECTED) {
          return Optional.of(
              ("this kernel does not limit disks: 512 KiB were %s in %.2f s, and with the limit it"
                      + " should take %.2f s; leave slow.… out")
                  .formatted(what, limited, EXPECTED));
        }
        return limited >= APART * free
            ? Optional.empty()
            : Optional.of(
                ("whether this kernel limits disks is not known: 512 KiB were %s in %.2f s with the"
                        + " limit, and in %.2f s without it; try again when the machine is less busy,"
                        + " or leave slow.… out")
                    .formatted(what, limited, free));
      }
    }
  }
}
