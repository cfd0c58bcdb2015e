package catena.cluster.process;

import catena.cluster.record.ClusterFiles;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.ServerProcess;
import catena.harness.instance.ServerId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds what a cluster started and no pid file names: a server whose starter died before it could
 * write one, or whose file was torn by a loss of power or a full disk, and YARN's containers whose
 * NodeManager was killed. All of them inherited the mark that {@link Launcher} puts into the
 * environment.
 */
public final class OrphanProcesses {
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
      byte[] environment = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
      String text = new String(environment, StandardCharsets.UTF_8);
      return List.of(text.split("\0", -1)).containsAll(marks);
    } catch (IOException e) {
      return false; // Gone, or another user's and so none of ours.
    }
  }

  private static Optional<ServerProcess> sight(long pid) {
    return ProcStat.of(pid)
        .map(seen -> new ServerProcess(pid, seen.birth(), Instant.EPOCH, Map.of(), 0));
  }
}
