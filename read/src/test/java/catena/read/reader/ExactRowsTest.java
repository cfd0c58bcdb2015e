// SPDX-License-Identifier: Apache-2.0
package catena.read.reader;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.judge.FindingKind;
import catena.read.check.Count;
import catena.read.check.View;
import catena.read.settle.ReadTally;
import catena.records.ledger.Ledger;
import catena.records.ledger.LedgerHeader;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What readers count, and what they say of rows and scans. */
class ExactRowsTest extends RowRig {
  private static final Node NODE = new Node(0, 1, 3);

  /** Of a writer that has no ledger. */
  private static final Node STRANGER = new Node(1, 0, 3);

  private final String unowned = unowned();

  private String unowned() {
    long row = 0;
    while (graph.node(row).isPresent()) {
      row++;
    }
    return NodeCodec.rowText(row);
  }

  private static boolean isRight(ExactRows reader, String row, Entry... seen) throws Exception {
    reader.begin();
    boolean right = reader.row(bytes(row), List.of(seen), Optional.empty());
    reader.end();
    return right;
  }

  @Test
  void whatIsExactlyAsPromisedIsRightAndCounts() throws Exception {
    ExactRows reader = reader(all);
    Entry entry = entry(NODE);

    assertThat(isRight(reader, row(NODE), entry)).isTrue();
    assertThat(tally.get(Count.ROWS)).isEqualTo(1);
    assertThat(tally.get(Count.ENTRIES)).isEqualTo(1);
    assertThat(tally.get(Count.BYTES)).isEqualTo(ReadTally.bytes(List.of(entry)));
    assertThat(tally.get(Count.EXACT)).isEqualTo(1);
    assertThat(found()).isEmpty();
  }

  @Test
  void aReaderMayAskFirstAndCountLater() throws Exception {
    ExactRows reader = reader(all);
    Entry entry = entry(NODE);
    Entry moved =
        new Entry(
            bytes(unowned), entry.family(), entry.qualifier(), entry.visibility(), entry.value());
    reader.begin();

    assertThat(reader.isExactly(entry)).isTrue();
    assertThat(reader.isExactly(withOtherValue(entry))).isFalse();
    assertThat(reader.isExactly(moved)).isFalse();
    assertThat(tally.get(Count.ROWS)).as("rows before they are counted").isZero();
    reader.exact(entry);
    assertThat(tally.get(Count.ROWS)).isEqualTo(1);
    assertThat(tally.get(Count.BYTES)).isEqualTo(ReadTally.bytes(List.of(entry)));
    assertThat(tally.get(Count.EXACT)).isEqualTo(1);
    assertThat(found()).isEmpty();
  }

  @Test
  void aRowThatDiffersIsNotRight() throws Exception {
    ExactRows reader = reader(all);
    assertThat(isRight(reader, row(NODE))).isFalse();
    assertThat(isRight(reader, unowned, entry(NODE))).isFalse();

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.PHANTOM, 1L));
    assertThat(tally.get(Count.EXACT)).isZero();
  }

  @Test
  void anEntryThatIsRightInAnotherRowIsWrongInTheOneThatWasAskedFor() throws Exception {
    ExactRows reader = reader(all);
    assertThat(isRight(reader, row(NODE), entry(new Node(0, 1, 4)))).isFalse();

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L, FindingKind.MISPLACED, 1L));
  }

  @Test
  void anEmptyRowThatNoWriterWritesIsRight() throws Exception {
    ExactRows reader = reader(all);
    assertThat(isRight(reader, unowned)).isTrue();
    assertThat(isRight(reader, "manifest")).isTrue();

    assertThat(found()).isEmpty();
    assertThat(tally.unpromised()).isEmpty();
  }

  /** A read that timed out is made again: what its first attempt returned is not judged. */
  @Test
  void aReadThatIsBegunAgainForgetsWhatItSaw() throws Exception {
    ExactRows reader = reader(all);
    reader.begin();
    reader.row(bytes(row(NODE)), List.of(), Optional.empty());
    reader.begin();
    reader.end();

    assertThat(found()).isEmpty();
    assertThat(tally.get(Count.REREAD)).isZero();
  }

  @Test
  void aReadIsJudgedByWhatIsPromisedWhenItBegins() throws Exception {
    ExactRows reader = reader(all);
    Node next = new Node(0, 2, 3);
    assertThat(isRight(reader, row(next))).isTrue();
    acknowledge(2);
    var unusedNow = promise.after();
    assertThat(isRight(reader, row(next))).isFalse();

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
  }

  @Test
  void entriesOfAWriterWithoutALedgerCountAsHis() throws Exception {
    ExactRows reader = reader(all);
    assertThat(isRight(reader, row(STRANGER), entry(STRANGER))).isTrue();
    scan(reader, withStranger());

    assertThat(found()).isEmpty();
    assertThat(tally.get(Count.UNPROMISED)).isEqualTo(2);
    assertThat(tally.unpromised().get(1)).isEqualTo(2);
    assertThat(tally.get(Count.REREAD)).isZero();
  }

  /** As one that was deleted between two reads: nobody need give a ledger for it. */
  @Test
  void anEmptyRowOfAWriterWithoutALedgerIsNoEntryOfHis() throws Exception {
    ExactRows reader = reader(all);
    assertThat(isRight(reader, row(STRANGER))).isTrue();

    assertThat(found()).isEmpty();
    assertThat(tally.unpromised()).isEmpty();
  }

  private Entry[] withStranger() {
    Entry[] all = Arrays.copyOf(wholeTable(), 2 * FLUSH + 1);
    all[2 * FLUSH] = entry(STRANGER);
    Arrays.sort(all, (one, other) -> Arrays.compareUnsigned(one.row(), other.row()));
    return all;
  }

  /** Goes from an entry of a writer without a ledger to the row that it refers to. */
  private ExactRows followed(View view, Duration limit) throws Exception {
    ExactRows reader = reader(view, limit, false);
    reader.begin();
    assertThat(reader.row(bytes(row(STRANGER)), List.of(), Optional.of(referrer()))).isFalse();
    reader.end();
    return reader;
  }

  private Entry referrer() {
    return entry(new Node(1, 1, 3));
  }

  private void holds(Entry... entries) {
    for (Entry entry : entries) {
      toAll.put(NodeCodec.rowText(entry.row()), List.of(entry));
    }
  }

  @Test
  void aRowThatIsReferredToAndStaysAwayIsUndefined() throws Exception {
    holds(referrer());
    var unusedReader = followed(all, Duration.ZERO);

    assertThat(found()).isEqualTo(Map.of(FindingKind.UNDEFINED, 1L));
    assertThat(detail("why")).contains("referred to by " + referrer());
    assertThat(tally.get(Count.REREAD)).isEqualTo(1);
    assertThat(tally.get(Count.HIDDEN)).isZero();
    assertThat(tally.get(Count.CHANGED)).isZero();
  }

  /** An import takes a row and what it refers to at once, and may be half in. */
  @Test
  void aRowThatIsReferredToIsJudgedByTheLedgerThatItsWriterHasBegunMeanwhile() throws Exception {
    holds(referrer());
    ExactRows reader = reader(all);
    reader.begin();
    assertThat(reader.row(bytes(row(STRANGER)), List.of(), Optional.of(referrer()))).isFalse();
    LedgerHeader header =
        new LedgerHeader("i", "1", graph.spec().fingerprint(), 1, UUID.fromString(graph.uuid(1)));
    try (Ledger other = Ledger.create(run.fileSystem(), run.ledger(1), header)) {
      other.intend(Position.ORIGIN, new Position(0, 4, 0), 4 * FLUSH, 0, 1);
      reader.end();

      assertThat(found()).isEmpty();
      assertThat(tally.get(Count.CHANGED)).isEqualTo(1);
    }
  }

  @Test
  void aRowThatIsReferredToAndComesIsLate() throws Exception {
    holds(referrer(), entry(STRANGER));
    var unusedReader = followed(all, Duration.ofMinutes(5));

    assertThat(found()).isEqualTo(Map.of(FindingKind.LATE, 1L));
    assertThat(detail("at.first")).contains("UNDEFINED");
    assertThat(detail("why")).contains("referred to by " + referrer());
  }

  @Test
  void aRowThatIsReferredToAndThatOthersSeeIsHidden() throws Exception {
    holds(referrer(), entry(STRANGER));
    var unusedReader = followed(few, Duration.ZERO);

    assertThat(found()).isEmpty();
    assertThat(tally.get(Count.HIDDEN)).isEqualTo(1);
  }

  @Test
  void aRowToWhichNothingRefersAnyMoreWasDeleted() throws Exception {
    var unusedReader = followed(all, Duration.ZERO);

    assertThat(found()).isEmpty();
    assertThat(tally.get(Count.CHANGED)).isEqualTo(1);
  }

  @Test
  void aRowWhoseReferrerNowRefersToAnotherRowWasDeleted() throws Exception {
    Entry elsewhere = entry(new Node(1, 1, 4));
    toAll.put(NodeCodec.rowText(referrer().row()), List.of(elsewhere, corrupt(referrer())));
    var unusedReader = followed(all, Duration.ZERO);

    assertThat(found()).isEmpty();
    assertThat(tally.get(Count.CHANGED)).isEqualTo(1);
  }

  private static Entry corrupt(Entry entry) {
    return new Entry(
        entry.row(), entry.family(), entry.qualifier(), entry.visibility(), new byte[3]);
  }

  /** What a referrer says counts only where no ledger promises anything. */
  @Test
  void aReferrerChangesNothingOfWhatIsPromised() throws Exception {
    ExactRows reader = reader(all);
    Node next = new Node(0, 2, 3);
    reader.begin();
    assertThat(reader.row(bytes(row(next)), List.of(), Optional.of(referrer()))).isTrue();
    assertThat(reader.row(bytes(row(STRANGER)), List.of(entry(STRANGER)), Optional.of(referrer())))
        .isTrue();
    reader.row(bytes(row(NODE)), List.of(), Optional.of(referrer()));
    reader.end();

    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
    assertThat(tally.get(Count.REREAD)).isEqualTo(1);
  }

  @Test
  void aScanCountsEachRowItExpectsOrReturns() throws Exception {
    ExactRows reader = reader(all);
    Entry[] table = wholeTable();
    scan(reader, Arrays.copyOfRange(table, 1, table.length));

    assertThat(tally.get(Count.ROWS)).isEqualTo(table.length);
    assertThat(tally.get(Count.ENTRIES)).isEqualTo(table.length - 1);
    assertThat(tally.get(Count.EXACT)).isEqualTo(table.length - 1);
    assertThat(found()).isEqualTo(Map.of(FindingKind.LOST, 1L));
  }

  @Test
  void aScanCountsWhatItsAuthorizationsHide() throws Exception {
    ExactRows reader = reader(few);
    Entry[] open =
        Arrays.stream(wholeTable())
            .filter(entry -> entry.visibility().length == 0)
            .toArray(Entry[]::new);
    assertThat(open.length).isBetween(1, 2 * FLUSH - 1);
    scan(reader, open);

    assertThat(found()).isEmpty();
    assertThat(tally.get(Count.EXACT)).isEqualTo(open.length);
    assertThat(tally.get(Count.HIDDEN)).isEqualTo(2 * FLUSH - open.length);
  }

  @Test
  void anEntryThatAScanReturnsTwiceInARowIsOneFindingThatSaysSo() throws Exception {
    ExactRows reader = reader(all);
    Entry[] table = wholeTable();
    Entry[] twice = Arrays.copyOf(table, table.length + 1);
    twice[table.length] = table[table.length - 1];
    scan(reader, twice);

    assertThat(found()).isEqualTo(Map.of(FindingKind.DUPLICATED, 1L));
    assertThat(detail("why")).contains("this key was returned before by the same scan");
    assertThat(tally.get(Count.ENTRIES)).isEqualTo(table.length + 1);
  }

  @Test
  void eachRowThatAScanReturnsBehindALaterOneIsAFindingThatSaysSo() throws Exception {
    ExactRows reader = reader(all);
    Entry[] table = wholeTable();
    Entry[] again = Arrays.copyOf(table, table.length + 2);
    again[table.length] = table[2];
    again[table.length + 1] = table[1];
    scan(reader, again);

    assertThat(found()).isEqualTo(Map.of(FindingKind.DUPLICATED, 2L));
    assertThat(detail("why")).contains("the same scan returned a later row before");
    assertThat(tally.get(Count.EXACT)).isEqualTo(table.length);
  }
}
