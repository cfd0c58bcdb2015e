// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import catena.cluster.process.Launcher;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The classes of a directory of jars as Java maps them into memory (class data sharing, {@code
 * -XX:SharedArchiveFile}): with it a server need not read and verify each of them.
 *
 * <p>Java makes it of what a running server has loaded ({@code jcmd PID VM.cds static_dump}), and
 * takes it for the same jars and the same Java only, and if no directory is before the jars on the
 * class path. Its name identifies the jars and the Java: after either has changed, it is not found,
 * and another one is made.
 *
 * @param jars the directory; the archive is a file next to it
 */
public record ClassArchive(Path jars) {
  private static final String ENDING = ".jsa";
  private static final String FRESH = ".new";

  /** To make one takes some 15 s of CPU. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");

  /** What makes a server begin with it; nothing where there is none. */
  List<String> options() {
    return file()
        .filter(Files::isRegularFile)
        .map(file -> List.of("-XX:SharedArchiveFile=" + file))
        .orElse(List.of());
  }

  /** Whether no process has made or is making one, and this Java can write it there. */
  public boolean isMissing() {
    return Files.isExecutable(JCMD)
        && file()
            .filter(file -> !Files.exists(file) && Files.isWritable(file.getParent()))
            .isPresent()
        && !isBeingMade();
  }

  /** Whether a process has begun to make one, and may still be making it. */
  private boolean isBeingMade() {
    long since = System.currentTimeMillis() - LIMIT.toMillis();
    return Stream.of(jars.getParent().toFile().listFiles())
        .filter(file -> file.getName().startsWith(prefix()) && file.getName().endsWith(FRESH))
        .anyMatch(file -> file.lastModified() > since);
  }

  /**
   * Makes one of the classes of a running server, which goes on, and removes those of jars, or of a
   * Java, that are not there any more. Several processes may do so at once: each makes its own, and
   * the last one stays.
   *
   * @throws IOException if it cannot be made
   */
  public void make(long pid, Launcher launcher) throws IOException, InterruptedException {
    Path file = file().orElseThrow();
    Path fresh = file.resolveSibling(prefix() + pid + FRESH);
    String text = fresh.toString();
    try {
      Files.createFile(fresh);
      launcher.run(
          "class-archive",
          List.of(JCMD.toString(), String.valueOf(pid), "VM.cds", "static_dump", text),
          LIMIT);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
      // What Java said while it made the archive, it leaves where the server works.
      Path place = Path.of("/proc", String.valueOf(pid), "cwd");
      if (Files.isDirectory(place)) {
        remove(place, "java_pid*_std{out,err}", file);
      }
    }
    remove(file.getParent(), prefix() + "*" + ENDING, file);
  }

  private static void remove(Path place, String names, Path kept) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(place, names)) {
      for (Path each : all) {
        if (!each.equals(kept)) {
          Files.deleteIfExists(each);
        }
      }
    }
  }

  /** Where it is, or would be; nowhere where the jars cannot be listed. */
  private Optional<Path> file() {
    StringBuilder of = new StringBuilder(System.getProperty("java.home"));
    of.append(' ').append(Runtime.version());
    Set<Path> sorted = new TreeSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(jars, "*.jar")) {
      all.forEach(sorted::add);
      for (Path jar : sorted) {
        of.append('\n').append(jar).append(' ').append(Files.size(jar));
        of.append(' ').append(Files.getLastModifiedTime(jar));
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    String hash = Hashing.sha256().hashString(of, StandardCharsets.UTF_8).toString();
    return Optional.of(jars.resolveSibling(prefix() + hash.substring(0, 16) + ENDING));
  }

  private String prefix() {
    return jars.getFileName() + "-";
  }
}
