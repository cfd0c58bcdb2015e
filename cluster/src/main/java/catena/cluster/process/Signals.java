// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.Limit;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.ServerProcess;
import catena.cluster.spec.ServerState;
import catena.records.threads.ProgramRun;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Signals to processes, never to one that only inherited the pid. */
public final class Signals {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration SEND_LIMIT = Duration.ofSeconds(10);
  private static final Duration KILL_LIMIT = Duration.ofSeconds(20);

  private Signals() {}

  /** Sends a signal, if the process is still the one that was started. */
  public static void send(ServerProcess process, String signal)
      throws IOException, InterruptedException {
    if (alive(process)) {
      // That the process has ended meanwhile is no failure.
      List<String> kill = List.of("/bin/sh", "-c", "kill -" + signal + " " + process.pid());
      if (ProgramRun.of(kill, SEND_LIMIT).isEmpty()) {
        throw new ClusterException(
            "signal " + signal + " could not be sent to process " + process.pid());
      }
    }
  }

  /** Whether the process that was started still lives; one that only has its pid does not count. */
  public static boolean alive(ServerProcess process) {
    Optional<ProcStat> seen = ProcStat.of(process.pid());
    return ServerState.of(Optional.of(process), seen).alive();
  }

  /**
   * Halts the processes and waits until no thread of theirs runs any more; one that ends meanwhile
   * is no failure.
   *
   * @throws ClusterException if that takes too long
   */
  public static void halt(Collection<ServerProcess> processes)
      throws IOException, InterruptedException {
    for (ServerProcess each : processes) {
      send(each, "STOP");
    }
    if (!new Limit(KILL_LIMIT)
        .await(
            POLL,
            () ->
                processes.stream()
                    .allMatch(each -> !alive(each) || ProcStat.isHalted(each.pid())))) {
      throw new ClusterException("processes do not halt: " + processes);
    }
  }

  /** Kills the processes and waits until they are gone. */
  public static void kill(Collection<ServerProcess> processes)
      throws IOException, InterruptedException {
    for (ServerProcess each : processes) {
      send(each, "KILL");
    }
    if (!gone(processes, KILL_LIMIT)) {
      throw new ClusterException("killed processes do not end: " + processes);
    }
  }

  /** Asks the processes to end, paused ones too, and kills those that are left after the limit. */
  public static void end(Collection<ServerProcess> processes, Duration limit)
      throws IOException, InterruptedException {
    for (ServerProcess each : processes) {
      send(each, "TERM");
      send(each, "CONT");
    }
    if (!gone(processes, limit)) {
      kill(processes);
    }
  }

  private static boolean gone(Collection<ServerProcess> processes, Duration limit)
      throws IOException, InterruptedException {
    return new Limit(limit).await(POLL, () -> processes.stream().noneMatch(Signals::alive));
  }
}
