// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Cells;
import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What readers say of rows of several cells: of torn ones those whose reads are isolated. */
class RowsOfCellsTest extends RowRig {
  private static final Node HEAD = new Node(0, 0, 1);
  private static final Node LINK = new Node(0, 1, 1);

  @Override
  Cells cells() {
    return new Cells(3, 1);
  }

  private List<Entry> rowOf() {
    List<Entry> cells = new ArrayList<>(List.of(encoder.entry()));
    for (int cell = 1; cell < 3; cell++) {
      encoder.encodeCell(cell);
      cells.add(encoder.entry());
    }
    return cells;
  }

  private List<Entry> first(Node node) {
    encoder.encodeFirst(node.writer(), node.window(), node.index());
    return rowOf();
  }

  private List<Entry> closing(Node node) {
    encoder.encodeClosing(node.writer(), node.window(), node.index());
    return rowOf();
  }

  /** The row with one of its cells as it was before. */
  private Entry[] mixed() {
    List<Entry> row = closing(HEAD);
    row.set(1, first(HEAD).get(1));
    return row.toArray(Entry[]::new);
  }

  private Entry[] half(Node node) {
    return first(node).subList(0, 2).toArray(Entry[]::new);
  }

  @Test
  void aWholeRowIsRightAndCountsOnce() throws Exception {
    ExactRows reader = reader(all.isolated(true));
    show(reader, row(LINK), first(LINK).toArray(Entry[]::new));
    assertThat(tally.get(Count.ROWS)).isEqualTo(1);
    assertThat(tally.get(Count.EXACT)).isEqualTo(1);
    assertThat(tally.get(Count.ENTRIES)).isEqualTo(3);
    assertThat(found()).isEmpty();
  }

  @Test
  void aTornRowIsFoundAtOnceAndItsOldCellsAreNotReportedAgain() throws Exception {
    closeFirstBlock();
    ExactRows reader = reader(all.isolated(true));
    toAll.put(row(HEAD), List.of(mixed()));
    show(reader, row(HEAD), mixed());
    assertThat(found()).isEqualTo(Map.of(FindingKind.TORN, 1L));
  }

  @Test
  void aTornRowThatLacksACellIsReadAgainAndItsOldCellsNotReported() throws Exception {
    closeFirstBlock();
    ExactRows reader = reader(all.isolated(true));
    List<Entry> rest = new ArrayList<>(List.of(mixed()));
    rest.remove(2);
    toAll.put(row(HEAD), rest);
    show(reader, row(HEAD), rest.toArray(Entry[]::new));
    assertThat(found()).isEqualTo(Map.of(FindingKind.TORN, 1L, FindingKind.LOST, 1L));
  }

  @Test
  void withoutIsolationTheOldCellIsStaleIfItStays() throws Exception {
    closeFirstBlock();
    ExactRows reader = reader(all);
    toAll.put(row(HEAD), List.of(mixed()));
    show(reader, row(HEAD), mixed());
    assertThat(found()).isEqualTo(Map.of(FindingKind.STALE, 1L));
  }

  @Test
  void whatIsBeingWrittenIsTornOnlyForIsolatedReaders() throws Exception {
    Node open = new Node(0, 2, 1);
    ledger.intend(
        new catena.graph.Position(0, 2, 0), new catena.graph.Position(0, 3, 0), FLUSH, 0, 1);
    ledger.sync();
    var unusedNow = promise.after();
    toAll.put(row(open), first(open));
    show(reader(all), row(open), half(open));
    assertThat(found()).isEmpty();
    show(reader(all.isolated(true)), row(open), half(open));
    assertThat(found()).isEqualTo(Map.of(FindingKind.TORN, 1L));
  }

  @Test
  void whatIsReadAgainIsNotIsolated() throws Exception {
    closeFirstBlock();
    ExactRows reader = reader(all.isolated(true), Duration.ZERO, false);
    toAll.put(row(HEAD), List.of(mixed()));
    show(reader, row(HEAD)); // nothing at first
    assertThat(found()).containsOnlyKeys(FindingKind.STALE);
  }
}
