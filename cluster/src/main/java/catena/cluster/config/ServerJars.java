// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import catena.cluster.spec.ClusterException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the servers' jars lie.
 *
 * @param accumulo directory of Catena's own Accumulo and of ZooKeeper
 * @param hadoop directory of Hadoop's
 * @param home where Accumulo's servers are started from instead of {@code accumulo}
 */
public record ServerJars(Path accumulo, Path hadoop, Optional<AccumuloHome> home) {
  private static final String HOME = "catena.home";
  private static final String ACCUMULO = "catena.lib.accumulo";
  private static final String HADOOP = "catena.lib.hadoop";

  /**
   * Finds them by system property: below {@code catena.home} in a distribution, or where {@code
   * catena.lib.accumulo} and {@code catena.lib.hadoop} say in a build.
   *
   * @param home where Accumulo is to be started from instead, which is not looked at
   * @throws ClusterException if they are not there
   */
  public static ServerJars find(Optional<AccumuloHome> home) throws ClusterException {
    return new ServerJars(directory(ACCUMULO, "accumulo"), directory(HADOOP, "hadoop"), home);
  }

  private static Path directory(String property, String below) throws ClusterException {
    String home = System.getProperty(HOME);
    String own = System.getProperty(property);
    if (own == null && home == null) {
      throw new ClusterException(
          "the servers' jars are found by the system property " + HOME + ", which is not set");
    }
    Path directory = own != null ? Path.of(own) : Path.of(home, "lib", below);
    if (!Files.isDirectory(directory)) {
      throw new ClusterException(
          directory + " with the servers' jars is missing; build the distribution first");
    }
    return directory.toAbsolutePath();
  }

  /** A class path of configuration directories and all the jars of one directory. */
  static String classPath(Path jars, Path... configurations) {
    StringBuilder path = new StringBuilder();
    for (Path each : configurations) {
      path.append(each).append(File.pathSeparatorChar);
    }
    return path.append(jars.resolve("*")).toString();
  }

  /** The class path of Accumulo's servers and tools behind directories of configuration. */
  String accumuloClassPath(Path... configurations) {
    return home.map(
            own ->
                Stream.concat(
                        Stream.of(classPath(own.jars(), configurations)),
                        own.complement(accumulo).stream().map(Path::toString))
                    .collect(Collectors.joining(File.pathSeparator)))
        .orElseGet(() -> classPath(accumulo, configurations));
  }

  /** The directory that has the jars of Accumulo's servers. */
  Path accumuloJars() {
    return home.map(AccumuloHome::jars).orElse(accumulo);
  }

  /**
   * The agent that servers can be started with; its own, also where they are another Accumulo's.
   */
  public Optional<Path> agent() {
    File[] found = accumulo.toFile().listFiles((d, name) -> name.matches("instrument-.*\\.jar"));
    return found == null || found.length == 0 ? Optional.empty() : Optional.of(found[0].toPath());
  }

  /** The sources of the native maps, if they are there. */
  Optional<Path> nativeSources() {
    File[] found =
        accumuloJars()
            .toFile()
            .listFiles((d, name) -> name.matches("accumulo-native(-.*)?\\.tar\\.gz"));
    return found == null || found.length == 0 ? Optional.empty() : Optional.of(found[0].toPath());
  }
}
