// SPDX-License-Identifier: Apache-2.0
package catena.verify;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.read.fixture.RealImport;
import catena.read.plant.ScratchTable;
import catena.records.ledger.Ledger;
import catena.records.run.RunDirectory;
import catena.records.verdict.Finding;
import catena.records.verdict.PartOutcome;
import catena.records.verdict.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What imports may come to, in real tables that return every version. */
class ImportedIT extends VerifiedTables {
  private static final Position LAYERS = new Position(0, DEPTH, 0);
  private static final Position BLOCK = new Position(1, 0, 0);
  private static final Integer[] ALL = {0, 1, 2};

  private static final AtomicInteger IMPORTS = new AtomicInteger();

  /** Does to the table what an import of all layers does, or something else. */
  @FunctionalInterface
  private interface Act {
    void load(RealImport layers) throws Exception;
  }

  private Written imported(boolean acknowledged, Act act) throws Exception {
    String name = "imported_" + ProcessHandle.current().pid() + "_" + IMPORTS.incrementAndGet();
    RunDirectory run = RunDirectory.at(directory.resolve(name).toString());
    ScratchTable table = new ScratchTable(connection, name, spec(0), Map.of(), true);
    try (Ledger ledger = table.ledger(run, 0)) {
      ledger.means(true, 1);
      long nodes = (long) FLUSH * DEPTH;
      ledger.intend(Position.ORIGIN, LAYERS, nodes, 0, 1);
      act.load(new RealImport(connection, table, 0, Position.ORIGIN, LAYERS));
      if (acknowledged) {
        ledger.acknowledge(2);
        ledger.intend(LAYERS, BLOCK, FLUSH - 1, 0, 3);
        new RealImport(connection, table, 0, LAYERS, BLOCK).load(ALL);
        ledger.acknowledge(4);
      }
      ledger.close(5);
    }
    // Somebody who writes live beside it, to the same table.
    table.write(run, 1, new Position(1, 1, 0));
    return new Written(table, run);
  }

  private void finds(Written what, FindingKind kind, long number) throws Exception {
    PartOutcome outcome = verify(what);
    assertThat(outcome.verdict()).as(said()).isEqualTo(Verdict.FAIL);
    assertThat(outcome.findings()).isEqualTo(Map.of(kind, number));
    assertThat(findings(what).stream().map(Finding::kind).collect(Collectors.toSet()))
        .containsExactly(kind);
  }

  private String said() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatWasImportedOncePassesAndHeadsHaveBothVersions() throws Exception {
    try (Written what = imported(true, layers -> layers.load(ALL))) {
      PartOutcome outcome = verify(what);
      assertThat(outcome.verdict()).as(said()).isEqualTo(Verdict.PASS);
      assertThat(findings(what)).isEmpty();
      long nodes = 2L * FLUSH * DEPTH + FLUSH;
      assertThat(outcome.tally()).containsEntry("exactly as promised", nodes);
      assertThat(outcome.tally()).containsEntry("entries", nodes + 2 * (FLUSH - 1L));
    }
  }

  @Test
  void aFileThatWasLeftOutIsLost() throws Exception {
    int[] left = new int[1];
    try (Written what =
        imported(
            true,
            layers -> {
              // Heads are there again by their closing rewrite.
              left[0] = layers.entries(1);
              layers.load(0, 2);
            })) {
      PartOutcome outcome = verify(what);
      assertThat(outcome.verdict()).as(said()).isEqualTo(Verdict.FAIL);
      Map<FindingKind, Long> found = outcome.findings();
      assertThat(found.keySet())
          .containsExactlyInAnyOrder(FindingKind.LOST, FindingKind.MISCOUNTED);
      assertThat(found.get(FindingKind.LOST) + found.get(FindingKind.MISCOUNTED))
          .isEqualTo(left[0]);
    }
  }

  @Test
  void aFileThatWasImportedTwiceIsMiscounted() throws Exception {
    int[] twice = new int[1];
    try (Written what =
        imported(
            true,
            layers -> {
              twice[0] = layers.entries(1);
              layers.load(ALL);
              layers.load(1);
            })) {
      finds(what, FindingKind.MISCOUNTED, twice[0]);
    }
  }

  @Test
  void aNodeInTheWrongFileIsLost() throws Exception {
    try (Written what =
        imported(
            true,
            layers -> {
              layers.mislay(0, 2);
              layers.load(ALL);
            })) {
      PartOutcome outcome = verify(what);
      assertThat(outcome.verdict()).as(said()).isEqualTo(Verdict.FAIL);
      assertThat(outcome.findings().values()).containsExactly(1L);
      assertThat(outcome.findings().keySet()).isSubsetOf(FindingKind.LOST, FindingKind.MISCOUNTED);
    }
  }

  @Test
  void anImportThatIsInDoubtMayBeInOrNotButNotTwice() throws Exception {
    try (Written there = imported(false, layers -> layers.load(ALL));
        Written absent = imported(false, layers -> {});
        Written twice =
            imported(
                false,
                layers -> {
                  layers.load(ALL);
                  layers.load(ALL);
                })) {
      assertThat(verify(there).verdict()).as(said()).isEqualTo(Verdict.PASS);
      assertThat(verify(absent).verdict()).as(said()).isEqualTo(Verdict.PASS);
      finds(twice, FindingKind.MISCOUNTED, (long) FLUSH * DEPTH);
    }
  }
}
