// SPDX-License-Identifier: Apache-2.0
package catena.verify.references;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import catena.records.ledger.Ledger;
import catena.records.ledger.Window;
import catena.records.run.RunDirectory;
import catena.records.verdict.Verdict;
import catena.verify.FakeTable;
import catena.verify.ModelTable;
import catena.verify.exact.ExactPass;
import catena.verify.result.PassResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.accumulo.core.security.Authorizations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both modes over one table, as real jobs of threads of this process. */
class ReferencesPassTest {
  private static final int FLUSH = 8;
  private static final int DEPTH = 3;

  @TempDir Path directory;

  /** What both came to, and of which faults the book of findings was told. */
  private record Both(PassResult exact, PassResult references, Map<FindingKind, Long> faults) {}

  private static Both verify(FakeTable table, RunDirectory run) throws Exception {
    return table.verifying(
        run,
        List.of(run),
        FakeTable.settings(),
        context ->
            new Both(
                new ExactPass(context, Authorizations.EMPTY).run(),
                new ReferencesPass(context, Authorizations.EMPTY).run(),
                Map.copyOf(context.book().faults())));
  }

  private static PassResult references(FakeTable table, RunDirectory run, List<RunDirectory> runs)
      throws Exception {
    return table.verifying(
        run,
        runs,
        FakeTable.settings(),
        context -> new ReferencesPass(context, Authorizations.EMPTY).run());
  }

  /** Block 0 is acknowledged; the import of all layers of block 1 is in doubt. */
  private FakeTable importing(RunDirectory run) throws Exception {
    FakeTable table = new FakeTable(ModelTable.graph(FLUSH, DEPTH, 0, ""));
    try (Ledger ledger = table.ledger(run, 0)) {
      ledger.means(true, 1);
      Position layers = new Position(0, DEPTH, 0);
      ledger.intend(new Window(Position.ORIGIN, layers, DEPTH * FLUSH, 0), 1);
      ledger.acknowledge(1);
      Position next = new Position(1, 0, 0);
      ledger.intend(new Window(layers, next, FLUSH - 1, 0), 1);
      ledger.acknowledge(1);
      ledger.intend(new Window(next, new Position(1, DEPTH, 0), DEPTH * FLUSH, 0), 1);
      ledger.abandon("stopped", 1);
      ledger.close(1);
    }
    for (int layer = 0; layer < DEPTH; layer++) {
      for (int i = 0; i < FLUSH; i++) {
        table.first(0, layer, i);
      }
    }
    for (int i = 0; i < FLUSH - 1; i++) {
      table.closing(0, 0, i);
    }
    return table;
  }

  /** The upper of two tablets has taken its files of block 1, the lower has not. */
  private static void takeHalf(FakeTable table) {
    Graph graph = table.graph.orElseThrow();
    for (int window = DEPTH; window < 2 * DEPTH; window++) {
      for (int i = 0; i < FLUSH; i++) {
        if (graph.row(new Node(0, window, i)) >= Long.MAX_VALUE / 2) {
          table.first(0, window, i);
        }
      }
    }
  }

  @Test
  void whatAnImportInDoubtHasHalfBroughtInIsNoFault() throws Exception {
    try (RunDirectory run = FakeTable.run(directory)) {
      FakeTable table = importing(run);
      PassResult none = verify(table, run).references;
      takeHalf(table);
      Both half = verify(table, run);

      assertThat(none.verdict()).as(none.doubts().toString()).isEqualTo(Verdict.PASS);
      assertThat(none.tally().get(Count.UNDEFINED)).isZero();
      for (PassResult each : List.of(half.exact, half.references)) {
        assertThat(each.verdict())
            .as(each.findings() + " " + each.doubts())
            .isEqualTo(Verdict.PASS);
      }
      assertThat(half.references.tally().get(Count.INDETERMINATE))
          .isPositive()
          .isEqualTo(half.references.tally().get(Count.UNDEFINED));
      assertThat(half.references.compared())
          .singleElement()
          .asString()
          .endsWith(half.references.tally().get(Count.UNDEFINED) + " of the others need not be");
    }
  }

  @Test
  void aLossNextToAnImportInDoubtIsAFaultInEitherModeAndOneInBoth() throws Exception {
    try (RunDirectory run = FakeTable.run(directory)) {
      FakeTable table = importing(run);
      takeHalf(table);
      table.remove(NodeCodec.rowText(table.graph.orElseThrow().row(new Node(0, 1, 3))));
      Both both = verify(table, run);

      assertThat(both.exact.findings()).isEqualTo(Map.of(FindingKind.LOST, 1L));
      assertThat(both.references.findings()).as("the row is reported as LOST").isEmpty();
      assertThat(both.faults).isEqualTo(Map.of(FindingKind.LOST, 1L));

      PassResult alone = references(table, run, List.of(run));
      assertThat(alone.findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
      assertThat(alone.verdict()).isEqualTo(Verdict.FAIL);
    }
  }

  @Test
  void aTableWithoutAGraphOrWithoutLedgersIsJudgedByItsReferencesAlone() throws Exception {
    try (RunDirectory run = FakeTable.run(directory)) {
      FakeTable table = importing(run);
      takeHalf(table);

      assertThat(references(table.foreign(), run, List.of()).verdict()).isEqualTo(Verdict.FAIL);
      PassResult unledgered = references(table, run, List.of());
      assertThat(unledgered.findings()).containsOnlyKeys(FindingKind.UNDEFINED);
      assertThat(unledgered.tally().get(Count.INDETERMINATE)).isZero();
    }
  }

  /** Block 0 was written and deleted, block 1 begun; a layer may have been sent twice. */
  private FakeTable deleted(RunDirectory run, int layerSentTwice) throws Exception {
    FakeTable table = new FakeTable(ModelTable.graph(FLUSH, DEPTH, 1, ""));
    WriteOrder order = new WriteOrder(table.graph.orElseThrow());
    try (Ledger ledger = table.ledger(run, 0)) {
      Position at = Position.ORIGIN;
      for (int step = 0; step <= order.steps(0, 0); step++) {
        Position to = order.advance(0, at, FLUSH);
        boolean deletes = step >= DEPTH && step < order.steps(0, 0);
        Window window = new Window(at, to, deletes ? 0 : FLUSH, deletes ? FLUSH : 0);
        ledger.intend(window, 1);
        if (step == layerSentTwice) {
          ledger.intend(window, 1); // the first attempt was rejected
        }
        ledger.acknowledge(1);
        at = to;
      }
      ledger.close(1);
    }
    for (int i = 0; i < FLUSH; i++) {
      table.first(0, DEPTH, i);
    }
    return table;
  }

  @Test
  void whatARejectedAttemptBroughtBackIsInDoubtByTheNameThatExactModeGivesIt() throws Exception {
    try (RunDirectory run = FakeTable.run(directory)) {
      FakeTable table = deleted(run, 1);
      for (int i = 0; i < FLUSH; i++) {
        table.first(0, 1, i);
      }
      Both both = verify(table, run);

      assertThat(both.exact.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(both.references.findings()).isEmpty();
      assertThat(both.references.doubts())
          .singleElement()
          .asString()
          .startsWith(FLUSH + " rows are in doubt")
          .contains("RESURRECTED");
      assertThat(both.references.doubts()).isEqualTo(both.exact.doubts());
      assertThat(both.references.tally().get(Count.INDETERMINATE)).isZero();
    }
  }

  @Test
  void whatCameBackWithoutARejectedAttemptIsAFaultInBothModes() throws Exception {
    try (RunDirectory run = FakeTable.run(directory)) {
      FakeTable table = deleted(run, 0);
      table.first(0, 1, 3);
      Both both = verify(table, run);

      assertThat(both.exact.findings()).isEqualTo(Map.of(FindingKind.RESURRECTED, 1L));
      assertThat(both.references.findings()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
    }
  }
}
