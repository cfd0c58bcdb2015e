// SPDX-License-Identifier: Apache-2.0
package catena.scenario.witness;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of a tablet, as Accumulo prints them: {@code 2;last;before}, {@code 2<;before} for the
 * table's last one, {@code 2;last<} for its first, {@code 2<<} for its only one.
 *
 * @param last its last row; null in the table's last tablet
 * @param before the last row of the tablet before; null in the first
 */
record Extent(String table, String last, String before) {
  private static final Pattern FORM = Pattern.compile("([^;<]+)(?:;([^;<]*)|<)(?:;([^;<]*)|<)");

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if it has another form
   */
  static Extent parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("no tablet: " + text);
    }
    return new Extent(matcher.group(1), matcher.group(2), matcher.group(3));
  }

  boolean holds(String row) {
    return (before == null || row.compareTo(before) > 0)
        && (last == null || row.compareTo(last) <= 0);
  }

  boolean overlaps(Extent other) {
    return table.equals(other.table) && reaches(other) && other.reaches(this);
  }

  /** Whether it goes on behind where the other begins. */
  private boolean reaches(Extent other) {
    return last == null || other.before == null || last.compareTo(other.before) > 0;
  }
}
