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
import java.util.Set;

/**
 * The third table: it returns every version of an entry. One that was rewritten loses its first
 * version, while the last one is as it should be.
 */
final class KeptVersions {
  static final String SUFFIX = "_versions";
  private static final int FLUSH = 20;
  private static final int DEPTH = 4;

  /** The first block is closed, so that its heads were written twice. */
  private static final Position END = new Position(1, 2, 7);

  private static final Duration TICK = Duration.ofMillis(2);

  private static final MatrixLine CLEAN = MatrixLine.quiet("nothing, every version kept");
  private static final MatrixLine FEWER =
      MatrixLine.of(FindingKind.MISCOUNTED, "an older one gone");
  private static final MatrixLine QUIET = MatrixLine.quiet("nothing else, beside that");

  private final Bench bench;

  KeptVersions(Bench bench) {
    this.bench = bench;
  }

  /** What each check claims to see; it stays open until it has been tried. */
  static void announce(Bench bench) {
    List<String> judging = Bench.titles(bench.judging());
    bench.matrix().announce(CLEAN, judging);
    bench.matrix().announce(FEWER, judging);
    bench.matrix().announce(QUIET, judging);
  }

  void perform() throws Exception {
    try (WrittenTable what = bench.keptEvery(SUFFIX, Faults.graph(FLUSH, DEPTH, 0, List.of("")))) {
      ScratchTable table = what.table();
      table.write(what.run(), 0, END);
      Round clean = new Round(Map.of(), CLEAN, Verdict.PASS);
      for (Check check : bench.judging()) {
        bench.attempt(check, what, clean, "versions");
      }
      Node head = new Node(0, 0, 7);
      Entry last = table.last(head);
      table.remove(last); // hides all versions but those that are younger by a millisecond
      if (bench.run().stop().await(TICK)) {
        return;
      }
      table.plant(last);
      Set<Mark> marks = Set.of(new Mark(table.row(head), FindingKind.MISCOUNTED));
      Round fewer = new Round(Map.of(FEWER, marks), QUIET, Verdict.FAIL);
      for (Check check : bench.judging()) {
        bench.attempt(check, what, fewer, "fewer");
      }
    }
  }
}
