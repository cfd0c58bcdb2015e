// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import static catena.verify.exact.ModelContext.settled;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.WriteOrder;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Spans;
import catena.read.check.Count;
import catena.read.check.Frontier;
import catena.records.verdict.Verdict;
import catena.verify.ModelTable;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ExactCheckTest {
  private static final int FLUSH = ModelTable.FLUSH;
  private static final int DEPTH = ModelTable.DEPTH;
  private static final Position END = new Position(3, 2, 17);

  private final Graph graph = ModelTable.graph(0, "");
  private final ModelTable table = new ModelTable(graph);

  private Checking written() {
    table.write(0, Position.ORIGIN, END);
    return new Checking(graph, settled(END));
  }

  @Test
  void aCleanTableIsSilent() throws Exception {
    Checking checking = written().run(table);

    assertThat(checking.found).isEmpty();
    assertThat(checking.candidates).isEmpty();
    long nodes = 3L * FLUSH * DEPTH + 2 * FLUSH + 17;
    assertThat(checking.tally.get(Count.PROMISED)).isEqualTo(nodes);
    assertThat(checking.tally.get(Count.EXACT)).isEqualTo(nodes);
    assertThat(checking.tally.get(Count.ENTRIES)).isEqualTo(nodes);
  }

  /** Entries of the existing suite are counted apart, and one of them that is damaged is found. */
  @Test
  void aTableThatWasTakenOverIsCleanAndWhatItHeldIsCounted() throws Exception {
    Map<String, String> parameters = new HashMap<>(graph.spec().toProperties());
    parameters.put("seed", "4711");
    ModelTable theirs = new ModelTable(new Graph(GraphSpec.fromProperties(parameters)));
    theirs.write(0, Position.ORIGIN, END);
    Graph taken = new Graph(graph.spec().overOthers());
    ModelTable both = new ModelTable(taken);
    both.write(0, Position.ORIGIN, END);
    theirs.entries().forEach(both::put);
    Checking checking = new Checking(taken, settled(END)).run(both);

    assertThat(checking.found).isEmpty();
    assertThat(checking.candidates).isEmpty();
    long each = theirs.entries().size();
    assertThat(checking.tally.get(Count.EXACT)).isEqualTo(each);
    assertThat(checking.tally.get(Count.FORMER)).isEqualTo(each);
    assertThat(checking.tally.get(Count.ENTRIES)).isEqualTo(2 * each);
    assertThat(checking.result.verdict()).isEqualTo(Verdict.PASS);
    assertThat(checking.result.compared().get(0)).contains("rows from before the takeover");
    assertThat(checking.classic().get("REFERENCED seen"))
        .isEqualTo(checking.classic().get("REFERENCED predicted"));

    Node node = new Node(0, 7, 3);
    both.put(value(theirs.entry(node), 3, 'x'));
    both.remove(node);
    assertThat(new Checking(taken, settled(END)).run(both).byRow())
        .isEqualTo(Map.of(theirs.row(node), FindingKind.CORRUPT, both.row(node), FindingKind.LOST));
  }

  @Test
  void severalWritersWithDeletesAreClean() throws Exception {
    Graph deleting = ModelTable.graph(0.5, "", "A");
    ModelTable other = new ModelTable(deleting);
    Position[] ends = new Position[5];
    for (int writer = 0; writer < 5; writer++) {
      ends[writer] = new Position(2 + writer, writer, 3);
      other.write(writer, Position.ORIGIN, ends[writer]);
    }
    Checking checking = new Checking(deleting, settled(ends)).run(other);

    assertThat(checking.candidates).isEmpty();
    assertThat(checking.tally.get(Count.GONE)).isPositive();
    assertThat(checking.tally.get(Count.EXACT)).isEqualTo(other.entries().size());
  }

  @Test
  void aRemovedRowIsLost() throws Exception {
    Checking checking = written();
    Node node = new Node(0, 7, 3);
    table.remove(node);

    assertThat(checking.run(table).byRow()).isEqualTo(Map.of(table.row(node), FindingKind.LOST));
  }

  /** Two entries are right where a closing pass is indeterminate, and none is not. */
  @Test
  void aHeadWhoseClosingWriteIsIndeterminateIsLostAllTheSame() throws Exception {
    table.write(0, Position.ORIGIN, new Position(2, DEPTH, 0));
    Promise closing =
        new Promise(
            Map.of(0, new Promise.Progress(new Position(2, DEPTH, 0), new Position(3, 0, 0))));
    Checking clean = new Checking(graph, closing).run(table);
    Node head = new Node(0, 2 * DEPTH, 3);
    table.remove(head);

    assertThat(clean.found).isEmpty();
    assertThat(new Checking(graph, closing).run(table).byRow())
        .isEqualTo(Map.of(table.row(head), FindingKind.LOST));
  }

  @Test
  void theNewestWindowsAreMissed() throws Exception {
    Checking checking = written();
    for (int i = 0; i < 17; i++) {
      table.remove(new Node(0, 17, i));
    }
    assertThat(checking.run(table).kinds()).isEqualTo(Map.of(FindingKind.LOST, 17));
  }

  @Test
  void aWholeWriterIsMissed() throws Exception {
    written();
    Checking checking = new Checking(graph, settled(END, END)).run(table);

    assertThat(checking.kinds()).isEqualTo(Map.of(FindingKind.LOST, table.entries().size()));
  }

  @Test
  void aRevertedClosingRewriteIsStale() throws Exception {
    Checking checking = written();
    Node head = new Node(0, 5, 9);
    table.put(table.first(head));

    assertThat(checking.run(table).byRow()).isEqualTo(Map.of(table.row(head), FindingKind.STALE));
  }

  @Test
  void anUndoneDeleteIsResurrected() throws Exception {
    Graph deleting = ModelTable.graph(1, "");
    ModelTable other = new ModelTable(deleting);
    Node node = new Node(0, 3, 3);
    other.put(other.first(node));
    Checking checking = new Checking(deleting, settled(new Position(1, 0, 0))).run(other);

    assertThat(checking.byRow()).isEqualTo(Map.of(other.row(node), FindingKind.RESURRECTED));
  }

  @Test
  void foreignRowsArePhantoms() throws Exception {
    Checking checking = written();
    Node beyond = new Node(0, 30, 1);
    table.put(NodeCodec.withChecksum(value(table.first(beyond), 40, '0')));
    Entry some = table.entry(new Node(0, 7, 3));
    table.put(
        new Entry(bytes("not a row"), some.family(), some.qualifier(), bytes(""), some.value()));

    assertThat(checking.run(table).byRow())
        .isEqualTo(
            Map.of(table.row(beyond), FindingKind.PHANTOM, "not a row", FindingKind.PHANTOM));
  }

  @Test
  void whatIsExactlyAWritersNextWriteIsADoubtAndNoPhantom() throws Exception {
    Checking checking = written();
    table.put(table.first(new Node(0, 30, 1)));

    assertThat(checking.run(table).found).isEmpty();
    assertThat(checking.result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(checking.result.doubts())
        .singleElement()
        .asString()
        .contains("the ledger has lost its end");
  }

  @Test
  void whatALedgerShowsOnlyLaterIsNoDoubt() throws Exception {
    table.write(0, Position.ORIGIN, END);
    Position further = new Position(3, 3, 0);
    table.write(0, END, further);
    Iterator<Promise> readings = List.of(settled(END), settled(further)).iterator();
    Promise[] last = new Promise[1];
    Checking checking =
        new Checking(graph, settled(END))
            .until(
                () -> {
                  last[0] = readings.hasNext() ? readings.next() : last[0];
                  return last[0];
                })
            .run(table);

    assertThat(checking.found).isEmpty();
    assertThat(checking.result.doubts()).isEmpty();
  }

  @Test
  void aVersionThatARejectedAttemptMayHaveBroughtBackIsADoubt() throws Exception {
    table.write(0, Position.ORIGIN, END);
    Position firstLayer = new Position(0, 1, 0);
    Promise promise =
        new Promise(
            Map.of(
                0,
                new Progress(
                    END,
                    END,
                    new Spans(List.of(new Spans.Span(Position.ORIGIN, firstLayer))),
                    Spans.NONE)));
    table.put(table.first(new Node(0, 0, 9)));
    Checking checking = new Checking(graph, promise).run(table);

    assertThat(checking.found).isEmpty();
    assertThat(checking.result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(checking.result.doubts())
        .singleElement()
        .asString()
        .contains("the attempt that was rejected may have taken effect late");
  }

  @Test
  void whatScanServersDoNotShowYetIsNotLost() throws Exception {
    table.write(0, Position.ORIGIN, END);
    ModelTable lagging = new ModelTable(graph);
    lagging.write(0, Position.ORIGIN, new Position(3, 1, 0));
    Checking checking = new Checking(graph, settled(END)).eventual().firmly(table).run(lagging);

    assertThat(checking.kinds()).containsOnlyKeys(FindingKind.LATE);
    assertThat(checking.result.verdict()).isEqualTo(Verdict.PASS);
    table.remove(new Node(0, 7, 3));
    lagging.remove(new Node(0, 7, 3));
    assertThat(new Checking(graph, settled(END)).eventual().firmly(table).run(lagging).kinds())
        .containsEntry(FindingKind.LOST, 1);
  }

  @Test
  void anotherColumnOrVisibilityIsMisplaced() throws Exception {
    Checking checking = written();
    Node column = new Node(0, 7, 3);
    Node visibility = new Node(0, 8, 4);
    table.alter(
        column,
        e ->
            NodeCodec.withChecksum(
                new Entry(e.row(), bytes("ffff"), e.qualifier(), e.visibility(), e.value())));
    table.alter(
        visibility, e -> new Entry(e.row(), e.family(), e.qualifier(), bytes("A"), e.value()));

    assertThat(checking.run(table).byRow())
        .isEqualTo(
            Map.of(
                table.row(column), FindingKind.MISPLACED,
                table.row(visibility), FindingKind.MISPLACED));
  }

  @Test
  void aBrokenValueIsCorruptAndASoundWrongOneAltered() throws Exception {
    Checking checking = written();
    Node corrupt = new Node(0, 7, 3);
    Node altered = new Node(0, 8, 4);
    table.alter(corrupt, e -> value(e, 60, 'x'));
    table.alter(altered, e -> NodeCodec.withChecksum(value(e, 60, '0')));

    assertThat(checking.run(table).byRow())
        .isEqualTo(
            Map.of(
                table.row(corrupt), FindingKind.CORRUPT,
                table.row(altered), FindingKind.ALTERED));
  }

  /** The short way for what is right takes nothing for right that is not, at no byte. */
  @Test
  void oneWrongByteAnywhereOfAnEntryIsNamed() throws Exception {
    Graph labelled = ModelTable.graph(0, "A", "B");
    ModelTable other = new ModelTable(labelled);
    other.write(0, Position.ORIGIN, END);
    Node closed = new Node(0, 5, 9);
    Node link = new Node(0, 8, 4);
    Node open = new Node(0, 15, 3);
    for (Node node : List.of(closed, link, open)) {
      Entry right = other.entry(node);
      for (int part = 0; part < 5; part++) {
        for (int at = 0; at < part(right, part).length; at++) {
          Entry wrong = flipped(right, part, at);
          other.remove(node);
          other.put(wrong);
          Map<String, FindingKind> expected = new HashMap<>();
          switch (part) {
            case 0 -> {
              expected.put(other.row(node), FindingKind.LOST);
              expected.put(NodeCodec.rowText(wrong.row()), FindingKind.PHANTOM);
            }
            case 4 -> expected.put(other.row(node), FindingKind.CORRUPT);
            default -> expected.put(other.row(node), FindingKind.MISPLACED);
          }
          assertThat(new Checking(labelled, settled(END)).run(other).byRow())
              .as("byte %d of part %d of %s", at, part, right)
              .isEqualTo(expected);
          other.rows.remove(NodeCodec.rowText(wrong.row()));
        }
      }
      other.put(right);
    }
    assertThat(new Checking(labelled, settled(END)).run(other).found).isEmpty();
  }

  private static byte[] part(Entry entry, int part) {
    return switch (part) {
      case 0 -> entry.row();
      case 1 -> entry.family();
      case 2 -> entry.qualifier();
      case 3 -> entry.visibility();
      default -> entry.value();
    };
  }

  /** The entry with one bit of one byte changed, another bit for each byte. */
  private static Entry flipped(Entry e, int part, int at) {
    byte[][] parts = new byte[5][];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = part(e, i).clone();
    }
    parts[part][at] ^= (byte) (1 << at % 8);
    return new Entry(parts[0], parts[1], parts[2], parts[3], parts[4]);
  }

  @Test
  void eachOfThreeThousandWritersIsCheckedAndCounted() throws Exception {
    int writers = 3000;
    Graph many =
        new Graph(
            Specs.of(
                GraphSpec.VERSION,
                5,
                0,
                Long.MAX_VALUE,
                2,
                2,
                32767,
                32767,
                List.of(""),
                GraphSpec.VisibilityScope.BLOCK,
                true,
                Payload.NONE,
                0.2,
                4096));
    WriteOrder order = new WriteOrder(many);
    ModelTable of = new ModelTable(many);
    Position[] ends = new Position[writers];
    long begun = 0;
    for (int writer = 0; writer < writers; writer++) {
      ends[writer] = new Position(writer % 3, writer % 2, 0);
      of.write(writer, Position.ORIGIN, ends[writer]);
      begun += 2 * order.windowsBegun(ends[writer]);
    }
    Checking clean = new Checking(many, settled(ends)).run(of);
    assertThat(clean.found).isEmpty();
    assertThat(clean.candidates).isEmpty();
    assertThat(clean.tally.get(Count.VISITED)).isEqualTo(begun);
    assertThat(clean.tally.get(Count.EXACT)).isEqualTo(of.entries().size());
    assertThat(clean.result.verdict()).isEqualTo(Verdict.PASS);
    assertThat(clean.classic()).containsAllEntriesOf(join(of));
    Node last = new Node(2999, 0, 1);
    Node first = new Node(5, 0, 0);
    of.remove(last);
    of.alter(first, e -> NodeCodec.withChecksum(value(e, 40, 'f')));
    assertThat(new Checking(many, settled(ends)).run(of).byRow())
        .isEqualTo(Map.of(of.row(last), FindingKind.LOST, of.row(first), FindingKind.ALTERED));
  }

  @Test
  void aKeyReturnedTwiceIsDuplicated() throws Exception {
    Checking checking = written();
    Node node = new Node(0, 7, 3);
    table.rows.get(table.row(node)).add(table.entry(node));

    assertThat(checking.run(table).byRow())
        .isEqualTo(Map.of(table.row(node), FindingKind.DUPLICATED));
  }

  @Test
  void whatTheAuthorizationsDoNotCoverIsLeakedWhenSeenAndHiddenWhenNot() throws Exception {
    Graph labelled = ModelTable.graph(0, "A", "B");
    ModelTable other = new ModelTable(labelled);
    other.write(0, Position.ORIGIN, new Position(8, 0, 0));
    Promise promise = settled(new Position(8, 0, 0));
    Node leaked =
        other.entries().stream()
            .filter(e -> new String(e.visibility(), StandardCharsets.UTF_8).equals("B"))
            .map(e -> labelled.node(NodeCodec.row(e.row())).orElseThrow())
            .findFirst()
            .orElseThrow();
    Entry entry = other.entry(leaked);
    other.rows.values().removeIf(row -> row.get(0).visibility()[0] == 'B');
    Checking clean = new Checking(labelled, promise).seeing(text -> text.equals("A")).run(other);
    other.put(entry);
    Checking leaking = new Checking(labelled, promise).seeing(text -> text.equals("A")).run(other);

    assertThat(clean.found).isEmpty();
    assertThat(clean.tally.get(Count.HIDDEN)).isPositive();
    assertThat(leaking.byRow()).isEqualTo(Map.of(other.row(leaked), FindingKind.LEAKED));
  }

  @Test
  void aRowThatOnlyAllAuthorizationsShowIsWithheld() throws Exception {
    Checking checking = written();
    ModelTable complete = new ModelTable(graph);
    complete.write(0, Position.ORIGIN, END);
    Node node = new Node(0, 7, 3);
    table.remove(node);

    assertThat(checking.run(table, table, complete).byRow())
        .isEqualTo(Map.of(table.row(node), FindingKind.WITHHELD));
  }

  @Test
  void aRowThatAppearsLaterIsLate() throws Exception {
    Checking checking = written();
    ModelTable later = new ModelTable(graph);
    later.write(0, Position.ORIGIN, END);
    Node node = new Node(0, 7, 3);
    table.remove(node);

    assertThat(checking.run(table, later, later).byRow())
        .isEqualTo(Map.of(table.row(node), FindingKind.LATE));
  }

  @Test
  void anOlderVersionIsOnlyLateWhereScansMayLagBehind() throws Exception {
    Checking immediate = written();
    ModelTable later = new ModelTable(graph);
    later.write(0, Position.ORIGIN, END);
    Node head = new Node(0, 5, 9);
    table.put(table.first(head));
    immediate.run(table, later, later);
    Checking eventual = new Checking(graph, settled(END)).eventual().run(table, later, later);

    assertThat(immediate.byRow()).isEqualTo(Map.of(table.row(head), FindingKind.STALE));
    assertThat(eventual.byRow()).isEqualTo(Map.of(table.row(head), FindingKind.LATE));
  }

  @Test
  void writesMadeDuringTheScanAreNoFindings() throws Exception {
    Position later = new Position(4, 3, 5);
    table.write(0, Position.ORIGIN, later);
    Checking checking = new Checking(graph, settled(END)).until(settled(later)).run(table);

    assertThat(checking.candidates).isNotEmpty();
    assertThat(checking.found).isEmpty();
    assertThat(checking.tally.get(Count.CHANGED)).isEqualTo(checking.candidates.size());
  }

  @Test
  void aLossIsFoundWhileItsWriterWrites() throws Exception {
    Position later = new Position(4, 3, 5);
    table.write(0, Position.ORIGIN, later);
    Node node = new Node(0, 7, 3);
    table.remove(node);
    Checking checking = new Checking(graph, settled(END)).until(settled(later)).run(table);

    assertThat(checking.byRow()).isEqualTo(Map.of(table.row(node), FindingKind.LOST));
  }

  @Test
  void anIndeterminateWindowMayBeThereInPart() throws Exception {
    Position attempted = new Position(3, 3, 0);
    Promise promise = new Promise(Map.of(0, new Progress(new Position(3, 2, 0), attempted)));
    table.write(0, Position.ORIGIN, END);
    Checking checking = new Checking(graph, promise).run(table);

    assertThat(checking.found).isEmpty();
    assertThat(checking.tally.get(Count.INDETERMINATE)).isEqualTo(FLUSH);
    assertThat(checking.tally.get(Count.ENTRIES)).isEqualTo(table.entries().size());
    assertThat(checking.classic()).containsAllEntriesOf(join(table));
  }

  @Test
  void aWriterWithoutALedgerIsCheckedAndPromisesNothing() throws Exception {
    written();
    ModelTable both = table;
    both.write(1, Position.ORIGIN, new Position(1, 0, 0));
    both.remove(new Node(1, 2, 2));
    Checking checking = new Checking(graph, settled(END)).run(both);

    assertThat(checking.found).isEmpty();
    assertThat(checking.scanned.unpromised()).isEqualTo(Map.of(1, (long) FLUSH * DEPTH - 1));
    assertThat(checking.result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(checking.result.doubts())
        .singleElement()
        .asString()
        .startsWith("199 entries are of writers without a ledger (1)");
    both.alter(new Node(1, 3, 3), e -> NodeCodec.withChecksum(value(e, 60, '0')));
    assertThat(new Checking(graph, settled(END)).run(both).kinds())
        .isEqualTo(Map.of(FindingKind.ALTERED, 1));
  }

  @Test
  void aWriterWhoseLedgerIsThereByNowBeganDuringTheScan() throws Exception {
    Position begun = new Position(1, 0, 0);
    written();
    table.write(1, Position.ORIGIN, begun);
    table.write(2, Position.ORIGIN, begun);
    Checking one = new Checking(graph, settled(END)).until(settled(END, begun)).run(table);
    Checking both = new Checking(graph, settled(END)).until(settled(END, begun, begun)).run(table);
    long entries = (long) FLUSH * DEPTH;

    assertThat(one.tally.get(Count.CHANGED)).isEqualTo(entries);
    assertThat(one.tally.get(Count.UNPROMISED)).isEqualTo(entries);
    assertThat(one.result.doubts())
        .singleElement()
        .asString()
        .startsWith("200 entries are of writers without a ledger (2)");
    assertThat(both.tally.get(Count.CHANGED)).isEqualTo(2 * entries);
    assertThat(both.tally.get(Count.UNPROMISED)).isZero();
    assertThat(both.result.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void aWriterWithADamagedLedgerIsHeldToWhatItAcknowledgedBefore() throws Exception {
    table.write(0, Position.ORIGIN, END);
    Promise promise =
        new Promise(Map.of(0, Frontier.openEnded(graph, new Position(2, 0, 0), Spans.NONE)));
    Checking clean = new Checking(graph, promise).run(table);
    Node node = new Node(0, 7, 3);
    table.remove(node);
    Checking lossy = new Checking(graph, promise).run(table);

    assertThat(clean.found).isEmpty();
    assertThat(lossy.byRow()).isEqualTo(Map.of(table.row(node), FindingKind.LOST));
  }

  @Test
  void whatIsWrongIsPromisedAllTheSameAndCountedAsFirstSeen() throws Exception {
    Checking checking = written();
    table.remove(new Node(0, 7, 3));
    table.alter(new Node(0, 8, 4), e -> value(e, 60, 'x'));
    table.alter(new Node(0, 8, 5), e -> value(e, 60, 'x'));
    table.put(table.first(new Node(0, 5, 9)));
    Node twice = new Node(0, 9, 1);
    table.rows.get(table.row(twice)).add(table.entry(twice));
    checking.run(table);
    long nodes = 3L * FLUSH * DEPTH + 2 * FLUSH + 17;

    assertThat(checking.tally.get(Count.PROMISED)).isEqualTo(nodes);
    assertThat(checking.tally.get(Count.EXACT)).isEqualTo(nodes - 5);
    assertThat(checking.tally.get(Count.ENTRIES)).isEqualTo(nodes);
    assertThat(checking.scanned.wrong())
        .isEqualTo(
            Map.of(FindingKind.CORRUPT, 2L, FindingKind.STALE, 1L, FindingKind.DUPLICATED, 1L));
  }

  @Test
  void whatReferencesModeIsToFindIsPredicted() throws Exception {
    Graph labelled = ModelTable.graph(0.3, "A", "B");
    ModelTable visible = new ModelTable(labelled);
    Position end = new Position(12, 2, 17);
    visible.write(0, Position.ORIGIN, end);
    visible.rows.values().removeIf(row -> row.get(0).visibility()[0] == 'B');
    Map<String, Long> classic =
        new Checking(labelled, settled(end)).seeing("A"::equals).run(visible).classic();
    Map<String, Long> joined = join(visible);

    assertThat(joined).allSatisfy((name, n) -> assertThat(classic).containsEntry(name, n));
    assertThat(joined)
        .allSatisfy(
            (name, n) -> assertThat(classic).containsEntry(name.replace("seen", "predicted"), n));
    assertThat(joined.get("UNDEFINED seen")).isPositive();
  }

  @Test
  void aSampleFindsItsShareExactlyAndReadsNoMore() throws Exception {
    written();
    List<RowRange> ranges = RowRanges.ofSample(graph, RowRange.ALL, 0.1, 5, 2);
    Set<String> lost = new HashSet<>();
    for (int i = 0; i < FLUSH; i++) {
      Node node = new Node(0, 7, i);
      table.remove(node);
      for (RowRange range : ranges) {
        long row = graph.row(node);
        if (row >= range.firstNumber() && row < range.endNumber()) {
          lost.add(table.row(node));
        }
      }
    }
    Set<String> found = new HashSet<>();
    for (RowRange range : ranges) {
      ModelTable part = new ModelTable(graph);
      part.rows.putAll(
          table.rows.subMap(
              NodeCodec.rowText(range.firstNumber()), NodeCodec.rowText(range.endNumber())));
      found.addAll(
          new Checking(graph, settled(END)).within(range).run(part, table, table).byRow().keySet());
    }
    assertThat(lost).hasSize(FLUSH / 10);
    assertThat(found).isEqualTo(lost);
  }

  @Test
  void manyFaultsAtOnceAreAllNamedAndTheClassicCountersAgreeWithAJoin() throws Exception {
    SplittableRandom random = new SplittableRandom(11);
    for (int trial = 0; trial < 30; trial++) {
      Graph each = ModelTable.graph(trial % 3 * 0.3, "");
      ModelTable damaged = new ModelTable(each);
      Position[] ends = {END, new Position(2, 5, 3)};
      damaged.write(0, Position.ORIGIN, ends[0]);
      damaged.write(1, Position.ORIGIN, ends[1]);
      Map<String, FindingKind> planted = plant(damaged, random);
      Checking checking = new Checking(each, settled(ends)).run(damaged);

      assertThat(checking.byRow()).isEqualTo(planted);
      assertThat(checking.classic()).containsAllEntriesOf(join(damaged));
    }
  }

  /** Some nodes are referred to by many, most by none; how many are is known exactly. */
  @Test
  void whereLinksFollowAPowerLawReferredRowsAreCountedExactlyAndFaultsAreNamed() throws Exception {
    SplittableRandom random = new SplittableRandom(12);
    for (String links : List.of("power:0.5", "power:0.99", "power:2", "power:0.99:by-row")) {
      for (double deletes : new double[] {0, 0.5}) {
        Graph hot = new Graph(ModelTable.graph(deletes, "").spec().with("links", links));
        for (Position end : List.of(END, new Position(2, 5, 3), new Position(1, 2, 0))) {
          ModelTable table = new ModelTable(hot);
          table.write(0, Position.ORIGIN, end);
          Checking clean = new Checking(hot, settled(end)).run(table);
          assertThat(clean.byRow()).isEmpty();
          assertThat(clean.result.verdict()).isEqualTo(Verdict.PASS);
          Map<String, Long> join = join(table);
          assertThat(clean.classic())
              .containsEntry("REFERENCED predicted", join.get("REFERENCED seen"))
              .containsEntry("UNREFERENCED predicted", join.get("UNREFERENCED seen"))
              .containsEntry("UNDEFINED seen", 0L)
              .doesNotContainKeys("REFERENCED seen", "UNREFERENCED seen");
        }
        ModelTable damaged = new ModelTable(hot);
        damaged.write(0, Position.ORIGIN, END);
        Map<String, FindingKind> planted = plant(damaged, random);
        Checking checking = new Checking(hot, settled(END)).run(damaged);
        assertThat(checking.byRow()).isEqualTo(planted);
        Map<String, Long> join = join(damaged);
        assertThat(checking.classic())
            .containsEntry("UNDEFINED seen", join.get("UNDEFINED seen"))
            .containsEntry("CORRUPT seen", join.get("CORRUPT seen"));
      }
    }
  }

  private static Map<String, FindingKind> plant(ModelTable damaged, SplittableRandom random) {
    Map<String, FindingKind> planted = new HashMap<>();
    List<Entry> all = damaged.entries();
    for (int i = 0; i < 25; i++) {
      Entry e = all.get(random.nextInt(all.size()));
      String row = NodeCodec.rowText(e.row());
      if (planted.containsKey(row)) {
        continue;
      }
      Node node = damaged.graph.node(NodeCodec.row(e.row())).orElseThrow();
      switch (random.nextInt(5)) {
        case 0 -> {
          damaged.remove(node);
          planted.put(row, FindingKind.LOST);
        }
        case 1 -> {
          damaged.put(value(e, 45, 'g'));
          planted.put(row, FindingKind.CORRUPT);
        }
        case 2 -> {
          damaged.put(NodeCodec.withChecksum(value(e, 40, 'a')));
          planted.put(row, FindingKind.ALTERED);
        }
        case 3 -> {
          damaged.put(
              NodeCodec.withChecksum(
                  new Entry(e.row(), bytes("ffff"), e.qualifier(), e.visibility(), e.value())));
          planted.put(row, FindingKind.MISPLACED);
        }
        default -> {
          Node beyond = new Node(0, 30 + i, 1);
          damaged.put(NodeCodec.withChecksum(value(damaged.first(beyond), 40, '0')));
          planted.put(damaged.row(beyond), FindingKind.PHANTOM);
        }
      }
    }
    return planted;
  }

  /** The classic counters as references mode finds them. */
  private static Map<String, Long> join(ModelTable table) {
    Set<Long> defined = new HashSet<>();
    Set<Long> referenced = new HashSet<>();
    long corrupt = 0;
    for (Entry entry : table.entries()) {
      if (NodeCodec.decode(entry) instanceof Decoded.Sound sound) {
        defined.add(NodeCodec.row(entry.row()));
        if (sound.previous() != Decoded.NO_PREVIOUS) {
          referenced.add(sound.previous());
        }
      } else {
        corrupt++;
      }
    }
    long hit = referenced.stream().filter(defined::contains).count();
    return Map.of(
        "REFERENCED seen",
        hit,
        "UNREFERENCED seen",
        defined.size() - hit,
        "UNDEFINED seen",
        referenced.size() - hit,
        "CORRUPT seen",
        corrupt);
  }

  private static Entry value(Entry entry, int at, char to) {
    byte[] value = entry.value().clone();
    int place = Math.min(at, value.length - 1);
    value[place] = (byte) (value[place] == to ? to + 1 : to);
    return new Entry(entry.row(), entry.family(), entry.qualifier(), entry.visibility(), value);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
