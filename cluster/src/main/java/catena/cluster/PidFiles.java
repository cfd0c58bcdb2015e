package catena.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Remembers the process of each server, in a file each. */
final class PidFiles {
  private final ClusterFiles files;

  PidFiles(ClusterFiles files) {
    this.files = files;
  }

  Optional<ServerProcess> read(ServerId id) throws IOException {
    return Files.exists(files.pid(id))
        ? Optional.of(Json.read(files.pid(id), ServerProcess.class))
        : Optional.empty();
  }

  void write(ServerId id, ServerProcess process) throws IOException {
    Json.write(files.pid(id), process);
  }

  void forget(ServerId id) throws IOException {
    Files.deleteIfExists(files.pid(id));
  }

  ServerState state(ServerId id) throws IOException {
    Optional<ServerProcess> recorded = read(id);
    return ServerState.of(recorded, recorded.flatMap(process -> ProcessSight.of(process.pid())));
  }

  /** The live process of a server, if there is one. */
  Optional<ServerProcess> alive(ServerId id) throws IOException {
    return state(id).alive() ? read(id) : Optional.empty();
  }

  Server server(ServerId id, String host) throws IOException {
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
