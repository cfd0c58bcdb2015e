// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.records.verdict.Verdict;
import catena.scenario.trial.Matrix.MatrixLine;
import catena.scenario.trial.MatrixCell.CellState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one check is to find of a table as it is now, and what it made of that. Pure.
 *
 * @param expected what is to be found, by the line that says so; nothing where all is well
 * @param extra what may be found as well, and belongs to no line
 * @param quiet the line that says that nothing else was found
 * @param verdict that the check must have
 */
record Round(
    Map<MatrixLine, Set<Mark>> expected, Set<Mark> extra, MatrixLine quiet, Verdict verdict) {
  Round {
    expected = Map.copyOf(expected);
    extra = Set.copyOf(extra);
  }

  Round(Map<MatrixLine, Set<Mark>> expected, MatrixLine quiet, Verdict verdict) {
    this(expected, Set.of(), quiet, verdict);
  }

  /** All rows at which something is to be found. */
  Set<String> rows() {
    Set<String> rows = new TreeSet<>();
    expected.values().forEach(marks -> marks.forEach(mark -> rows.add(mark.row())));
    return rows;
  }

  /** A cell for each line. */
  Map<MatrixLine, MatrixCell> judge(TrialOutcome seen) {
    Map<MatrixLine, MatrixCell> cells = new LinkedHashMap<>();
    boolean open = seen.failure().isPresent();
    boolean doubted = seen.verdict() == Verdict.UNKNOWN && verdict != Verdict.UNKNOWN;
    if (open || doubted) {
      String why = open ? seen.failure().get() : String.join("; ", seen.reasons());
      expected.keySet().forEach(line -> cells.put(line, MatrixCell.open(why)));
      cells.put(quiet, MatrixCell.open(why));
      return cells;
    }
    Set<Mark> others = new TreeSet<>(seen.marks());
    expected.values().forEach(others::removeAll);
    others.removeAll(extra);
    expected.forEach((line, marks) -> cells.put(line, judge(marks, seen.marks(), others)));
    cells.put(quiet, quiet(seen, others));
    return cells;
  }

  private static MatrixCell judge(Set<Mark> marks, Set<Mark> seen, Set<Mark> others) {
    Set<Mark> missing = new TreeSet<>(marks);
    missing.removeAll(seen);
    if (missing.isEmpty()) {
      return MatrixCell.of(CellState.FOUND);
    }
    Mark first = missing.iterator().next();
    String what =
        marks.size() == 1 ? first.toString() : missing.size() + " of " + marks.size() + " rows";
    return others.stream()
        .filter(other -> other.row().equals(first.row()))
        .findFirst()
        .map(other -> new MatrixCell(CellState.MISNAMED, first + " was called " + other.kind()))
        .orElseGet(() -> new MatrixCell(CellState.MISSED, what + " not found"));
  }

  private MatrixCell quiet(TrialOutcome seen, Set<Mark> others) {
    if (!others.isEmpty()) {
      String more = others.size() == 1 ? "" : " and " + (others.size() - 1) + " more";
      return new MatrixCell(
          CellState.ALARM, others.iterator().next() + more + " found, not planted");
    }
    return seen.verdict() == verdict
        ? MatrixCell.of(CellState.QUIET)
        : new MatrixCell(CellState.ALARM, "its verdict is " + seen.verdict() + ", not " + verdict);
  }
}
