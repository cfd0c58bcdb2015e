package catena.scenario;

import catena.cluster.ClusterSpec;
import catena.cluster.LocalCluster;
import catena.cluster.Role;
import catena.harness.command.Terminal;
import catena.harness.command.UsageException;
import catena.harness.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cluster that a run starts for itself when it is given none. */
final class OwnCluster {
  private OwnCluster() {}

  /**
   * What a scenario says of it.
   *
   * @throws UsageException with all that is wrong
   */
  static ClusterSpec spec(Map<String, Integer> servers) {
    ClusterSpec spec = ClusterSpec.usual();
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, Integer> entry : servers.entrySet()) {
      Optional<Role> role = Role.of(entry.getKey());
      if (role.isEmpty()) {
        problems.add(
            "cluster: there is no role '" + entry.getKey() + "'; roles are " + Role.words());
        continue;
      }
      try {
        spec = spec.with(role.get(), entry.getValue());
      } catch (IllegalArgumentException e) {
        e.getMessage().lines().forEach(problem -> problems.add("cluster: " + problem));
      }
    }
    if (!problems.isEmpty()) {
      throw new UsageException(problems);
    }
    return spec;
  }

  /** Starts it, in the run directory where that is local. */
  static LocalCluster start(Map<String, Integer> servers, RunDirectory directory, Terminal terminal)
      throws IOException, InterruptedException {
    return LocalCluster.start(place(directory), spec(servers), terminal::note);
  }

  private static Path place(RunDirectory directory) throws IOException {
    return directory.root().toUri().getScheme().equals("file")
        ? Path.of(directory.root().toUri().getPath(), "cluster")
        : Files.createTempDirectory("catena-cluster");
  }
}
