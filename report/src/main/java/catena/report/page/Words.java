// SPDX-License-Identifier: Apache-2.0
package catena.report.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import catena.records.run.Json;
import catena.records.words.Document;
import com.google.common.base.Preconditions;
import com.google.common.collect.Maps;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * What a table or a plot is called, and what it says of itself: data beside this class, in {@code
 * words.yaml}, apart from what is called by what it shows.
 *
 * @param id the name of its files and its place in the page: lower case letters, digits and dashes
 * @param section of the page that a plot is in; null of a table
 * @param unit of a plot: {@code /s}, {@code ms}, {@code bytes}, {@code ratio}, or a word, or empty
 * @param about what it shows and where the numbers come from; may be empty
 */
public record Words(String id, Section section, String title, String unit, String about) {
  private static final Map<String, Words> ALL =
      Maps.uniqueIndex(
          List.of(
              Json.LINES.convertValue(data(Words.class, "words.yaml").get("words"), Words[].class)),
          Words::id);

  /**
   * The words of a table or a plot.
   *
   * @param values for the places in what it says of itself, as in {@link String#format}
   */
  public static Words of(String id, Object... values) {
    Words words = ALL.get(id);
    Preconditions.checkArgument(words != null, "there are no words for %s", id);
    return new Words(id, words.section, words.title, words.unit, words.about.formatted(values));
  }

  /** The same under another title. */
  public Words titled(String other) {
    return new Words(id, section, other, unit, about);
  }

  /**
   * What a file of YAML beside a class holds.
   *
   * @param beside the class that it is shipped with
   */
  public static Map<String, Object> data(Class<?> beside, String file) {
    try (InputStream in = beside.getResourceAsStream(file)) {
      return Document.values(file, new String(in.readAllBytes(), UTF_8)).get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
