// SPDX-License-Identifier: Apache-2.0
package catena.cluster.disk;

import catena.cluster.process.ControlGroups;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Tiers;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Limits what is read from and written to a block device, by a control group of the kernel.
 *
 * <p>In version 1 ({@code blkio}) a limit of the root group holds for what no other group is
 * charged with (the kernel's own threads that write out what a file system has in memory) and for
 * all processes in no other group. So it is set there and in this process's own group, in which
 * servers begin. Another process may lift it, in another group: a file lists in which it is set.
 * Version 2 ({@code io}) has no limits in its root: servers that use the device begin in a separate
 * group ({@link #inside}), and what the kernel writes out on their behalf is charged to that.
 */
abstract sealed class IoThrottle {
  /** With this the name of each group begins that is made. */
  static final String PREFIX = "catena-";

  /** The device, as {@code major:minor}, has these limits from now on. */
  abstract void limit(String device, Tiers tiers) throws IOException;

  /** It has none any more; it need not have had any. */
  abstract void lift(String device) throws IOException;

  /** The same of a disk; one that is not mounted is on no device. */
  final void lift(LoopDisk disk) throws IOException {
    if (disk.isMounted()) {
      lift(disk.device());
    }
  }

  /** The same command in such a way that limits hold for what it starts. */
  abstract List<String> inside(List<String> command) throws IOException;

  /** Removes what was made for it, once no process is in it; nothing is left of limits. */
  abstract void remove() throws IOException;

  /**
   * What this machine has; empty if it has neither.
   *
   * @param name of the group, where one is made; it begins with {@link #PREFIX}
   * @param kept a file for what another process must know to undo it
   */
  static Optional<IoThrottle> find(String name, Path kept) throws IOException {
    return of(ControlGroups.here(), name, kept);
  }

  /** The throttle of a machine with these control groups. */
  static Optional<IoThrottle> of(ControlGroups groups, String name, Path kept) throws IOException {
    KeptLines lines = new KeptLines(kept);
    Optional<Path> root = groups.version1("blkio");
    return root.isPresent()
        ? Optional.of(new Version1(root.get(), groups.own("blkio"), lines))
        : groups.version2("io").map(unified -> new Version2(unified, name, lines));
  }

  /** Of {@code blkio}. */
  static final class Version1 extends IoThrottle {
    private final Path root;
    private final Optional<Path> own;

    /** The groups, other than the root, in which there may be limits. */
    private final KeptLines kept;

    private boolean left;

    Version1(Path root, String own, KeptLines kept) {
      this.root = root;
      this.own =
          Optional.of(own).filter(name -> !name.isEmpty()).map(root::resolve).filter(this::isThere);
      this.kept = kept;
    }

    private boolean isThere(Path group) {
      return Files.isDirectory(group);
    }

    @Override
    void limit(String device, Tiers tiers) throws IOException {
      if (own.isPresent()) {
        kept.add(own.get().toString());
      }
      limit(root, device, tiers);
      if (own.isPresent()) {
        limit(own.get(), device, tiers);
      }
    }

    private static void limit(Path group, String device, Tiers tiers) throws IOException {
      Map<String, Long> limits = new LinkedHashMap<>();
      limits.put("write_bps", tiers.slowWrite());
      limits.put("read_bps", tiers.slowRead());
      limits.put("write_iops", (long) tiers.slowOperations());
      limits.put("read_iops", (long) tiers.slowOperations());
      for (Map.Entry<String, Long> each : limits.entrySet()) {
        // No limit is 0 here, too.
        ControlGroups.write(
            group.resolve("blkio.throttle." + each.getKey() + "_device"),
            device + " " + each.getValue());
      }
    }

    @Override
    void lift(String device) throws IOException {
      Set<Path> groups = new LinkedHashSet<>(List.of(root));
      own.ifPresent(groups::add);
      for (String line : kept.read()) {
        // A group that is gone took its limits along.
        Optional.of(Path.of(line)).filter(this::isThere).ifPresent(groups::add);
      }
      try {
        for (Path group : groups) {
          limit(group, device, Tiers.USUAL);
        }
      } catch (IOException e) {
        left = true;
        throw e;
      }
    }

    @Override
    List<String> inside(List<String> command) {
      return command;
    }

    @Override
    void remove() throws IOException {
      // Nothing was made. Where a limit is left the next process that lifts it must know.
      if (!left) {
        Files.deleteIfExists(kept.file());
      }
    }
  }

  /** Of {@code io}. */
  static final class Version2 extends IoThrottle {
    private final Path root;
    private final Path group;

    /** The controllers that were enabled for this. */
    private final KeptLines kept;

    Version2(Path root, String name, KeptLines kept) {
      this.root = root;
      this.group = root.resolve(name);
      this.kept = kept;
    }

    @Override
    void limit(String device, Tiers tiers) throws IOException {
      make();
      ControlGroups.write(
          group.resolve("io.max"),
          "%s rbps=%s wbps=%s riops=%s wiops=%s"
              .formatted(
                  device,
                  word(tiers.slowRead()),
                  word(tiers.slowWrite()),
                  word(tiers.slowOperations()),
                  word(tiers.slowOperations())));
    }

    private static String word(long limit) {
      return limit == 0 ? "max" : Long.toString(limit);
    }

    private void make() throws IOException {
      if (!Files.isDirectory(group)) {
        List<String> before = ControlGroups.words(enabled());
        enable("io", before);
        if (ControlGroups.words(root.resolve("cgroup.controllers")).contains("memory")) {
          // What is written out later is charged to whose memory it was.
          enable("memory", before);
        }
        Files.createDirectory(group);
      }
    }

    private Path enabled() {
      return root.resolve("cgroup.subtree_control");
    }

    private void enable(String controller, List<String> before) throws IOException {
      if (!before.contains(controller)) {
        kept.add(controller);
        ControlGroups.write(enabled(), "+" + controller);
      }
    }

    /** Whether other clusters have groups, whose limits would go with the controller. */
    private boolean hasOthers() throws IOException {
      try (DirectoryStream<Path> groups = Files.newDirectoryStream(root, PREFIX + "*")) {
        return groups.iterator().hasNext();
      }
    }

    @Override
    void lift(String device) throws IOException {
      if (Files.isDirectory(group)) {
        limit(device, Tiers.USUAL);
      }
    }

    @Override
    List<String> inside(List<String> command) throws IOException {
      make();
      return ControlGroups.inside(List.of(group), command);
    }

    @Override
    void remove() throws IOException {
      if (Files.isDirectory(group)) {
        Files.delete(group); // the files in it are the kernel's
      }
      Set<String> own = kept.read();
      if (!own.isEmpty() && !hasOthers()) {
        for (String controller : own) {
          try {
            ControlGroups.write(enabled(), "-" + controller);
            kept.remove(controller);
          } catch (ClusterException e) {
            // Another process relies on it meanwhile: the next stop tries again.
          }
        }
      }
    }
  }

  /**
   * What was changed outside of a cluster's directory, a line each, so that another process can
   * undo it.
   *
   * @param file there as long as there is a line
   */
  record KeptLines(Path file) {
    /** All of them, in order. */
    Set<String> read() throws IOException {
      return Files.exists(file) ? new TreeSet<>(Files.readAllLines(file)) : new TreeSet<>();
    }

    /** Adds a line unless it is there; to be called before the change. */
    void add(String line) throws IOException {
      Set<String> lines = read();
      if (lines.add(line)) {
        write(lines);
      }
    }

    /** Removes a line; to be called when the change is undone. */
    void remove(String line) throws IOException {
      Set<String> lines = read();
      if (lines.remove(line)) {
        write(lines);
      }
    }

    private void write(Set<String> lines) throws IOException {
      if (lines.isEmpty()) {
        Files.deleteIfExists(file);
      } else {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.write(fresh, List.copyOf(lines));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }
}
