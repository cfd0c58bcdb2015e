// SPDX-License-Identifier: Apache-2.0
package catena.scenario.trial;

import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.read.plant.Faults;
import catena.read.plant.ScratchTable;
import catena.records.verdict.Verdict;
import catena.scenario.trial.Bench.WrittenTable;
import catena.scenario.trial.Matrix.MatrixLine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The third and the fourth table, each with one rewritten row that is made wrong: in the third it
 * loses its first version, in the fourth one of its cells is that of its first write.
 */
abstract class PlantedRewritten {
  /**
   * A table that returns every version of an entry. The last version stays as it should be, so that
   * only a check that counts versions sees it.
   */
  static final PlantedRewritten VERSIONS =
      new PlantedRewritten(
          "_versions", 1, MatrixLine.of(FindingKind.MISCOUNTED, "an older one gone"), "fewer") {
        @Override
        List<Check> checks(Bench bench) {
          return bench.judging();
        }

        @Override
        boolean plant(Bench bench, ScratchTable table, Node head) throws Exception {
          Entry last = table.last(head);
          table.remove(last); // hides all versions but those that are younger by a millisecond
          if (bench.run().stop().await(TICK)) {
            return false;
          }
          table.plant(last);
          return true;
        }
      };

  /** A table whose rows have several cells. Only checks that read in isolation judge that. */
  static final PlantedRewritten CELLS =
      new PlantedRewritten(
          "_cells", 3, MatrixLine.of(FindingKind.TORN, "one cell undone"), "torn") {
        @Override
        List<Check> checks(Bench bench) {
          return bench.judging().stream().map(Check::isolated).flatMap(Optional::stream).toList();
        }

        @Override
        boolean plant(Bench bench, ScratchTable table, Node head) throws Exception {
          table.plant(table.first(head));
          return true;
        }
      };

  private static final int FLUSH = 20;
  private static final int DEPTH = 4;

  /** The first block is closed, so that its heads were written twice. */
  private static final Position END = new Position(1, 2, 7);

  private static final Duration TICK = Duration.ofMillis(2);

  /** Stands behind the name of the first table. */
  final String suffix;

  private final int columns;
  private final MatrixLine clean;
  private final MatrixLine wrong;
  private final MatrixLine quiet;
  private final String trial;

  private PlantedRewritten(String suffix, int columns, MatrixLine wrong, String trial) {
    boolean several = columns > 1;
    this.suffix = suffix;
    this.columns = columns;
    this.clean =
        MatrixLine.quiet(several ? "nothing, rows of three cells" : "nothing, every version kept");
    this.wrong = wrong;
    this.quiet = MatrixLine.quiet("nothing else, beside " + (several ? "this" : "that"));
    this.trial = trial;
  }

  /** Those that can see it. */
  abstract List<Check> checks(Bench bench);

  /** Makes the row wrong; false if a stop was asked for before that. */
  abstract boolean plant(Bench bench, ScratchTable table, Node head) throws Exception;

  /** What each check claims to see; it stays open until it has been tried. */
  void announce(Bench bench) {
    List<String> titles = Bench.titles(checks(bench));
    List.of(clean, wrong, quiet).forEach(line -> bench.matrix().announce(line, titles));
  }

  void perform(Bench bench) throws Exception {
    try (WrittenTable what =
        bench.made(
            suffix,
            Faults.graph(FLUSH, DEPTH, 0, List.of("")).with("columns", Integer.toString(columns)),
            this == VERSIONS)) {
      ScratchTable table = what.table();
      table.write(what.run(), 0, END);
      attempt(bench, what, new Round(Map.of(), clean, Verdict.PASS), suffix.substring(1));
      Node head = new Node(0, 0, 7);
      if (plant(bench, table, head)) {
        Set<Mark> marks = Set.of(new Mark(table.row(head), wrong.kind().orElseThrow()));
        attempt(bench, what, new Round(Map.of(wrong, marks), quiet, Verdict.FAIL), trial);
      }
    }
  }

  private void attempt(Bench bench, WrittenTable what, Round round, String name) throws Exception {
    for (Check check : checks(bench)) {
      bench.attempt(check, what, round, name);
    }
  }
}
