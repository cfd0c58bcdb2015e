// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.judge.FindingKind;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Proof;
import catena.records.verdict.Verdict;
import catena.records.words.Amounts;
import catena.scenario.trial.MatrixCell.CellState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * What was planted against what was found: a line for each thing that was planted, a column for
 * each check.
 *
 * <p>A cell that is announced and never filled is open, whatever the reason: a self-test that
 * breaks off cannot end as a pass.
 */
final class Matrix {
  private static final int WIDTH = 78;
  private static final int COLUMN = 6;

  /** How many columns stand next to each other; further ones have a separate table below. */
  private static final int MOST_COLUMNS = 8;

  private static final MatrixCell NOT_REACHED = MatrixCell.open("the self-test did not come to it");

  private final List<String> columns;
  private final AtomicLong filled = new AtomicLong();
  final Map<MatrixLine, Map<String, MatrixCell>> cells = new LinkedHashMap<>();

  /**
   * What a line of the matrix stands for.
   *
   * @param kind of the finding; empty where nothing is to be found
   * @param name of what was planted or done
   */
  record MatrixLine(Optional<FindingKind> kind, String name) {
    static MatrixLine of(FindingKind kind, String name) {
      return new MatrixLine(Optional.of(kind), name);
    }

    static MatrixLine quiet(String name) {
      return new MatrixLine(Optional.empty(), name);
    }

    String text() {
      return kind.map(of -> "%-12s%s".formatted(of.name(), name)).orElse(name);
    }

    String words() {
      return kind.map(of -> of.name() + " (" + name + ")").orElse(name);
    }
  }

  /** An empty matrix of checks by their titles. */
  Matrix(List<String> columns) {
    this.columns = List.copyOf(columns);
  }

  /** Records what these checks claim to see; their cells are open from now on. */
  void announce(MatrixLine line, List<String> claiming) {
    Map<String, MatrixCell> row = cells.computeIfAbsent(line, any -> new LinkedHashMap<>());
    claiming.forEach(column -> row.putIfAbsent(column, NOT_REACHED));
  }

  /** Records the outcome of a check; of several, the worst. */
  void put(MatrixLine line, String column, MatrixCell cell) {
    Map<String, MatrixCell> row = cells.computeIfAbsent(line, any -> new LinkedHashMap<>());
    MatrixCell before = row.getOrDefault(column, NOT_REACHED);
    if (before.equals(NOT_REACHED)) {
      filled.incrementAndGet();
      row.put(column, cell);
    } else {
      row.put(column, before.worse(cell));
    }
  }

  /** The kinds with a planted fault that some check has found. */
  Set<FindingKind> found() {
    Set<FindingKind> kinds = new LinkedHashSet<>();
    cells.forEach(
        (line, row) -> {
          if (row.values().stream().anyMatch(cell -> cell.state() == CellState.FOUND)) {
            line.kind().ifPresent(kinds::add);
          }
        });
    return kinds;
  }

  private Stream<CellState> states() {
    return cells.values().stream().flatMap(row -> row.values().stream()).map(MatrixCell::state);
  }

  private long count(CellState state) {
    return states().filter(each -> each == state).count();
  }

  private long right() {
    return count(CellState.FOUND) + count(CellState.QUIET);
  }

  /** How many cells something was put into; for any thread. */
  long filled() {
    return filled.get();
  }

  /** How many trials there are. */
  long all() {
    return states().filter(each -> each != CellState.UNCLAIMED).count();
  }

  /**
   * As lines of at most 78 characters, the titles first. Columns that find no room stand below, in
   * a table of the lines in which one of them claims something.
   */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int from = 0; from < columns.size(); from += MOST_COLUMNS) {
      List<String> some = columns.subList(from, Math.min(from + MOST_COLUMNS, columns.size()));
      boolean below = from > 0;
      if (below) {
        lines.add("");
      }
      StringBuilder title = new StringBuilder(padded("planted"));
      some.forEach(column -> title.append(right(column)));
      lines.add(title.toString());
      cells.forEach(
          (line, row) -> {
            if (!below || some.stream().anyMatch(row::containsKey)) {
              lines.add(line(line, row, some));
            }
          });
    }
    return lines;
  }

  private String line(MatrixLine line, Map<String, MatrixCell> row, List<String> some) {
    StringBuilder text = new StringBuilder(padded(line.text()));
    for (String column : some) {
      text.append(
          right(row.getOrDefault(column, MatrixCell.of(CellState.UNCLAIMED)).state().word()));
    }
    return text.toString();
  }

  private String padded(String text) {
    int width = WIDTH - COLUMN * Math.min(columns.size(), MOST_COLUMNS);
    String cut = text.length() < width ? text : text.substring(0, width - 2) + "…";
    return cut + " ".repeat(width - cut.length());
  }

  private static String right(String text) {
    return String.format(Locale.ROOT, "%" + COLUMN + "s", text);
  }

  /** Nothing is green that was not performed; what was left out by name is no doubt. */
  Verdict verdict() {
    if (states().anyMatch(CellState::isWrong)) {
      return Verdict.FAIL;
    }
    return count(CellState.OPEN) > 0 || count(CellState.FOUND) == 0
        ? Verdict.UNKNOWN
        : Verdict.PASS;
  }

  /** The verdict with its reasons, worst first. */
  PartOutcome outcome() {
    List<String> reasons = new ArrayList<>();
    Map<String, List<String>> open = new LinkedHashMap<>();
    cells.forEach(
        (line, row) ->
            row.forEach(
                (column, cell) -> {
                  if (cell.state().isWrong()) {
                    reasons.add(column + ": " + line.words() + ": " + cell.why());
                  } else if (cell.state() == CellState.OPEN) {
                    open.computeIfAbsent(cell.why(), any -> new ArrayList<>())
                        .add(column + " " + line.words());
                  }
                }));
    open.forEach((why, which) -> reasons.add(notRun(why, which)));
    if (count(CellState.FOUND) == 0) {
      reasons.add("nothing that was planted was found");
    }
    if (count(CellState.LEFT_OUT) > 0) {
      reasons.add(
          count(CellState.LEFT_OUT) + " of " + all() + " trials were left out (selftest.without)");
    }
    String compared =
        "Self-test: %s of %s trials as they should be, %d kinds of findings of %d"
            .formatted(
                Amounts.grouped(right()),
                Amounts.grouped(all()),
                found().size(),
                FindingKind.values().length);
    return new PartOutcome(
        verdict(),
        reasons,
        Map.of("selftest: trials", all(), "selftest: right", right()),
        Map.of(),
        lines(),
        new Proof(List.of(compared), Optional.empty()));
  }

  private static String notRun(String why, List<String> which) {
    String more = which.size() == 1 ? "" : " and " + (which.size() - 1) + " more";
    return "not run: " + which.get(0) + more + ": " + why;
  }
}
