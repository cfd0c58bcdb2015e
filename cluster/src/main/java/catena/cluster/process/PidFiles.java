package catena.cluster.process;

import catena.cluster.record.ClusterFiles;
import catena.cluster.record.Json;
import catena.cluster.spec.ProcStat;
import catena.cluster.spec.Server;
import catena.cluster.spec.ServerProcess;
import catena.cluster.spec.ServerState;
import catena.harness.instance.ServerId;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Remembers the process of each server, in a file each. */
public final class PidFiles {
  private final ClusterFiles files;

  public PidFiles(ClusterFiles files) {
    this.files = files;
  }

  public Optional<ServerProcess> read(ServerId id) throws IOException {
    return Files.exists(files.pid(id))
        ? Optional.of(Json.read(files.pid(id), ServerProcess.class))
        : Optional.empty();
  }

  public void write(ServerId id, ServerProcess process) throws IOException {
    Json.write(files.pid(id), process);
  }

  public void forget(ServerId id) throws IOException {
    Files.deleteIfExists(files.pid(id));
  }

  public ServerState state(ServerId id) throws IOException {
    Optional<ServerProcess> recorded = read(id);
    return ServerState.of(recorded, recorded.flatMap(process -> ProcStat.of(process.pid())));
  }

  /** The live process of a server, if there is one. */
  public Optional<ServerProcess> alive(ServerId id) throws IOException {
    return state(id).alive() ? read(id) : Optional.empty();
  }

  public Server server(ServerId id, String host) throws IOException {
    ServerState state = state(id);
    Optional<ServerProcess> process = state.alive() ? read(id) : Optional.empty();
    return new Server(
        id,
        state,
        process.map(p -> OptionalLong.of(p.pid())).orElse(OptionalLong.empty()),
        host,
        new TreeMap<>(process.map(ServerProcess::ports).orElse(Map.of())),
        process.map(ServerProcess::since),
        files.log(id));
  }
}
