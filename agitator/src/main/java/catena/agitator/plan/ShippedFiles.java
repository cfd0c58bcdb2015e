// SPDX-License-Identifier: Apache-2.0
package catena.agitator.plan;

import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds files by path, or by name among those that the distribution has. */
final class ShippedFiles {
  private static final String ENDING = ".yaml";

  private ShippedFiles() {}

  /**
   * The file that a word means.
   *
   * @param folder below {@code conf} of the distribution
   * @throws UsageException if there is none, naming those that are shipped
   */
  static Path find(String folder, String word) {
    List<Path> candidates = new ArrayList<>(List.of(Path.of(word)));
    home(folder).ifPresent(directory -> candidates.add(directory.resolve(word + ENDING)));
    return candidates.stream()
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "There is no file " + word + "; conf/" + folder + " has " + names(folder)));
  }

  static String nameOf(Path file) {
    return file.getFileName().toString().replace(ENDING, "");
  }

  private static Optional<Path> home(String folder) {
    return Optional.ofNullable(System.getProperty("catena.home"))
        .map(home -> Path.of(home, "conf", folder))
        .filter(Files::isDirectory);
  }

  private static String names(String folder) {
    Optional<Path> directory = home(folder);
    if (directory.isEmpty()) {
      return "none";
    }
    try (Stream<Path> files = Files.list(directory.get())) {
      return String.join(", ", files.map(ShippedFiles::nameOf).sorted().toList());
    } catch (IOException e) {
      return "none that can be listed";
    }
  }
}
