// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.Cells;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.verdict.Verdict;
import catena.scenario.trial.Bench.WrittenTable;
import catena.scenario.trial.Matrix.MatrixLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fourth table: each row has several cells, and one that was rewritten gets a cell back of its
 * first write. Only checks that read in isolation judge that.
 */
final class RowsOfCells {
  static final String SUFFIX = "_cells";
  private static final int FLUSH = 20;
  private static final int DEPTH = 4;

  /** The first block is closed, so that its heads were written twice. */
  private static final Position END = new Position(1, 2, 7);

  private static final Cells CELLS = new Cells(3, 1);
  private static final MatrixLine CLEAN = MatrixLine.quiet("nothing, rows of three cells");
  private static final MatrixLine TORN = MatrixLine.of(FindingKind.TORN, "one cell undone");
  private static final MatrixLine QUIET = MatrixLine.quiet("nothing else, beside this");

  private final Bench bench;

  RowsOfCells(Bench bench) {
    this.bench = bench;
  }

  private static List<Check> isolated(Bench bench) {
    return bench.judging().stream().map(Check::isolated).flatMap(Optional::stream).toList();
  }

  /** What each check claims to see; it stays open until it has been tried. */
  static void announce(Bench bench) {
    List<String> titles = Bench.titles(isolated(bench));
    bench.matrix().announce(CLEAN, titles);
    bench.matrix().announce(TORN, titles);
    bench.matrix().announce(QUIET, titles);
  }

  void perform() throws Exception {
    GraphSpec spec = Faults.graph(FLUSH, DEPTH, 0, List.of("")).with(CELLS);
    try (WrittenTable what = bench.made(SUFFIX, spec)) {
      ScratchTable table = what.table();
      table.write(what.run(), 0, END);
      Round clean = new Round(Map.of(), CLEAN, Verdict.PASS);
      for (Check check : isolated(bench)) {
        bench.attempt(check, what, clean, "cells");
      }
      Node head = new Node(0, 0, 7);
      table.plant(table.first(head));
      Set<Mark> marks = Set.of(new Mark(table.row(head), FindingKind.TORN));
      Round torn = new Round(Map.of(TORN, marks), QUIET, Verdict.FAIL);
      for (Check check : isolated(bench)) {
        bench.attempt(check, what, torn, "torn");
      }
    }
  }
}
