// SPDX-License-Identifier: Apache-2.0
package catena.cluster.process;

import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.Json;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerProcess;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/**
 * Remembers the process of each server, in a file each.
 *
 * <p>A file that is empty or cut off, as a loss of power or a full disk leaves it, names no
 * process: its server counts as dead, and its process, if it lives, is found by its mark.
 */
public final class PidFiles {
  private final ClusterFiles files;
  private final LongFunction<Optional<ProcStat>> system;

  /** When the processes began that were seen as servers, by number. */
  private final Map<Long, String> births = new ConcurrentHashMap<>();

  /** The files of a cluster. */
  public PidFiles(ClusterFiles files) {
    this(files, ProcStat::of);
  }

  /**
   * The same on a system that is made up.
   *
   * @param system what there is under a number
   */
  PidFiles(ClusterFiles files, LongFunction<Optional<ProcStat>> system) {
    this.files = files;
    this.system = system;
  }

  /**
   * The content of a server's file; empty if there is none, or a torn one.
   *
   * @throws ClusterException if it is whole and not what this version writes
   */
  public Optional<ServerProcess> read(ServerId id) throws IOException {
    return Files.exists(files.pid(id)) && Json.isWhole(files.pid(id))
        ? Optional.of(Json.read(files.pid(id), ServerProcess.class))
        : Optional.empty();
  }

  /** Replaces a server's file. */
  public void write(ServerId id, ServerProcess process) throws IOException {
    Json.write(files.pid(id), process);
  }

  /** Removes a server's file, if there is one. */
  public void forget(ServerId id) throws IOException {
    Files.deleteIfExists(files.pid(id));
  }

  /** What has become of a server. */
  public ServerState state(ServerId id) throws IOException {
    Optional<ServerProcess> recorded = read(id);
    if (recorded.isEmpty() && Files.exists(files.pid(id))) {
      return ServerState.DEAD;
    }
    return ServerState.of(recorded, recorded.flatMap(process -> system.apply(process.pid())));
  }

  /** The live process of a server, if there is one. */
  public Optional<ServerProcess> alive(ServerId id) throws IOException {
    return state(id).alive() ? read(id) : Optional.empty();
  }

  /**
   * All live processes of servers: those that their files name; of those whose file names no live
   * one, or that have none, those that were started as this server, or by it.
   */
  public List<ServerProcess> processes(Collection<ServerId> ids) throws IOException {
    List<ServerProcess> processes = new ArrayList<>();
    List<ServerId> unnamed = new ArrayList<>();
    for (ServerId id : ids) {
      Optional<ServerProcess> named = alive(id);
      named.ifPresentOrElse(processes::add, () -> unnamed.add(id));
    }
    if (!unnamed.isEmpty()) { // all of the machine's processes are checked
      processes.addAll(OrphanProcesses.find(files, unnamed));
    }
    return processes;
  }

  /**
   * A server as it is now.
   *
   * @param host the address that it has
   */
  public Server server(ServerId id, String host) throws IOException {
    ServerState state = state(id);
    Optional<ServerProcess> process = state.alive() ? read(id) : Optional.empty();
    process.ifPresent(seen -> births.put(seen.pid(), seen.birth()));
    return new Server(
        id,
        state,
        process.map(p -> OptionalLong.of(p.pid())).orElse(OptionalLong.empty()),
        host,
        new TreeMap<>(process.map(ServerProcess::ports).orElse(Map.of())),
        process.map(ServerProcess::since),
        files.log(id));
  }

  /**
   * Whether the process that {@link #server} has shown under this number is still there: another
   * one that was given the number since is not that, nor is a thread. Of a number that it has not
   * shown, whether there is any.
   */
  public boolean lives(long pid) {
    return system
        .apply(pid)
        .filter(now -> births.getOrDefault(pid, now.birth()).equals(now.birth()))
        .isPresent();
  }
}
