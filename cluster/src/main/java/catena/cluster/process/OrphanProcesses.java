// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.Limit;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.ServerProcess;
import catena.harness.instance.ServerId;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Finds what a cluster started and no pid file names: a server whose starter died before it could
 * write one, or whose file was torn by a loss of power or a full disk, and YARN's containers whose
 * NodeManager was killed. All of them inherited the mark that {@link Launcher} puts into the
 * environment.
 */
public final class OrphanProcesses {
  /** The longest that is waited for a program to be put into a process. */
  private static final Duration EXEC = Duration.ofSeconds(60);

  /** Places among the fields after the command: where in memory the environment begins and ends. */
  private static final int ENV_START = 47;

  private static final int ENV_END = 48;

  private OrphanProcesses() {}

  /**
   * Every live process of this user that was started for the cluster in this directory.
   *
   * @throws ClusterException if it cannot be determined of one whether it was
   */
  public static List<ServerProcess> find(ClusterFiles files) throws IOException {
    return find(files, environment -> true);
  }

  /** Those of them that were started as one of these servers, or by it. */
  static List<ServerProcess> find(ClusterFiles files, Collection<ServerId> ids) throws IOException {
    List<String> marks = ids.stream().map(id -> Launcher.SERVER + "=" + id).toList();
    return find(files, environment -> !Collections.disjoint(environment, marks));
  }

  private static List<ServerProcess> find(ClusterFiles files, Predicate<List<String>> which)
      throws IOException {
    List<ServerProcess> found = new ArrayList<>();
    for (long pid : ProcessHandle.allProcesses().mapToLong(ProcessHandle::pid).toArray()) {
      List<String> environment = environment(Path.of("/proc/" + pid), new Limit(EXEC));
      if (environment.contains(Launcher.MARK + "=" + files.root()) && which.test(environment)) {
        ProcStat.of(pid)
            .map(seen -> new ServerProcess(pid, seen.birth(), Instant.EPOCH, Map.of(), 0))
            .ifPresent(found::add);
      }
    }
    return found;
  }

  /**
   * What a process was started with; nothing if it is gone, has no program, as a zombie and a
   * thread of the kernel, or is another user's.
   *
   * <p>While the system puts another program into a process ({@code execve}), its environment reads
   * as empty, or ends behind what was read of it so far. So it is read at once, and again until it
   * is as long as the system reports. On a loaded machine the next reads may all fall into such
   * moments, and a process in one may get no processor for seconds.
   *
   * @throws ClusterException if it is not over within the limit
   */
  static List<String> environment(Path process, Limit limit) throws ClusterException {
    try {
      while (true) {
        int length = environmentLength(process);
        byte[] bytes = new byte[Math.max(0, length) + 1];
        int read;
        try (InputStream in = new FileInputStream(process.resolve("environ").toFile())) {
          read = Math.max(0, in.read(bytes));
        }
        if (read == length) {
          return List.of(new String(bytes, 0, read, StandardCharsets.UTF_8).split("\0", -1));
        }
        var unused = Files.readSymbolicLink(process.resolve("exe")); // fails where there is none
        if (limit.over()) {
          break;
        }
        LockSupport.parkNanos(1_000_000);
      }
    } catch (IOException e) {
      return List.of();
    }
    throw new ClusterException(
        process
            + " is being given another program for longer than "
            + EXEC.toSeconds()
            + " s, so that it is not known whether it is the cluster's; end it or try again");
  }

  /** In bytes, by {@code /proc/PID/stat}, see proc(5); negative if there is none as yet. */
  private static int environmentLength(Path process) throws IOException {
    String stat = Files.readString(process.resolve("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
    long start = Long.parseUnsignedLong(fields[ENV_START]);
    long end = Long.parseUnsignedLong(fields[ENV_END]);
    return start == 0 ? -1 : (int) Math.max(-1, end - start);
  }
}
