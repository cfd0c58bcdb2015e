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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cluster that a run starts for itself when it is given none. */
final class OwnCluster {
  /** Not a role, but what the servers are spread over. */
  private static final String HOSTS = "hosts";

  private OwnCluster() {}

  /**
   * Checks what a scenario says of it.
   *
   * @param wanted whether it will be started here
   * @throws UsageException with all that is wrong, also if this machine cannot carry the hosts
   */
  static void check(Map<String, Integer> servers, boolean wanted)
      throws IOException, InterruptedException {
    if (spec(servers).hosts() > 0 && wanted) {
      Optional<String> problem = LocalCluster.whyNoHosts();
      if (problem.isPresent()) {
        throw new UsageException("cluster: " + problem.get());
      }
    }
  }

  /**
   * What a scenario says of it.
   *
   * @throws UsageException with all that is wrong
   */
  static ClusterSpec spec(Map<String, Integer> servers) {
    Map<String, Integer> numbers = new LinkedHashMap<>(servers);
    ClusterSpec spec = ClusterSpec.usual();
    List<String> problems = new ArrayList<>();
    try {
      spec = spec.withHosts(Optional.ofNullable(numbers.remove(HOSTS)).orElse(0));
    } catch (IllegalArgumentException e) {
      problems.add("cluster: " + e.getMessage());
    }
    for (Map.Entry<String, Integer> entry : numbers.entrySet()) {
      Optional<Role> role = Role.of(entry.getKey());
      if (role.isEmpty()) {
        problems.add(
            "cluster: there is no role '"
                + entry.getKey()
                + "'; roles are "
                + Role.words()
                + ", "
                + HOSTS);
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
