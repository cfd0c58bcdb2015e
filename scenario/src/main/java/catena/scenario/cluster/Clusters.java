// SPDX-License-Identifier: Apache-2.0
package catena.scenario.cluster;

import catena.cluster.local.ClusterSetup;
import catena.cluster.local.LocalCluster;
import catena.cluster.spec.ClusterFiles;
import catena.cluster.spec.ClusterSpec;
import catena.harness.activity.CallerContext;
import catena.harness.activity.LocalFiles;
import catena.harness.command.Terminal;
import catena.records.run.RunDirectory;
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
import java.util.function.BinaryOperator;

/**
 * The cluster of a run: what is known of one that is named, for the activities that can do
 * something with it, and the one that a run starts for itself when it is given none.
 */
public final class Clusters {
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
   * What a scenario says of a cluster, by the words of {@link ClusterSpec#with(Map,
   * BinaryOperator)}.
   *
   * @param problems takes all that is wrong
   */
  public static ClusterSpec spec(String file, Map<String, String> words, Problems problems) {
    String where = file + ": cluster";
    try {
      return ClusterSpec.usual()
          .with(words, (word, why) -> where + (word.isEmpty() ? "" : "." + word) + ": " + why);
    } catch (IllegalArgumentException e) {
      e.getMessage().lines().forEach(problems::add);
      return ClusterSpec.usual();
    }
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
