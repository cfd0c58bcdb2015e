// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import catena.cluster.spec.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the kernel's control groups are, in version 1 with a hierarchy for each controller, in
 * version 2 with one for all.
 *
 * @param mounts lines of {@code /proc/self/mountinfo}
 * @param own lines of {@code /proc/self/cgroup}
 */
public record ControlGroups(List<String> mounts, List<String> own) {
  /** What a group has for the processes that are in it. */
  public static final String MEMBERS = "cgroup.procs";

  private static final int POINT = 4;

  /** Of this machine, as this process sees them. */
  public static ControlGroups here() throws IOException {
    return new ControlGroups(
        Files.readAllLines(Path.of("/proc/self/mountinfo")),
        Files.readAllLines(Path.of("/proc/self/cgroup")));
  }

  /** The root of a controller's hierarchy of version 1, if it is mounted. */
  public Optional<Path> version1(String controller) {
    return mounts.stream()
        .map(Mount::parse)
        .filter(mount -> mount.type().equals("cgroup") && mount.options().contains(controller))
        .map(Mount::point)
        .findFirst();
  }

  /** The root of version 2, if it is mounted and has the controller. */
  public Optional<Path> version2(String controller) throws IOException {
    for (String line : mounts) {
      Mount mount = Mount.parse(line);
      Path controllers = mount.point().resolve("cgroup.controllers");
      if (mount.type().equals("cgroup2")
          && Files.isReadable(controllers)
          && words(controllers).contains(controller)) {
        return Optional.of(mount.point());
      }
    }
    return Optional.empty();
  }

  /**
   * This process's group of a controller of version 1, below the root of its hierarchy.
   *
   * @return a relative path; empty for the root
   */
  public String own(String controller) {
    for (String line : own) {
      String[] fields = line.split(":", 3);
      if (fields.length == 3 && List.of(fields[1].split(",", -1)).contains(controller)) {
        return fields[2].replaceFirst("^/+", "");
      }
    }
    return "";
  }

  /** What a file of the kernel lists in one line. */
  public static List<String> words(Path file) throws IOException {
    return List.of(Files.readString(file).strip().split(" ", -1));
  }

  /**
   * Writes to a file of the kernel.
   *
   * @throws ClusterException if it refuses, with what was written where
   */
  public static void write(Path file, String text) throws IOException {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new ClusterException(
          "'%s' cannot be written to %s: %s".formatted(text, file, e.getMessage()), e);
    }
  }

  /**
   * The words that begin a command in a group; they end in exec, so that the pid is its own.
   *
   * @param groups one for each hierarchy
   */
  public static List<String> inside(List<Path> groups, List<String> command) {
    StringBuilder line = new StringBuilder();
    groups.forEach(
        group -> line.append("echo $$ > '").append(group.resolve(MEMBERS)).append("' && "));
    return Stream.concat(Stream.of("/bin/sh", "-c", line + "exec \"$0\" \"$@\""), command.stream())
        .toList();
  }

  /**
   * A line of {@code /proc/self/mountinfo}.
   *
   * @param options of the file system, not of the mount
   */
  private record Mount(Path point, String type, List<String> options) {
    static Mount parse(String line) {
      String[] halves = line.split(" - ", 2);
      String[] before = halves[0].split(" ", -1);
      String[] after = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
      return before.length <= POINT || after.length < 3
          ? new Mount(Path.of("/"), "", List.of())
          : new Mount(
              Path.of(before[POINT].replace("\\040", " ")),
              after[0],
              List.of(after[2].split(",", -1)));
    }
  }
}
