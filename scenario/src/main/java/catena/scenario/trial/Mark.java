// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.judge.FindingKind;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is found at a row.
 *
 * @param row as text
 * @param kind the kind of the finding
 */
public record Mark(String row, FindingKind kind) implements Comparable<Mark> {
  /** The marks of a map from rows to what is found there. */
  public static Set<Mark> of(Map<String, FindingKind> found) {
    Set<Mark> marks = new TreeSet<>();
    found.forEach((row, kind) -> marks.add(new Mark(row, kind)));
    return marks;
  }

  /** The same finding at each of some rows. */
  public static Set<Mark> of(Collection<String> rows, FindingKind kind) {
    Set<Mark> marks = new TreeSet<>();
    rows.forEach(row -> marks.add(new Mark(row, kind)));
    return marks;
  }

  @Override
  public int compareTo(Mark other) {
    int byRow = row.compareTo(other.row);
    return byRow != 0 ? byRow : kind.compareTo(other.kind);
  }

  @Override
  public String toString() {
    return kind + " " + row;
  }
}
