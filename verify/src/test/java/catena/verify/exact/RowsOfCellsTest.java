// SPDX-License-Identifier: Apache-2.0
package catena.verify.exact;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.read.check.Count;
import catena.records.verdict.Finding;
import catena.records.verdict.Verdict;
import catena.verify.ModelTable;
import catena.verify.result.PassResult;
import catena.verify.row.RowRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

/** Verification of a table whose rows have several cells, from its scan to what is found. */
class RowsOfCellsTest {
  private static final int COLUMNS = 3;
  private static final Position SURE = new Position(2, 3, 7);
  private static final Position BEGUN = new Position(2, 3, 20);
  private static final Node HEAD = new Node(0, 0, 3);
  private static final Node LINK = new Node(0, 7, 3);

  /** One that was sent and not acknowledged. */
  private static final Node OPEN = new Node(0, 2L * ModelTable.DEPTH + 3, 9);

  private final Graph graph =
      new Graph(ModelTable.graph(0, "").spec().with("columns", Integer.toString(COLUMNS)));
  private final ModelTable table = new ModelTable(graph);
  private final ModelTable before = new ModelTable(graph);
  private final Promise promise = new Promise(Map.of(0, new Progress(SURE, BEGUN)));
  private final List<Finding> found = new ArrayList<>();

  RowsOfCellsTest() {
    table.write(0, Position.ORIGIN, BEGUN);
    before.write(0, Position.ORIGIN, new Position(0, 1, 0));
  }

  private PassResult verify(boolean isolated) throws Exception {
    ModelContext model = new ModelContext(graph, promise, table.lookup());
    model.reader = model.reader.isolated(isolated);
    model.user = model.reader;
    found.clear();
    List<RowRange> ranges =
        List.of(
            new RowRange(Optional.empty(), Optional.of(new Text("4"))),
            new RowRange(Optional.of(new Text("4")), Optional.empty()));
    return ExactInSteps.verify(model.context(), ranges, table::scan, found::add);
  }

  private List<Entry> cells(Node node) {
    return table.rows.get(table.row(node));
  }

  private void assertOnly(Node node, FindingKind kind) throws Exception {
    assertThat(verify(true).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(found)
        .singleElement()
        .matches(each -> each.kind() == kind, kind.name())
        .matches(each -> each.row().equals(table.row(node)));
  }

  @Test
  void aSoundTableIsSoundAndItsRowsAreCountedAsRows() throws Exception {
    for (boolean isolated : new boolean[] {true, false}) {
      PassResult result = verify(isolated);
      assertThat(found).isEmpty();
      assertThat(result.doubts()).isEmpty();
      assertThat(result.verdict()).isEqualTo(Verdict.PASS);
      long rows = table.rows.size();
      assertThat(result.tally().get(Count.EXACT) + result.tally().get(Count.of(Standing.OPEN)))
          .isEqualTo(rows);
      assertThat(result.tally().get(Count.ENTRIES)).isEqualTo(COLUMNS * rows);
      Map<String, Long> classic = result.exactTally(true, true);
      assertThat(classic).containsEntry("UNDEFINED seen", 0L).containsEntry("CORRUPT seen", 0L);
    }
  }

  @Test
  void aCellThatIsGoneIsLost() throws Exception {
    cells(LINK).remove(1);
    assertOnly(LINK, FindingKind.LOST);
  }

  @Test
  void aCellOfAnEarlierWriteTearsItsRow() throws Exception {
    for (int cell = 0; cell < COLUMNS; cell++) {
      Entry now = cells(HEAD).set(cell, before.rows.get(table.row(HEAD)).get(cell));
      assertOnly(HEAD, FindingKind.TORN);
      cells(HEAD).set(cell, now);
    }
    assertThat(verify(true).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void anAlteredCellIsNamed() throws Exception {
    Entry right = cells(LINK).get(2);
    byte[] value = right.value().clone();
    value[NodeCodec.COUNT] = '1';
    Entry wrong =
        new Entry(right.row(), right.family(), right.qualifier(), right.visibility(), value);
    cells(LINK).set(2, wrong);
    assertOnly(LINK, FindingKind.CORRUPT);
    cells(LINK).set(2, NodeCodec.withChecksum(wrong));
    assertOnly(LINK, FindingKind.ALTERED);
  }

  @Test
  void aRowThatWasNotAcknowledgedIsWholeOrNotThere() throws Exception {
    cells(OPEN).remove(0);
    assertOnly(OPEN, FindingKind.TORN);
    assertThat(verify(false).verdict()).as("not isolated").isEqualTo(Verdict.PASS);
    table.remove(OPEN);
    assertThat(verify(true).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aMissingCellThatComesLaterIsLate() throws Exception {
    ModelTable later = new ModelTable(graph);
    later.rows.putAll(table.rows);
    table.rows.put(table.row(LINK), new ArrayList<>(cells(LINK).subList(0, 2)));
    ModelContext model = new ModelContext(graph, promise, later.lookup());
    model.reader = model.reader.isolated(true);
    model.user = model.reader;
    ExactInSteps.verify(model.context(), List.of(RowRange.ALL), table::scan, found::add);
    assertThat(found).singleElement().matches(each -> each.kind() == FindingKind.LATE);
  }
}
