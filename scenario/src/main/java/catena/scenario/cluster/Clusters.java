// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import catena.cluster.local.ClusterRequest;
import catena.cluster.local.ClusterSetup;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.cluster.spec.NodeLimits;
import catena.cluster.spec.Security;
import catena.cluster.spec.Tiers;
import catena.cluster.spec.Volume;
import catena.harness.activity.CallerContext;
import catena.harness.activity.LocalFiles;
import catena.harness.command.Terminal;
import catena.records.run.RunDirectory;
import catena.records.server.Role;
import catena.records.settings.Texts;
import catena.records.words.Problems;
import catena.records.words.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The cluster of a run: what is known of one that is named, for the activities that can do
 * something with it, and the one that a run starts for itself when it is given none.
 */
public final class Clusters {
  private static final List<String> WORDS =
      Stream.concat(
              Stream.of(
                  "hosts",
                  "volume",
                  "zookeeper.timeout",
                  "accumulo",
                  "security",
                  "disks",
                  "sync.on.close",
                  "instrument"),
              Stream.concat(Tiers.WORDS.stream(), NodeLimits.WORDS.stream()))
          .toList();

  /** The prefix of Accumulo's own properties. */
  private static final String SITE = "site.";

  private Clusters() {}

  /** The local cluster that has these client properties in its directory, if it is one. */
  public static Optional<LocalCluster> at(Path clientProperties, Terminal terminal) {
    Path directory = clientProperties.toAbsolutePath().getParent();
    try {
      return LocalCluster.exists(directory)
          ? Optional.of(LocalCluster.open(directory, terminal::note))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("the local cluster in " + directory + " is not readable", e);
    }
  }

  /** A cluster whose servers can be killed and started, and the places of its files. */
  public static CallerContext given(LocalCluster cluster) {
    return CallerContext.of(cluster, files(cluster.clientProperties().getParent()));
  }

  /**
   * What is known by the client properties alone. Only a caller that acts on a cluster needs the
   * servers' programs, so it is opened on request.
   */
  public static CallerContext given(Path clientProperties, Terminal terminal) {
    Path directory = clientProperties.toAbsolutePath().getParent();
    return LocalCluster.exists(directory)
        ? CallerContext.of(files(directory))
            .and(
                CallerContext.lazily(
                    LocalCluster.class, () -> at(clientProperties, terminal).orElseThrow()))
        : CallerContext.NOTHING;
  }

  private static LocalFiles files(Path directory) {
    return new LocalFiles(directory, new ClusterFiles(directory).hadoopConf());
  }

  /**
   * Checks whether this machine can carry the cluster that a run starts for itself.
   *
   * @param runs the run directory, or the one in which it will be made
   * @throws UsageException if it cannot
   */
  public static void check(ClusterSpec spec, String runs) throws IOException, InterruptedException {
    URI named = new org.apache.hadoop.fs.Path(runs).toUri();
    boolean local = named.getScheme() == null || named.getScheme().equals("file");
    String place = local ? named.getPath() : System.getProperty("java.io.tmpdir");
    Optional<String> problem = ClusterSetup.whyNot(Path.of(place), spec);
    if (problem.isPresent()) {
      throw new UsageException("cluster: " + problem.get());
    }
  }

  /**
   * What a scenario says of a cluster: numbers of servers by role, over how many {@code hosts} they
   * are spread, on which {@code volume}, after what {@code zookeeper.timeout} a server is given up,
   * from which {@code accumulo} its servers are started, with what {@code security} they talk,
   * which separate {@code disks} DataNodes have, whether these {@code sync.on.close}, whether
   * servers have the agent ({@code instrument}), what is on a fast or a slow one of two, and by
   * what ({@link Tiers}), what each node has to itself ({@link NodeLimits}); and behind {@code
   * site.} Accumulo's own properties.
   *
   * @param problems takes all that is wrong
   */
  public static ClusterSpec spec(String file, Map<String, String> words, Problems problems) {
    ClusterSpec spec = ClusterSpec.usual();
    Tiers.problem(words)
        .ifPresent(
            problem -> problems.add("%s: cluster.%s: %s".formatted(file, Tiers.BY, problem)));
    // What decides about other numbers comes before those that say otherwise.
    for (String word : WORDS) {
      if (words.containsKey(word)) {
        spec = with(spec, file, word, words.get(word), problems);
      }
    }
    for (Map.Entry<String, String> entry : words.entrySet()) {
      if (Role.of(entry.getKey()).isPresent() || entry.getKey().startsWith(SITE)) {
        spec = with(spec, file, entry.getKey(), entry.getValue(), problems);
      } else if (!WORDS.contains(entry.getKey())) {
        problems.add(
            "%s: cluster: there is no role '%s'; write %s, %s, or %sPROPERTY of Accumulo"
                .formatted(file, entry.getKey(), Role.words(), String.join(", ", WORDS), SITE));
      }
    }
    return spec;
  }

  private static ClusterSpec with(
      ClusterSpec spec, String file, String word, String value, Problems problems) {
    try {
      return switch (word) {
        case "hosts" -> spec.withHosts(Integer.parseInt(value));
        case "volume" -> spec.withVolume(Volume.of(value));
        case "accumulo" -> spec.withAccumulo(home(value));
        case "disks" -> spec.withDisks(spec.disks().sized(Texts.parseSize(value)));
        case "sync.on.close" -> spec.withDisks(spec.disks().syncing(Texts.bool(value)));
        case "instrument" -> spec.withInstrument(Texts.bool(value));
        case "security" -> spec.withSecurity(Security.of(value));
        case "zookeeper.timeout" -> spec.withZookeeperTimeout(Texts.parseDuration(value));
        default -> other(spec, word, value);
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

  private static ClusterSpec other(ClusterSpec spec, String word, String value) {
    if (word.startsWith(SITE)) {
      String key = word.substring(SITE.length());
      ClusterRequest.check(key, value);
      return spec.withSite(key, value);
    }
    if (Tiers.WORDS.contains(word)) {
      return spec.withDisks(spec.disks().tiered(word, value));
    }
    return NodeLimits.WORDS.contains(word)
        ? spec.withNodes(spec.nodes().with(word, value))
        : spec.with(Role.of(word).orElseThrow(), Integer.parseInt(value));
  }

  private static Path home(String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("name the directory of an Accumulo 2.1.x");
    }
    return Path.of(value);
  }

  /**
   * What a person may do with a cluster once it is stopped, its data kept, in lines: commands as
   * they are to be written.
   *
   * @param empty whether nothing was written
   * @param brokenOff whether there may be more to write
   */
  public static List<String> onwards(
      Path clientProperties, String directory, boolean empty, boolean brokenOff) {
    List<String> lines = new ArrayList<>();
    lines.add("Its data is kept. To " + (brokenOff && !empty ? "carry on:" : "inspect it:"));
    lines.add("  bin/catena cluster start --dir " + clientProperties.getParent());
    if (brokenOff && !empty) {
      lines.add("  bin/catena ingest -c " + clientProperties + " --resume " + directory);
    }
    if (!empty) {
      lines.add("  bin/catena verify -c " + clientProperties + " " + directory);
    }
    return lines;
  }

  /** Starts a cluster, in the run directory if that is local. */
  public static LocalCluster start(ClusterSpec spec, RunDirectory directory, Terminal terminal)
      throws IOException, InterruptedException {
    Optional<Path> local = directory.local();
    Path place =
        local.isPresent()
            ? local.get().resolve("cluster")
            : Files.createTempDirectory("catena-cluster");
    return LocalCluster.start(place, spec, terminal::note);
  }
}
