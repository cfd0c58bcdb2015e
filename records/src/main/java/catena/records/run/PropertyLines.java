// SPDX-License-Identifier: Apache-2.0
package catena.records.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.Maps;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/** Properties as a file has them, a line each in the order of the keys, without the time. */
final class PropertyLines {
  private PropertyLines() {}

  /** The lines, in ASCII. */
  static byte[] of(SortedMap<String, String> properties) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, String> entry : properties.entrySet()) {
      lines.append(line(entry.getKey(), entry.getValue())).append('\n');
    }
    return (lines.isEmpty() ? "\n" : lines.toString()).getBytes(UTF_8);
  }

  private static String line(String key, String value) throws IOException {
    Properties one = new Properties();
    one.setProperty(key, value);
    // To a stream the JDK writes ASCII with escapes, to a writer it does not.
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    one.store(text, null);
    return text.toString(US_ASCII)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .findFirst()
        .orElseThrow();
  }

  /**
   * What such lines say.
   *
   * @param name of the file, for the message
   * @throws IOException if they are damaged
   */
  static SortedMap<String, String> parse(String name, byte[] lines) throws IOException {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(new String(lines, UTF_8)));
    } catch (IllegalArgumentException e) {
      throw new IOException(name + " is damaged: " + e.getMessage(), e);
    }
    return new TreeMap<>(Maps.fromProperties(properties));
  }
}
