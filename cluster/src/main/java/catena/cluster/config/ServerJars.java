// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import catena.cluster.spec.ClusterException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
   * @param home where Accumulo is to be started from instead, which is not checked
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

  /**
   * A class path of all the jars of one directory, and directories of configuration behind them:
   * with one before them Java would take no {@link ClassArchive}.
   */
  static String classPath(Path jars, Path... configurations) {
    return joined(Stream.concat(Stream.of(jars.resolve("*")), Stream.of(configurations)));
  }

  /**
   * The class path of Accumulo's servers and tools with directories of configuration. These are
   * before the jars of an Accumulo that is not Catena's, since their contents are unknown.
   */
  String accumuloClassPath(Path... configurations) {
    if (home.isEmpty()) {
      return classPath(accumulo, configurations);
    }
    List<Path> paths = new ArrayList<>(List.of(configurations));
    paths.add(home.get().jars().resolve("*"));
    paths.addAll(home.get().complement(accumulo));
    return joined(paths.stream());
  }

  private static String joined(Stream<Path> paths) {
    return paths.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** The archive of Accumulo's classes; none where it is not Catena's own Accumulo. */
  public Optional<ClassArchive> accumuloArchive() {
    return home.isPresent() ? Optional.empty() : Optional.of(new ClassArchive(accumulo));
  }

  /** The archive of Hadoop's classes. */
  public ClassArchive hadoopArchive() {
    return new ClassArchive(hadoop);
  }

  /** The directory that has the jars of Accumulo's servers. */
  Path accumuloJars() {
    return home.map(AccumuloHome::jars).orElse(accumulo);
  }

  /**
   * The agent that servers can be started with; its own, also where they are another Accumulo's.
   */
  public Optional<Path> agent() {
    return first(accumulo, "instrument-.*\\.jar");
  }

  private static Optional<Path> first(Path directory, String name) {
    File[] found = directory.toFile().listFiles((d, each) -> each.matches(name));
    return found == null || found.length == 0 ? Optional.empty() : Optional.of(found[0].toPath());
  }

  /** The sources of the native maps, if they are there. */
  Optional<Path> nativeSources() {
    return first(accumuloJars(), "accumulo-native(-.*)?\\.tar\\.gz");
  }
}
