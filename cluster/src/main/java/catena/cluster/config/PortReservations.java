// SPDX-License-Identifier: Apache-2.0
package catena.cluster.config;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/**
 * Keeps two clusters that start at the same time on one machine from choosing the same port: a file
 * for each port that was chosen, until its server had time to listen there.
 */
final class PortReservations {
  /** Longer than a server takes to start; after it, who listens holds the port. */
  private static final Duration VALID = Duration.ofMinutes(3);

  private final Path directory;
  private final Clock clock;

  /** Those of this user on this machine. */
  static PortReservations ofMachine() {
    return new PortReservations(
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "catena-ports-" + System.getProperty("user.name")),
        Clock.systemUTC());
  }

  PortReservations(Path directory, Clock clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * Reserves a port.
   *
   * @return whether nobody else has; also if reservations cannot be kept here, since they only make
   *     a rare accident rarer
   */
  boolean take(int port) {
    try {
      Files.createDirectories(directory);
      forget();
    } catch (IOException e) {
      return true;
    }
    try {
      Files.createFile(directory.resolve(Integer.toString(port)));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Takes reservations back that are of no more use, and leaves nothing behind. */
  void release(Collection<Integer> ports) {
    try {
      for (int port : ports) {
        Files.deleteIfExists(directory.resolve(Integer.toString(port)));
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // Others are in it, or have just removed it; what is left is forgotten later.
    }
  }

  private void forget() throws IOException {
    Instant oldest = clock.instant().minus(VALID);
    try (DirectoryStream<Path> taken = Files.newDirectoryStream(directory)) {
      for (Path each : taken) {
        if (isOlder(each, oldest)) {
          Files.deleteIfExists(each);
        }
      }
    }
  }

  private static boolean isOlder(Path file, Instant than) {
    try {
      return Files.getLastModifiedTime(file).toInstant().isBefore(than);
    } catch (IOException e) {
      return false; // another has just removed it
    }
  }
}
