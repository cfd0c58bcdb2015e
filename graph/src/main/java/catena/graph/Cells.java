// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * What each write puts into its row.
 *
 * @param columns cells of a row, all of them put and deleted by one mutation: 1 to {@link #MOST}
 * @param copies how often each mutation puts its entry, always with one timestamp: 1 to {@link
 *     #MOST}; if it is more than 1, the writer sets the timestamp
 */
public record Cells(int columns, int copies) {
  /** One cell, once. */
  public static final Cells ONE = new Cells(1, 1);

  /** With more of either, no server would accept the mutation. */
  public static final int MOST = 1000;

  private static final int FAMILIES = 1 << 16;

  /** The reasons why a graph cannot have these cells, a line each. */
  List<String> problems(int maxFamily, boolean updates) {
    List<String> problems = new ArrayList<>();
    if (columns < 1 || columns > MOST) {
      problems.add("columns must be in 1 to " + MOST + ": " + columns);
    } else if (maxFamily + columns - 1 > FAMILIES) {
      problems.add(
          "columns need families: max.cf + columns must be at most %d, not %d + %d"
              .formatted(FAMILIES + 1, maxFamily, columns));
    }
    if (copies < 1 || copies > MOST) {
      problems.add("copies must be in 1 to " + MOST + ": " + copies);
    }
    if (copies > 1 && updates) {
      problems.add(
          "copies and updates do not go together: how many there are of an update is not checked");
    }
    if (copies > 1 && columns > 1) {
      problems.add("copies and columns do not go together: leave one of the two at 1");
    }
    return problems;
  }
}
