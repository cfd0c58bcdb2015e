package catena.cluster.config;

import catena.cluster.spec.ClusterException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the servers' jars lie.
 *
 * @param accumulo directory of Accumulo's and ZooKeeper's
 * @param hadoop directory of Hadoop's
 */
public record ServerJars(Path accumulo, Path hadoop) {
  private static final String HOME = "catena.home";
  private static final String ACCUMULO = "catena.lib.accumulo";
  private static final String HADOOP = "catena.lib.hadoop";

  /**
   * Finds them by system property: below {@code catena.home} in a distribution, or where {@code
   * catena.lib.accumulo} and {@code catena.lib.hadoop} say in a build.
   *
   * @throws ClusterException if they are not there
   */
  public static ServerJars find() throws ClusterException {
    return new ServerJars(directory(ACCUMULO, "accumulo"), directory(HADOOP, "hadoop"));
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

  /** The sources of the native maps, if they are there. */
  Optional<Path> nativeSources() {
    File[] found =
        accumulo.toFile().listFiles((d, name) -> name.matches("accumulo-native-.*\\.tar\\.gz"));
    return found == null || found.length == 0 ? Optional.empty() : Optional.of(found[0].toPath());
  }
}
