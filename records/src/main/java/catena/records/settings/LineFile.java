// SPDX-License-Identifier: Apache-2.0
package catena.records.settings;

import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A text file of one thing a line, which a setting names: blank lines and those that begin with
 * {@code #} say nothing, {@code ""} is the empty thing.
 *
 * <p>A relative path leads from the working directory or, if there is nothing there, from the
 * distribution, so that a shipped scenario can name a shipped file.
 */
public final class LineFile {
  /** Stands for an empty value, as blank lines are skipped. */
  private static final String EMPTY = "\"\"";

  private static volatile Function<String, Optional<List<String>>> copies =
      named -> Optional.empty();

  private LineFile() {}

  /**
   * Has this process read copies from now on.
   *
   * @param found the lines of the copy of a file that a setting names, if there is one
   */
  public static void copies(Function<String, Optional<List<String>>> found) {
    copies = found;
  }

  /**
   * One line that says something.
   *
   * @param where the file and the number of the line, for messages
   * @param text without the blanks around it; empty for {@code ""}
   */
  public record SourceLine(String where, String text) {}

  /**
   * Reads all lines that are neither blank nor comments.
   *
   * @param key the setting that names the file, for messages
   * @throws UsageException if it cannot be read or has no such line
   */
  public static List<SourceLine> read(String key, String file) {
    List<String> all;
    try {
      all = lines(file);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          key + "=" + file + " cannot be read (" + Reasons.of(e) + "); name a text file");
    }
    List<SourceLine> lines = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      String text = all.get(i).strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        lines.add(new SourceLine(file + " line " + (i + 1), unquoteEmpty(text)));
      }
    }
    if (lines.isEmpty()) {
      throw new UsageException(key + "=" + file + " says nothing: all its lines are blank");
    }
    return lines;
  }

  /** All lines of a file that a setting names, as they are. */
  static List<String> lines(String file) throws IOException {
    Optional<List<String>> copy = copies.apply(file);
    return copy.isPresent() ? copy.get() : Files.readAllLines(find(file));
  }

  /** The file itself, or the one of that name that is shipped. */
  public static Path find(String file) {
    Path path = Path.of(file);
    String home = System.getProperty("catena.home");
    return home == null || Files.exists(path) ? path : Path.of(home).resolve(path);
  }

  /** The empty text for {@code ""}, any other as it is without the blanks around it. */
  public static String unquoteEmpty(String text) {
    String stripped = text.strip();
    return stripped.equals(EMPTY) ? "" : stripped;
  }
}
