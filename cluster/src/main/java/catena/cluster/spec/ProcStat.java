// SPDX-License-Identifier: Apache-2.0
package catena.cluster.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the operating system shows of a live process.
 *
 * @param birth distinguishes the process from all others with the same pid: boot and clock tick
 * @param paused whether it is halted by a signal
 */
public record ProcStat(String birth, boolean paused) {
  private static final Path PROC = Path.of("/proc");

  /** Places among the fields after the command, see proc(5). */
  private static final int THREADS = 17;

  private static final int START_TIME = 19;

  /**
   * The live process with this pid, if there is one. A zombie is none, unless it is only the first
   * thread that is one: the others may hold ports and files a little longer.
   */
  public static Optional<ProcStat> of(long pid) {
    try {
      String stat = Files.readString(PROC.resolve(pid + "/stat"));
      String boot = Files.readString(PROC.resolve("sys/kernel/random/boot_id"));
      return parse(stat, boot.strip());
    } catch (IOException e) {
      return Optional.empty(); // The kernel shows no such process.
    }
  }

  /**
   * Whether each thread of a process is halted by a signal: the process is reported to be as soon
   * as its first one is.
   */
  public static boolean isHalted(long pid) {
    try (Stream<Path> threads = Files.list(PROC.resolve(pid + "/task"))) {
      return threads.allMatch(ProcStat::isThreadHalted);
    } catch (IOException e) {
      return false; // It has ended, or is ending.
    }
  }

  private static boolean isThreadHalted(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      return "TtZXx".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
    } catch (IOException e) {
      return true; // The thread has ended.
    }
  }

  /** Reads a line of {@code /proc/PID/stat}, whose command may hold blanks and parentheses. */
  static Optional<ProcStat> parse(String stat, String boot) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
    boolean zombie = fields[0].equals("Z") || fields[0].equalsIgnoreCase("X");
    return zombie && Integer.parseInt(fields[THREADS]) <= 1
        ? Optional.empty()
        : Optional.of(new ProcStat(boot + "/" + fields[START_TIME], fields[0].equals("T")));
  }
}
