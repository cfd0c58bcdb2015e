package catena.records.settings;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Reads a properties file like {@link Properties}, and remembers the line of each key. */
final class PropertyLines {
  private PropertyLines() {}

  /**
   * The entries in the order of the file.
   *
   * @throws IllegalArgumentException if a unicode escape is malformed
   */
  static List<Layer.Entry> read(String name, List<String> lines) throws IOException {
    List<Layer.Entry> entries = new ArrayList<>();
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
      one.forEach((k, v) -> entries.add(new Layer.Entry((String) k, ((String) v).strip(), origin)));
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
