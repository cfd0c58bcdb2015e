// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.apache.accumulo.core.client.AccumuloClient;
import org.apache.hadoop.util.VersionInfo;
import org.apache.zookeeper.Version;

/**
 * The versions of this program and of what it is made of; {@code unknown} where a jar is silent.
 */
public final class Versions {
  /** Written into the jars' manifests by the build. */
  static final String COMMIT = "Git-Commit";

  private static final String UNKNOWN = "unknown";

  private Versions() {}

  /** Catena's own. */
  public static String catena() {
    return of(Versions.class);
  }

  /** The commit that Catena was built from, if the build knew it. */
  public static Optional<String> commit() {
    CodeSource source = Versions.class.getProtectionDomain().getCodeSource();
    try {
      return source == null ? Optional.empty() : commit(Path.of(source.getLocation().toURI()));
    } catch (URISyntaxException | IOException e) {
      return Optional.empty(); // the rest can still be reported
    }
  }

  /** The commit that a jar was built from, if its manifest says so. */
  static Optional<String> commit(Path jar) throws IOException {
    if (!Files.isRegularFile(jar)) {
      return Optional.empty();
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      return Optional.ofNullable(file.getManifest())
          .map(Manifest::getMainAttributes)
          .map(attributes -> attributes.getValue(COMMIT))
          .filter(commit -> !commit.equals(UNKNOWN));
    }
  }

  /** Of the client library of Accumulo. */
  public static String accumuloClient() {
    return of(AccumuloClient.class);
  }

  /** Of the client library of Hadoop. */
  public static String hadoopClient() {
    return VersionInfo.getVersion();
  }

  /** Of the client library of ZooKeeper. */
  public static String zookeeperClient() {
    return Version.getVersion();
  }

  /** Of the virtual machine, with its name. */
  public static String java() {
    return System.getProperty("java.vm.name") + " " + Runtime.version();
  }

  private static String of(Class<?> type) {
    String version = type.getPackage().getImplementationVersion();
    return version == null ? UNKNOWN : version;
  }
}
