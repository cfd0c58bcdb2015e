// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.logging.log4j.core.config.Configurator;

/**
 * Where this process keeps its log: in the run directory once it has one on this machine, until
 * then where the user's programs keep what they have to say, and nowhere if that cannot be written.
 *
 * <p>The installation need not be the user's. {@code conf/log4j2.properties} reads the two system
 * properties that are set here; a file comes into being with its first line.
 */
public final class ProcessLog {
  /** The path of the log. */
  static final String FILE = "catena.log";

  /** What is logged at least: {@code ALL}, or {@code OFF}. */
  static final String LEVEL = "catena.log.level";

  private ProcessLog() {}

  /** Chooses the place for the beginning; to be called before anything logs, and by main only. */
  public static void begin() {
    Optional<Path> file = place(System.getenv(), Path.of(System.getProperty("user.home", "/")));
    System.setProperty(FILE, file.map(Path::toString).orElse("catena.log"));
    System.setProperty(LEVEL, file.isPresent() ? "ALL" : "OFF");
  }

  /**
   * The first of {@code $CATENA_LOG_DIR}, {@code $XDG_STATE_HOME/catena} and {@code
   * ~/.local/state/catena} that is named, in which a file of this process's own can be made.
   *
   * @return empty if it cannot be written: then nothing is logged
   */
  static Optional<Path> place(Map<String, String> environment, Path home) {
    Path state =
        named(environment, "XDG_STATE_HOME").orElse(home.resolve(".local/state")).resolve("catena");
    Path directory = named(environment, "CATENA_LOG_DIR").orElse(state);
    return Optional.of(directory.resolve("catena.log")).filter(ProcessLog::isWritable);
  }

  private static Optional<Path> named(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable))
        .filter(text -> !text.isBlank())
        .map(Path::of)
        .map(Path::toAbsolutePath);
  }

  /** Whether a file could be written that need not be there, nor its directory. */
  private static boolean isWritable(Path file) {
    return Files.exists(file)
        ? Files.isRegularFile(file) && Files.isWritable(file)
        : Stream.iterate(file.toAbsolutePath().getParent(), each -> each != null, Path::getParent)
            .filter(Files::exists)
            .findFirst()
            .filter(there -> Files.isDirectory(there) && Files.isWritable(there))
            .isPresent();
  }

  /**
   * From now on the log is in a run directory, where it can be; does nothing in a process that has
   * not begun one, such as a test's.
   *
   * @param command names the file
   */
  public static void into(RunDirectory directory, String command) {
    Optional<Path> file =
        directory
            .local()
            .map(root -> root.resolve(directory.nameOf(directory.log(command))))
            .filter(ProcessLog::isWritable);
    if (file.isPresent() && System.getProperty(FILE) != null) {
      System.setProperty(FILE, file.get().toString());
      System.setProperty(LEVEL, "ALL");
      Configurator.reconfigure();
    }
  }
}
