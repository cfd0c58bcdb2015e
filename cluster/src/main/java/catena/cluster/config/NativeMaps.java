// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import catena.cluster.process.Launcher;
import catena.cluster.spec.ClusterException;
import catena.cluster.spec.ClusterFiles;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Builds Accumulo's native maps, once for a cluster's directory. */
public final class NativeMaps {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private NativeMaps() {}

  /** Whether the tservers can have them; builds them if need be, and reports why not. */
  public static boolean ready(
      ClusterFiles files, ServerJars jars, Launcher launcher, Consumer<String> notes)
      throws IOException, InterruptedException {
    Optional<Path> sources = jars.nativeSources();
    if (areOf(files, sources, jars.home().isPresent())) {
      return true;
    }
    if (sources.isEmpty()) {
      notes.accept("no native maps: their sources are not in " + jars.accumuloJars());
      return false;
    }
    try {
      build(files, sources.get(), launcher);
      return true;
    } catch (IOException e) {
      notes.accept("no native maps, tservers use Java's: " + e.getMessage());
      return false;
    }
  }

  /**
   * Whether those that were built are of these sources: a cluster may be started from another
   * Accumulo than before. Where no sources were noted they are of Catena's own Accumulo.
   */
  private static boolean areOf(ClusterFiles files, Optional<Path> sources, boolean brought)
      throws IOException {
    if (!Files.exists(library(files))) {
      return false;
    }
    Path noted = sourcesOf(files);
    return Files.exists(noted)
        ? sources.map(Path::toString).equals(Optional.of(Files.readString(noted)))
        : !brought;
  }

  private static Path sourcesOf(ClusterFiles files) {
    return files.nativeMaps().resolve("built-from");
  }

  private static void build(ClusterFiles files, Path sources, Launcher launcher)
      throws IOException, InterruptedException {
    Path directory = files.nativeMaps();
    if (Files.exists(directory)) {
      MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
    }
    Files.createDirectories(directory);
    // The JDK that runs this knows where its own headers are; make reads JAVA_HOME.
    String script =
        "tar xzf \"$1\" -C \"$0\" --strip-components=1 && JAVA_HOME=\"$2\" make -C \"$0\"";
    String java = System.getProperty("java.home");
    List<String> make =
        List.of("/bin/sh", "-c", script, directory.toString(), sources.toString(), java);
    launcher.run("native-maps", make, LIMIT);
    if (!Files.exists(library(files))) {
      throw new ClusterException("make left no " + library(files));
    }
    Files.writeString(sourcesOf(files), sources.toString());
  }

  private static Path library(ClusterFiles files) {
    return files.nativeMaps().resolve("libaccumulo.so");
  }
}
