// SPDX-License-Identifier: Apache-2.0
package catena.records.sample;

import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * A line of {@code stats.out}: its time and its {@link ClassicField}s, separated by blanks; a field
 * that could not be had is {@code -}.
 *
 * @param at milliseconds since 1970
 * @param values those that could be had
 */
public record ClassicSample(long at, Map<ClassicField, Double> values) {
  private static final String ABSENT = "-";

  /** The line, without a line end. */
  public String line() {
    StringJoiner line = new StringJoiner(" ");
    line.add(Long.toString(at));
    for (ClassicField field : ClassicField.values()) {
      line.add(text(field));
    }
    return line.toString();
  }

  private String text(ClassicField field) {
    Double value = values.get(field);
    if (value == null) {
      return ABSENT;
    }
    return field.isWhole()
        ? Long.toString(value.longValue())
        : String.format(Locale.ROOT, "%.3f", value);
  }

  /**
   * The sample of a line.
   *
   * @throws IllegalArgumentException if it is no such line: torn, or of another tool
   */
  public static ClassicSample parse(String line) {
    List<String> words = List.of(line.strip().split(" +", -1));
    if (words.size() != ClassicField.values().length + 1) {
      throw new IllegalArgumentException(words.size() + " fields");
    }
    Iterator<String> rest = words.listIterator(1);
    Map<ClassicField, Double> values = new EnumMap<>(ClassicField.class);
    for (ClassicField field : ClassicField.values()) {
      String word = rest.next();
      if (!word.equals(ABSENT)) {
        values.put(field, Double.parseDouble(word));
      }
    }
    return new ClassicSample(Long.parseLong(words.get(0)), values);
  }
}
