// SPDX-License-Identifier: Apache-2.0
package catena.records.settings;

import catena.records.words.Reasons;
import catena.records.words.UsageException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.commons.lang3.function.FailableSupplier;

/**
 * Settings that one source gives: a file, a scenario, the command line.
 *
 * @param strict whether a key that the command does not read is an error; a file may hold keys of
 *     other commands, what a person typed may not
 */
public record Layer(List<Entry> entries, boolean strict) {
  /**
   * One key with its text.
   *
   * @param origin where it was said, for messages: {@code conf/x.properties line 12}, {@code -o}
   */
  public record Entry(String key, String text, String origin) {}

  /** Copies the entries. */
  public Layer {
    entries = List.copyOf(entries);
  }

  /** A strict layer from a map; messages name the layer by its name. */
  public static Layer of(String name, Map<String, String> values) {
    return new Layer(
        values.entrySet().stream().map(e -> new Entry(e.getKey(), e.getValue(), name)).toList(),
        true);
  }

  /** The same entries, in which keys of other commands are allowed. */
  public Layer lenient() {
    return new Layer(entries, false);
  }

  /**
   * The {@code key=value} arguments of an option, a strict layer.
   *
   * @throws UsageException if one has no {@code =}
   */
  public static Layer ofAssignments(String option, List<String> assignments) {
    List<Entry> entries = new ArrayList<>();
    for (String assignment : assignments) {
      int equals = assignment.indexOf('=');
      if (equals < 1) {
        throw new UsageException(option + " " + assignment + ": write it as key=value");
      }
      String key = assignment.substring(0, equals).strip();
      entries.add(new Entry(key, assignment.substring(equals + 1).strip(), option));
    }
    return new Layer(entries, true);
  }

  /**
   * A file in the format of {@link java.util.Properties}, not strict; origins carry line numbers.
   *
   * @throws UsageException if it cannot be read
   */
  public static Layer ofProperties(Path file) {
    return ofLines(file.toString(), () -> Files.readAllLines(file));
  }

  /**
   * The properties of a file that a setting names, read as {@link LineFile} finds such files.
   *
   * @throws UsageException if it cannot be read
   */
  public static Layer ofNamedFile(String file) {
    return ofLines(file, () -> LineFile.lines(file));
  }

  private static Layer ofLines(String file, FailableSupplier<List<String>, IOException> lines) {
    try {
      return new Layer(read(file, lines.get()), false);
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(
          "The properties file "
              + file
              + " cannot be read ("
              + Reasons.of(e)
              + "): name a readable text file");
    }
  }

  /**
   * The entries of a properties file as {@link Properties} reads it, with the line of each key, in
   * the order of the file.
   *
   * @throws IllegalArgumentException if a unicode escape is malformed
   */
  private static List<Entry> read(String name, List<String> lines) throws IOException {
    List<Entry> entries = new ArrayList<>();
    int next = 0;
    while (next < lines.size()) {
      int first = next++;
      if (isComment(lines.get(first))) {
        continue;
      }
      StringBuilder logical = new StringBuilder(lines.get(first)).append('\n');
      while (continues(lines.get(next - 1)) && next < lines.size()) {
        logical.append(lines.get(next++)).append('\n');
      }
      // The JDK's own reader does the rest: separators, escapes, joined lines.
      Properties one = new Properties();
      one.load(new StringReader(logical.toString()));
      String origin = name + " line " + (first + 1);
      one.forEach((k, v) -> entries.add(new Entry((String) k, ((String) v).strip(), origin)));
    }
    return entries;
  }

  private static boolean isComment(String line) {
    String text = line.stripLeading();
    return text.isEmpty() || text.startsWith("#") || text.startsWith("!");
  }

  private static boolean continues(String line) {
    int slashes = 0;
    while (slashes < line.length() && line.charAt(line.length() - 1 - slashes) == '\\') {
      slashes++;
    }
    return slashes % 2 == 1;
  }
}
