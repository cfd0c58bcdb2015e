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
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableBiPredicate;

/**
 * The third and the fourth table, each with one rewritten row that is made wrong: in the third it
 * loses its first version, in the fourth one of its cells is that of its first write.
 *
 * @param suffix stands behind the name of the first table
 * @param trial the name of the trial in which the row is wrong
 * @param checks those that can see it
 * @param plant makes the row wrong; false if a stop was asked for before that
 */
record PlantedRewritten(
    String suffix,
    int columns,
    MatrixLine clean,
    MatrixLine wrong,
    MatrixLine quiet,
    String trial,
    Function<Bench, List<Check>> checks,
    FailableBiPredicate<Bench, ScratchTable, Exception> plant) {
  private static final int FLUSH = 20;
  private static final int DEPTH = 4;

  /** The first block is closed, so that its heads were written twice. */
  private static final Position END = new Position(1, 2, 7);

  private static final Node HEAD = new Node(0, 0, 7);
  private static final Duration TICK = Duration.ofMillis(2);

  /**
   * A table that returns every version of an entry. The last version stays as it should be, so that
   * only a check that counts versions sees it.
   */
  static final PlantedRewritten VERSIONS =
      new PlantedRewritten(
          "_versions",
          1,
          MatrixLine.quiet("nothing, every version kept"),
          MatrixLine.of(FindingKind.MISCOUNTED, "an older one gone"),
          MatrixLine.quiet("nothing else, version gone"),
          "fewer",
          Bench::judging,
          PlantedRewritten::removeFirst);

  /** A table whose rows have several cells. Only checks that read in isolation judge that. */
  static final PlantedRewritten CELLS =
      new PlantedRewritten(
          "_cells",
          3,
          MatrixLine.quiet("nothing, rows of three cells"),
          MatrixLine.of(FindingKind.TORN, "one cell undone"),
          MatrixLine.quiet("nothing else, cell undone"),
          "torn",
          bench -> bench.judging().stream().map(Check::isolated).flatMap(Optional::stream).toList(),
          (bench, table) -> {
            table.plant(table.first(HEAD));
            return true;
          });

  private static boolean removeFirst(Bench bench, ScratchTable table) throws Exception {
    Entry last = table.last(HEAD);
    table.remove(last); // hides all versions but those that are younger by a millisecond
    if (bench.run.stop().await(TICK)) {
      return false;
    }
    table.plant(last);
    return true;
  }

  /** What each check claims to see; it stays open until it has been tried. */
  void announce(Bench bench) {
    List<String> titles = Bench.titles(checks.apply(bench));
    List.of(clean, wrong, quiet).forEach(line -> bench.matrix.announce(line, titles));
  }

  void perform(Bench bench) throws Exception {
    try (WrittenTable what =
        bench.made(
            suffix,
            Faults.graph(FLUSH, DEPTH, 0, List.of("")).with("columns", Integer.toString(columns)),
            columns == 1)) {
      ScratchTable table = what.table();
      table.write(what.run(), 0, END);
      attempt(bench, what, new Round(Map.of(), clean, Verdict.PASS), suffix.substring(1));
      if (plant.test(bench, table)) {
        Set<Mark> marks = Set.of(new Mark(table.row(HEAD), wrong.kind().orElseThrow()));
        attempt(bench, what, new Round(Map.of(wrong, marks), quiet, Verdict.FAIL), trial);
      }
    }
  }

  private void attempt(Bench bench, WrittenTable what, Round round, String name) throws Exception {
    for (Check check : checks.apply(bench)) {
      bench.attempt(check, what, round, name);
    }
  }
}
