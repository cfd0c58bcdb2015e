// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.Updates;
import catena.graph.WriteOrder;
import catena.graph.function.Popularity;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Selection.By;
import catena.graph.judge.Spans.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rows of several cells, which one mutation puts or deletes together. */
class RowsOfCellsTest {
  private static final int WRITER = 1;
  private static final int COLUMNS = 3;
  private static final Position END = new Position(3, 0, 0);
  private static final Progress SETTLED = Settled.at(END);
  private static final Node HEAD = new Node(WRITER, 0, 1);
  private static final Node LINK = new Node(WRITER, 1, 1);

  private final Graph graph = suitable(Updates.NONE);

  /** The first graph of which block 0 is closed and block 1 is deleted. */
  private static Graph suitable(Updates updates) {
    for (long seed = 0; ; seed++) {
      Graph graph =
          new Graph(
              Specs.of(seed, 0, 100_000, 4, 3, 2)
                  .with("updates", updates.text())
                  .with("columns", Integer.toString(COLUMNS)));
      if (!graph.isDeleted(WRITER, 0) && graph.isDeleted(WRITER, 1)) {
        return graph;
      }
    }
  }

  private static List<Entry> cells(EntryEncoder encoder) {
    List<Entry> all = new ArrayList<>(List.of(encoder.entry()));
    for (int cell = 1; cell < COLUMNS; cell++) {
      encoder.encodeCell(cell);
      all.add(encoder.entry());
    }
    return all;
  }

  private List<Entry> first(Node node) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(WRITER, node.window(), node.index());
    return cells(encoder);
  }

  private List<Entry> closing(Node node) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeClosing(WRITER, node.window(), node.index());
    return cells(encoder);
  }

  private static Judgement judge(
      Graph graph, Promise promise, boolean isolated, Node node, List<Entry> seen) {
    byte[] row = NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node)));
    return new Expectation(graph, promise, any -> true).judge(row, seen, isolated);
  }

  private Judgement judge(Progress progress, boolean isolated, Node node, List<Entry> seen) {
    return judge(graph, new Promise(Map.of(WRITER, progress)), isolated, node, seen);
  }

  private Judgement isolated(Progress progress, Node node, List<Entry> seen) {
    return judge(progress, true, node, seen);
  }

  private static List<FindingKind> kinds(List<Difference> differences) {
    return differences.stream().map(Difference::kind).toList();
  }

  private static List<Entry> without(List<Entry> row, int cell) {
    List<Entry> rest = new ArrayList<>(row);
    rest.remove(cell);
    return rest;
  }

  private static List<Entry> with(List<Entry> row, int cell, Entry other) {
    List<Entry> changed = new ArrayList<>(row);
    changed.set(cell, other);
    return changed;
  }

  private static Entry withValue(Entry entry, byte[] value) {
    return new Entry(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), value);
  }

  @Test
  void aWholeRowOfOneWriteIsRightHoweverItWasRead() {
    for (boolean isolated : new boolean[] {true, false}) {
      assertThat(judge(SETTLED, isolated, HEAD, closing(HEAD)).isSound()).isTrue();
      assertThat(judge(SETTLED, isolated, LINK, first(LINK)).isSound()).isTrue();
      assertThat(judge(SETTLED, isolated, new Node(WRITER, 3, 1), List.of()).isSound()).isTrue();
    }
  }

  @Test
  void theShortWayTakesNoRowOfSeveralCells() {
    Expectation expectation =
        new Expectation(graph, new Promise(Map.of(WRITER, SETTLED)), any -> true);
    assertThat(expectation.isExactly(LINK, first(LINK).get(0))).isFalse();
    assertThat(expectation.isNewest(LINK, first(LINK).get(0))).isTrue();
    assertThat(expectation.isNewest(LINK, first(LINK).get(1))).isFalse();
  }

  @Test
  void aMissingCellOfAnAcknowledgedRowIsLost() {
    for (int cell = 0; cell < COLUMNS; cell++) {
      for (boolean isolated : new boolean[] {true, false}) {
        Judgement judgement = judge(SETTLED, isolated, LINK, without(first(LINK), cell));
        assertThat(kinds(judgement.differences())).containsExactly(FindingKind.LOST);
        assertThat(judgement.doubts()).isEmpty();
      }
    }
    assertThat(isolated(SETTLED, LINK, without(first(LINK), 1)).differences().get(0).why())
        .startsWith("of 3 cells only {0, 2}; expected ")
        .endsWith(", with all 3 cells");
    assertThat(kinds(isolated(SETTLED, LINK, List.of()).differences()))
        .containsExactly(FindingKind.LOST);
  }

  @Test
  void aCellOfAnotherWriteTearsItsRow() {
    for (int cell = 0; cell < COLUMNS; cell++) {
      List<Entry> mixed = with(closing(HEAD), cell, first(HEAD).get(cell));
      Judgement judgement = isolated(SETTLED, HEAD, mixed);
      assertThat(kinds(judgement.differences())).containsExactly(FindingKind.TORN);
      assertThat(judgement.differences().get(0).seen()).contains(mixed.get(cell));
      assertThat(judgement.doubts()).isEmpty();
      assertThat(kinds(judge(SETTLED, false, HEAD, mixed).differences()))
          .as("what was not read at one moment")
          .containsExactly(FindingKind.STALE);
    }
    assertThat(
            isolated(SETTLED, HEAD, with(closing(HEAD), 1, first(HEAD).get(1)))
                .differences()
                .get(0)
                .why())
        .startsWith(
            "cells {1} of the write at 0.0.1, cells {0, 2} of the write at 0.3.1; expected");
    assertThat(kinds(isolated(SETTLED, HEAD, first(HEAD)).differences()))
        .as("all of them old")
        .containsExactly(FindingKind.STALE);
  }

  @Test
  void aRowThatIsBeingWrittenIsWholeOrNotThere() {
    Position before = new Position(0, 0, 0);
    Position open = new Position(0, 1, 0);
    Progress putting = new Progress(before, open);
    assertThat(isolated(putting, HEAD, List.of()).isSound()).isTrue();
    assertThat(isolated(putting, HEAD, first(HEAD)).isSound()).isTrue();
    Judgement half = isolated(putting, HEAD, without(first(HEAD), 2));
    assertThat(kinds(half.differences())).containsExactly(FindingKind.TORN);
    assertThat(half.differences().get(0).why()).startsWith("of 3 cells only {0, 1}; one mutation");
    assertThat(judge(putting, false, HEAD, without(first(HEAD), 2)).isSound())
        .as("a read that is not isolated may come in between")
        .isTrue();
  }

  @Test
  void aRewriteInDoubtIsWholeOrNotThere() {
    Progress closing = new Progress(new Position(0, 3, 0), new Position(1, 0, 0));
    assertThat(isolated(closing, HEAD, first(HEAD)).isSound()).isTrue();
    assertThat(isolated(closing, HEAD, closing(HEAD)).isSound()).isTrue();
    List<Entry> mixed = with(closing(HEAD), 2, first(HEAD).get(2));
    assertThat(kinds(isolated(closing, HEAD, mixed).differences()))
        .containsExactly(FindingKind.TORN);
    assertThat(judge(closing, false, HEAD, mixed).isSound()).isTrue();
  }

  @Test
  void aDeleteThatTakesOnlySomeOfTheCellsTearsItsRowAndUndoesItselfOnceItIsSure() {
    Node deleted = new Node(WRITER, 3, 1);
    Progress deleting = new Progress(new Position(1, 3, 0), new Position(2, 0, 0));
    List<Entry> half = without(first(deleted), 0);
    assertThat(kinds(isolated(deleting, deleted, half).differences()))
        .containsExactly(FindingKind.TORN);
    assertThat(kinds(isolated(SETTLED, deleted, half).differences()))
        .containsExactly(FindingKind.RESURRECTED);
  }

  @Test
  void aLateAttemptIsWholeToo() {
    Spans resent = Spans.NONE.with(new Span(Position.ORIGIN, new Position(0, 3, 0)));
    Progress again = new Progress(END, END, resent, Spans.NONE);
    assertThat(kinds(isolated(again, HEAD, first(HEAD)).doubts()))
        .containsExactly(FindingKind.STALE);
    Judgement torn = isolated(again, HEAD, with(closing(HEAD), 0, first(HEAD).get(0)));
    assertThat(kinds(torn.differences())).containsExactly(FindingKind.TORN);
    assertThat(torn.doubts()).isEmpty();
  }

  @Test
  void whereTwoWritesMayHaveOneTimeATornRowIsADoubt() {
    Promise tying = new Promise(Map.of(WRITER, SETTLED), false, true);
    Judgement torn = judge(graph, tying, true, HEAD, with(closing(HEAD), 0, first(HEAD).get(0)));
    assertThat(torn.differences()).isEmpty();
    assertThat(kinds(torn.doubts())).containsExactly(FindingKind.TORN);
  }

  @Test
  void anAlteredCellIsNamedAndTearsNothing() {
    for (int cell = 0; cell < COLUMNS; cell++) {
      Entry right = closing(HEAD).get(cell);
      byte[] value = right.value().clone();
      value[value.length - 1] ^= 1;
      List<Entry> row = with(closing(HEAD), cell, withValue(right, value));
      assertThat(kinds(isolated(SETTLED, HEAD, row).differences()))
          .containsExactly(FindingKind.CORRUPT);
      byte[] other = right.value().clone();
      other[NodeCodec.COUNT] = '1';
      row = with(row, cell, NodeCodec.withChecksum(withValue(right, other)));
      assertThat(kinds(isolated(SETTLED, HEAD, row).differences()))
          .containsExactly(FindingKind.ALTERED);
    }
  }

  @Test
  void aCellUnderTheKeyOfAnotherIsNeitherRight() {
    List<Entry> row = closing(HEAD);
    Entry swapped = withValue(row.get(1), row.get(2).value());
    assertThat(kinds(isolated(SETTLED, HEAD, with(row, 1, swapped)).differences()))
        .containsExactly(FindingKind.CORRUPT);
    Entry beyond =
        new Entry(
            row.get(0).row(),
            "ffff".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1),
            row.get(0).qualifier(),
            row.get(0).visibility(),
            row.get(2).value());
    assertThat(kinds(isolated(SETTLED, HEAD, with(row, 2, beyond)).differences()))
        .containsExactly(FindingKind.MISPLACED);
  }

  @Test
  void aKeyThatComesTwiceIsTwiceWhicheverWriteItIsOf() {
    List<Entry> row = new ArrayList<>(closing(HEAD));
    row.add(2, first(HEAD).get(1));
    assertThat(kinds(isolated(SETTLED, HEAD, row).differences()))
        .containsExactly(FindingKind.DUPLICATED);
  }

  @Test
  void theNewestVersionsOfAllCellsAreOfOneWriteAlsoIfAllAreKept() {
    Promise every = new Promise(Map.of(WRITER, SETTLED), true, false);
    List<Entry> row = new ArrayList<>();
    for (int cell = 0; cell < COLUMNS; cell++) {
      row.add(closing(HEAD).get(cell));
      row.add(first(HEAD).get(cell));
    }
    assertThat(judge(graph, every, true, HEAD, row).isSound()).isTrue();
    assertThat(kinds(judge(graph, every, true, HEAD, without(row, 3)).differences()))
        .as("the first version of the second cell is gone")
        .containsExactly(FindingKind.MISCOUNTED);
    assertThat(kinds(judge(graph, every, true, HEAD, without(row, 2)).differences()))
        .as("the newest version of the second cell is gone")
        .contains(FindingKind.TORN);
  }

  @Test
  void anUpdateIsWholeToo() {
    Graph updated = suitable(new Updates(2, Popularity.EVEN, false));
    WriteOrder order = new WriteOrder(updated);
    Position at = new Position(0, updated.spec().depth() + 1, 1);
    Node node = order.updated(WRITER, at);
    EntryEncoder encoder = new EntryEncoder(updated);
    encoder.encodeUpdate(node, order.count(at));
    List<Entry> now = cells(encoder);
    encoder.encodeFirst(WRITER, node.window(), node.index());
    List<Entry> before = cells(encoder);
    Promise open =
        new Promise(Map.of(WRITER, new Progress(new Position(0, 0, 0), new Position(1, 0, 0))));
    assertThat(judge(updated, open, true, node, now).isSound()).isTrue();
    assertThat(judge(updated, open, true, node, before).isSound()).isTrue();
    assertThat(kinds(judge(updated, open, true, node, with(now, 1, before.get(1))).differences()))
        .containsExactly(FindingKind.TORN);
  }

  private Judgement ofCell(Progress progress, int cell, Entry... seen) {
    byte[] row = NodeCodec.rowBytes(NodeCodec.rowText(graph.row(HEAD)));
    Promise promise = new Promise(Map.of(WRITER, progress));
    Expectation field =
        new Expectation(graph, promise, any -> true, Selection.of(By.FAMILY, 1, cell));
    return field.judge(row, List.of(seen), cell > 1);
  }

  /** The others are not missed; of the one that is asked for the same is promised as ever. */
  @Test
  void oneCellThatIsAskedForIsJudgedAsItIsAmongAllOfItsRow() {
    for (int cell = 0; cell < COLUMNS; cell++) {
      Entry right = closing(HEAD).get(cell);
      assertThat(ofCell(SETTLED, cell, right)).returns(true, Judgement::isSound);
      assertThat(ofCell(SETTLED, cell, right).standing()).isEqualTo(Judgement.Standing.PRESENT);
      Judgement old = ofCell(SETTLED, cell, first(HEAD).get(cell));
      assertThat(kinds(old.differences())).containsExactly(FindingKind.STALE);
      Judgement damaged = ofCell(SETTLED, cell, withValue(right, new byte[3]));
      assertThat(kinds(damaged.differences())).containsExactly(FindingKind.CORRUPT);
      Judgement gone = ofCell(SETTLED, cell);
      assertThat(kinds(gone.differences())).containsExactly(FindingKind.LOST);
      assertThat(gone.differences().get(0).why())
          .isEqualTo("cell %d of 3: expected %s".formatted(cell, right));
    }
  }

  @Test
  void whatAnIndeterminateWriteLeavesOpenOfARowItLeavesOpenOfACell() {
    Progress open = new Progress(new Position(0, 3, 0), new Position(1, 0, 0));
    for (int cell = 0; cell < COLUMNS; cell++) {
      assertThat(ofCell(open, cell, first(HEAD).get(cell)).isSound()).isTrue();
      assertThat(ofCell(open, cell, closing(HEAD).get(cell)).isSound()).isTrue();
      assertThat(kinds(ofCell(open, cell).differences())).containsExactly(FindingKind.LOST);
    }
  }

  @Test
  void aCellThatWasNotAskedForHasNoPlaceInTheAnswer() {
    Entry right = closing(HEAD).get(1);
    Entry other = closing(HEAD).get(2);
    assertThat(kinds(ofCell(SETTLED, 1, right, other).differences()))
        .containsExactly(FindingKind.LEAKED);
    assertThat(kinds(ofCell(SETTLED, 1, other).differences()))
        .containsExactlyInAnyOrder(FindingKind.LEAKED, FindingKind.LOST);
    Entry elsewhere =
        new Entry(right.row(), right.family(), new byte[1], right.visibility(), right.value());
    assertThat(kinds(ofCell(SETTLED, 1, elsewhere).differences()))
        .containsExactly(FindingKind.MISPLACED);
  }
}
