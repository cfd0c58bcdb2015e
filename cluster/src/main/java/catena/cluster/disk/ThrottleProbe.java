// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import catena.cluster.process.ShortCommand;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds out whether this machine limits what a loop device reads and writes, by doing it: what is
 * written or read must take as long as the limit says, and much less without it. On a busy machine
 * anything may take long, so that the shortest of several times counts.
 */
final class ThrottleProbe {
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

  private ThrottleProbe() {}

  /** How long so much would take with the limit, seconds. */
  private static double expected() {
    return BLOCKS * KILOBYTES * 1024.0 / RATE;
  }

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
        () -> tried(throttle, disk),
        // Where no limit can be set none can be lifted either, and the disk is removed anyway.
        () -> throttle.lift(disk),
        throttle::remove);
  }

  private static Optional<String> tried(IoThrottle throttle, LoopDisk disk)
      throws IOException, InterruptedException {
    try {
      return measure(throttle, disk);
    } catch (ClusterException e) {
      return Optional.of("the limit of slow disks cannot be set: " + e.getMessage());
    }
  }

  private static Optional<String> measure(IoThrottle throttle, LoopDisk disk)
      throws IOException, InterruptedException {
    disk.make(DISK);
    String file = disk.place().resolve("file").toString();
    List<String> write = List.of("if=/dev/zero", "of=" + file, "conv=fsync", "count=" + BLOCKS);
    List<String> read = List.of("if=" + file, "of=/dev/null", "count=" + BLOCKS);
    ShortestTimes wrote = ShortestTimes.NONE;
    ShortestTimes got = ShortestTimes.NONE;
    Optional<String> problem = Optional.empty();
    for (int turn = 1; turn <= (problem.isEmpty() ? LEAST_TURNS : MOST_TURNS); turn++) {
      wrote = once(wrote, throttle, disk, write);
      got = once(got, throttle, disk, read);
      ShortestTimes last = got;
      problem = wrote.problem("written").or(() -> last.problem("read"));
    }
    return problem;
  }

  private static ShortestTimes once(
      ShortestTimes before, IoThrottle throttle, LoopDisk disk, List<String> words)
      throws IOException, InterruptedException {
    double free = seconds(throttle, disk, false, words);
    return before.with(free, seconds(throttle, disk, true, words));
  }

  /** On a disk that was just mounted: nothing is read from memory. */
  private static double seconds(
      IoThrottle throttle, LoopDisk disk, boolean limited, List<String> words)
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
      if (limited < ENOUGH * expected()) {
        return Optional.of(
            ("this kernel does not limit disks: 512 KiB were %s in %.2f s, and with the limit it"
                    + " should take %.2f s; leave slow.… out")
                .formatted(what, limited, expected()));
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
