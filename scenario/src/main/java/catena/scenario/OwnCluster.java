package catena.scenario;

import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.Volume;
import catena.harness.command.Terminal;
import catena.harness.instance.Role;
import catena.harness.run.RunDirectory;
import catena.harness.settings.Texts;
import catena.harness.words.Problems;
import catena.harness.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cluster that a run starts for itself when it is given none. */
final class OwnCluster {
  private static final List<String> WORDS = List.of("hosts", "volume", "zookeeper.timeout");

  private OwnCluster() {}

  /**
   * Checks whether this machine can carry it.
   *
   * @throws UsageException if it cannot
   */
  static void check(ClusterSpec spec) throws IOException, InterruptedException {
    if (spec.hosts() > 0) {
      Optional<String> problem = LocalCluster.whyNoHosts();
      if (problem.isPresent()) {
        throw new UsageException("cluster: " + problem.get());
      }
    }
  }

  /**
   * What a scenario says of it: numbers of servers by role, over how many {@code hosts} they are
   * spread, on which {@code volume}, after what {@code zookeeper.timeout} a server is given up.
   *
   * @param problems takes all that is wrong
   */
  static ClusterSpec spec(Path file, Map<String, String> words, Problems problems) {
    ClusterSpec spec = ClusterSpec.usual();
    // What decides about other numbers comes before those that say otherwise.
    for (String word : WORDS) {
      if (words.containsKey(word)) {
        spec = with(spec, file, word, words.get(word), problems);
      }
    }
    for (Map.Entry<String, String> entry : words.entrySet()) {
      if (Role.of(entry.getKey()).isPresent()) {
        spec = with(spec, file, entry.getKey(), entry.getValue(), problems);
      } else if (!WORDS.contains(entry.getKey())) {
        problems.add(
            "%s: cluster: there is no role '%s'; write %s, %s"
                .formatted(file, entry.getKey(), Role.words(), String.join(", ", WORDS)));
      }
    }
    return spec;
  }

  private static ClusterSpec with(
      ClusterSpec spec, Path file, String word, String value, Problems problems) {
    try {
      return switch (word) {
        case "hosts" -> spec.withHosts(Integer.parseInt(value));
        case "volume" -> spec.withVolume(Volume.of(value));
        case "zookeeper.timeout" -> spec.withZookeeperTimeout(Texts.parseDuration(value));
        default -> spec.with(Role.of(word).orElseThrow(), Integer.parseInt(value));
      };
    } catch (NumberFormatException e) {
      problems.add("%s: cluster.%s must be a number, not '%s'".formatted(file, word, value));
    } catch (IllegalArgumentException e) {
      e.getMessage()
          .lines()
          .forEach(line -> problems.add(file + ": cluster." + word + ": " + line));
    }
    return spec;
  }

  /** Starts it, in the run directory where that is local. */
  static LocalCluster start(ClusterSpec spec, RunDirectory directory, Terminal terminal)
      throws IOException, InterruptedException {
    return LocalCluster.start(place(directory), spec, terminal::note);
  }

  private static Path place(RunDirectory directory) throws IOException {
    return directory.root().toUri().getScheme().equals("file")
        ? Path.of(directory.root().toUri().getPath(), "cluster")
        : Files.createTempDirectory("catena-cluster");
  }
}
