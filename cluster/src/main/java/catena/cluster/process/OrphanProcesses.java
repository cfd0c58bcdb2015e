package catena.cluster.process;

import catena.cluster.record.ClusterFiles;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.ServerProcess;
import catena.harness.instance.ServerId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds what a cluster started and no pid file names: a server whose starter died before it could
 * write one, or whose file was torn by a loss of power or a full disk, and YARN's containers whose
 * NodeManager was killed. All of them inherited the mark that {@link Launcher} puts into the
 * environment.
 */
public final class OrphanProcesses {
  /** The longest that is waited for a program to be put into a process. */
  private static final Duration EXEC = Duration.ofSeconds(5);

  /** Place among the fields after the command. */
  private static final int ENV_START = 47;

  private static final String NOWHERE = "0";

  private OrphanProcesses() {}

  /** Every live process of this user that was started for the cluster in this directory. */
  public static List<ServerProcess> find(ClusterFiles files) {
    return bearing(List.of(Launcher.MARK + "=" + files.root()));
  }

  /** Those of them that were started as one server, or by it. */
  static List<ServerProcess> find(ClusterFiles files, ServerId id) {
    return bearing(List.of(Launcher.MARK + "=" + files.root(), Launcher.SERVER + "=" + id));
  }

  private static List<ServerProcess> bearing(List<String> marks) {
    List<ServerProcess> found = new ArrayList<>();
    ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> bears(pid, marks))
        .forEach(pid -> sight(pid).ifPresent(found::add));
    return found;
  }

  private static boolean bears(long pid, List<String> marks) {
    try {
      String text = new String(environment(Path.of("/proc/" + pid)), StandardCharsets.UTF_8);
      return List.of(text.split("\0", -1)).containsAll(marks);
    } catch (IOException e) {
      return false; // Gone, or another user's and so none of ours.
    }
  }

  /**
   * What a process was started with. While the system puts another program into a process ({@code
   * execve}), its environment reads as empty or as a single byte, and has no place in memory or
   * another one than before; that is waited for. A zombie and a thread of the kernel never have
   * one: they have no program.
   */
  private static byte[] environment(Path process) throws IOException {
    long deadline = System.nanoTime() + EXEC.toNanos();
    while (true) {
      String place = environmentPlace(process);
      byte[] environment = Files.readAllBytes(process.resolve("environ"));
      boolean settled = !place.equals(NOWHERE) && place.equals(environmentPlace(process));
      boolean empty = environment.length == 0 && settled;
      if (environment.length > 1 || empty || System.nanoTime() - deadline > 0) {
        return environment;
      }
      var unused = Files.readSymbolicLink(process.resolve("exe")); // fails where there is none
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** {@code env_start} in {@code /proc/PID/stat}, see proc(5). */
  private static String environmentPlace(Path process) throws IOException {
    String stat = Files.readString(process.resolve("stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[ENV_START];
  }

  private static Optional<ServerProcess> sight(long pid) {
    return ProcStat.of(pid)
        .map(seen -> new ServerProcess(pid, seen.birth(), Instant.EPOCH, Map.of(), 0));
  }
}
