// SPDX-License-Identifier: Apache-2.0
package catena.scenario.usage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reports to {@code bin/catena} that an exit status is the command's own, and notices when the
 * script is gone.
 *
 * <p>A JVM that cannot start, or runs out of memory, ends with statuses that mean something else
 * here. So the script makes a directory with the file {@code started-not}, which is renamed to
 * {@code started} and in the end to the status: renaming needs no room on a disk.
 *
 * @param marks the directory, if there is a script that reads it
 */
public record LaunchMarks(Optional<Path> marks) {
  private static final String BEFORE = "started-not";
  private static final String BEGUN = "started";

  /** The script that started this process, if one did. */
  public static LaunchMarks ofProcess() {
    return new LaunchMarks(Optional.ofNullable(System.getProperty("catena.marks")).map(Path::of));
  }

  /** Records that the process has begun to run a command. */
  public void begun() {
    marks.ifPresent(directory -> rename(directory, BEFORE, BEGUN));
  }

  /** Records the command's own status; any other with which the process ends is not its own. */
  public void concluded(int status) {
    marks.ifPresent(directory -> rename(directory, BEGUN, Integer.toString(status)));
  }

  private static void rename(Path directory, String from, String to) {
    try {
      Files.move(directory.resolve(from), directory.resolve(to));
    } catch (IOException e) {
      make(directory, to); // a run of weeks outlives what is kept for temporary files
    }
  }

  private static void make(Path directory, String name) {
    try {
      Files.createDirectories(directory);
      Files.createFile(directory.resolve(name));
    } catch (IOException e) {
      System.err.println("catena: " + directory + " cannot be written: " + e);
    }
  }

  /** Runs an action when the script has been killed, so that nothing goes on without it. */
  public static void onDeath(Runnable action) {
    Optional.ofNullable(System.getProperty("catena.launcher"))
        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
        .ifPresent(
            script -> {
              var unused = script.onExit().thenRun(action);
            });
  }
}
