// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.ServerProcess;
import catena.harness.instance.ServerId;
import catena.records.threads.ProgramRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Starts processes whose output goes to a log and which outlive this one.
 *
 * @param files of the cluster that they belong to
 * @param clock for the time of the start of a server
 */
public record Launcher(ClusterFiles files, Clock clock) {
  /** Environment variable that identifies every process that a cluster started. */
  static final String MARK = "CATENA_CLUSTER";

  /** The same by which the processes of one server can. */
  static final String SERVER = "CATENA_SERVER";

  /** How long the system may take to end a process that was killed. */
  private static final Duration GONE = Duration.ofSeconds(10);

  private static final Path SETSID = Path.of("/usr/bin/setsid");

  /** Starts a server. */
  public ServerProcess launch(ServerId id, List<String> command, Map<String, Integer> ports)
      throws IOException {
    Path log = files.log(id);
    long offset = Files.exists(log) ? Files.size(log) : 0;
    Process process = start(detached(command), log, Map.of(SERVER, id.toString()));
    String birth =
        ProcStat.of(process.pid())
            .map(ProcStat::birth)
            .orElseThrow(() -> new ClusterException(id + " ended at once; its log is " + log));
    return new ServerProcess(process.pid(), birth, clock.instant(), ports, offset);
  }

  /**
   * Runs a program to its end.
   *
   * @throws ClusterException if it fails or takes longer than the limit, in which case it is killed
   *     with all that it started
   */
  public void run(String name, List<String> command, Duration limit)
      throws IOException, InterruptedException {
    Path log = files.log(name);
    long offset = Files.exists(log) ? Files.size(log) : 0;
    Process process = start(command, log, Map.of());
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw LogTail.failure(name, "did not end within " + limit.toSeconds() + " s", log, offset);
      }
      if (process.exitValue() != 0) {
        throw LogTail.failure(name, "ended with status " + process.exitValue(), log, offset);
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      // Until it is gone, it would be taken for an unknown server.
      boolean unused = process.destroyForcibly().waitFor(GONE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Runs a Java program to its end, as {@link #run} does, with all its words in a file that only
   * the owner can read: the words of a process can be read by every user of the machine.
   *
   * @param command Java, and what it is given
   */
  public void runUnseen(String name, List<String> command, Duration limit)
      throws IOException, InterruptedException {
    Path words = Files.createTempFile(files.run(), name, ".words");
    try {
      Files.writeString(words, words(command.subList(1, command.size())));
      run(name, List.of(command.get(0), "@" + words), limit);
    } finally {
      Files.delete(words);
    }
  }

  /** As Java reads them from a file: each in quotes, with a backslash before what would end it. */
  private static String words(List<String> words) {
    return words.stream()
        .map(word -> "\"" + word.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n")
        .collect(Collectors.joining());
  }

  private Process start(List<String> command, Path log, Map<String, String> marks)
      throws IOException {
    Map<String, String> environment = new HashMap<>(marks);
    environment.put(MARK, files.root().toString());
    // A server finds it by its command line; what it starts itself, such as a compiler, by this.
    Files.createDirectories(files.temporary());
    environment.put("TMPDIR", files.temporary().toString());
    return ProgramRun.begin(command, environment, files.logs(), log);
  }

  /**
   * Puts the server out of the terminal's reach, so that Ctrl-C meant for the command does not end
   * the cluster. Both ways end in exec, so that the pid is the server's own.
   */
  private static List<String> detached(List<String> command) {
    List<String> line = new ArrayList<>();
    if (Files.isExecutable(SETSID)) {
      line.add(SETSID.toString());
    } else {
      line.addAll(List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$0\" \"$@\""));
    }
    line.addAll(command);
    return line;
  }
}
