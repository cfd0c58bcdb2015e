// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.ModelTable;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.WriteOrder;
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Selection.By;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectationTest {
  private static final int WRITER = 1;

  private final Graph graph = suitable();
  private final WriteOrder order = new WriteOrder(graph);
  private final Position end = new Position(3, 1, 2);
  private final ModelTable table = ModelTable.upTo(graph, WRITER, end);

  /** The first graph of which blocks 0 and 2 are closed and secret, and block 1 is deleted. */
  private static Graph suitable() {
    for (long seed = 0; ; seed++) {
      Graph graph = new Graph(Specs.of(seed, 0, 100_000, 4, 3, 2));
      if (!graph.isDeleted(WRITER, 0)
          && graph.isDeleted(WRITER, 1)
          && !graph.isDeleted(WRITER, 2)
          && !graph.isDeleted(WRITER, 3)
          && graph.visibility(WRITER, 0, 0) != 0) {
        return graph;
      }
    }
  }

  private Expectation expectation(Position acknowledged, Position attempted) {
    return expectation(
        new Promise(Map.of(WRITER, new Promise.Progress(acknowledged, attempted))), true);
  }

  private Expectation expectation(Promise promise, boolean all) {
    return new Expectation(graph, promise, expression -> all || expression.isEmpty());
  }

  private Node node(long block, int layer, int index) {
    return new Node(WRITER, block * 3 + layer, index);
  }

  private byte[] row(Node node) {
    return NodeCodec.rowText(graph.row(node)).getBytes(ISO_8859_1);
  }

  private List<FindingKind> kinds(Expectation expectation, Node node, List<Entry> seen) {
    return expectation.judge(row(node), seen).differences().stream().map(Difference::kind).toList();
  }

  private List<FindingKind> doubts(Expectation expectation, Node node, Entry seen) {
    return expectation.judge(row(node), List.of(seen)).doubts().stream()
        .map(Difference::kind)
        .toList();
  }

  private List<FindingKind> kinds(Node node, Entry... seen) {
    return kinds(expectation(end, end), node, List.of(seen));
  }

  private Entry entry(Node node) {
    return table.row(node).get(0);
  }

  private static Entry with(Entry entry, int part, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    return new Entry(
        entry.row(),
        part == 1 ? bytes : entry.family(),
        part == 2 ? bytes : entry.qualifier(),
        part == 3 ? bytes : entry.visibility(),
        part == 4 ? bytes : entry.value());
  }

  /** Whatever was acknowledged and whatever was begun: a table between the two is never faulted. */
  @Test
  void everyTableThatAWriterCanLeaveIsSilent() {
    List<Position> points = new ArrayList<>();
    for (Position at = Position.ORIGIN; !end.isBefore(at); at = order.advance(WRITER, at, 1)) {
      points.add(at);
    }
    for (int acknowledged = 0; acknowledged < points.size(); acknowledged++) {
      int last = Math.min(points.size() - 1, acknowledged + 6);
      Expectation expectation = expectation(points.get(acknowledged), points.get(last));
      for (int state = acknowledged; state <= last; state++) {
        ModelTable between = ModelTable.upTo(graph, WRITER, points.get(state));
        for (long window = 0; window < 12; window++) {
          for (int index = 0; index < 4; index++) {
            Node node = new Node(WRITER, window, index);
            List<Entry> seen = between.row(node);
            assertThat(kinds(expectation, node, seen)).isEmpty();
            if (seen.size() == 1 && expectation.standing(node) == Standing.PRESENT) {
              assertThat(expectation.isExactly(node, seen.get(0))).isTrue();
            }
          }
        }
      }
    }
  }

  @Test
  void standingsFollowTheWriter() {
    Expectation expectation = expectation(new Position(0, 1, 0), new Position(0, 2, 0));
    assertThat(expectation.standing(node(0, 0, 2))).isEqualTo(Standing.PRESENT);
    assertThat(expectation.standing(node(0, 1, 2))).isEqualTo(Standing.OPEN);
    assertThat(expectation.standing(node(0, 2, 2))).isEqualTo(Standing.UNWRITTEN);
    assertThat(expectation.standing(new Node(0, 0, 0))).isEqualTo(Standing.UNPROMISED);
    assertThat(expectation(end, end).standing(node(1, 0, 0))).isEqualTo(Standing.ABSENT);
  }

  @Test
  void anAcknowledgedEntryThatIsGoneIsLost() {
    assertThat(kinds(node(0, 1, 2))).containsExactly(FindingKind.LOST);
    assertThat(kinds(node(3, 1, 1))).containsExactly(FindingKind.LOST);
    assertThat(kinds(node(3, 1, 2))).isEmpty();
  }

  @Test
  void aRevertedRewriteIsStale() {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(WRITER, 0, 2);
    assertThat(kinds(node(0, 0, 2), encoder.entry())).containsExactly(FindingKind.STALE);
  }

  /** No store can make up what a writer will write: it has written it, and the ledger is short. */
  @Test
  void whatItsWriterWritesLaterOnIsADoubtAboutTheLedger() {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeClosing(WRITER, 9, 2);
    assertThat(kinds(node(3, 0, 2), encoder.entry())).isEmpty();
    assertThat(doubts(expectation(end, end), node(3, 0, 2), encoder.entry()))
        .containsExactly(FindingKind.ALTERED);
    Node next = new Node(WRITER, 11, 2);
    encoder.encodeFirst(WRITER, 11, 2);
    assertThat(kinds(next, encoder.entry())).isEmpty();
    assertThat(doubts(expectation(end, end), next, encoder.entry()))
        .containsExactly(FindingKind.PHANTOM);
  }

  @Test
  void anOldVersionFromAWindowThatWasSentTwiceIsADoubtAndOfAnyOtherAFault() {
    Spans firstLayer =
        Spans.NONE.with(new Spans.Span(new Position(0, 0, 0), new Position(0, 0, 3)));
    Expectation resent = expectation(firstLayer);
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(WRITER, 0, 2);
    assertThat(kinds(resent, node(0, 0, 2), List.of(encoder.entry()))).isEmpty();
    assertThat(doubts(resent, node(0, 0, 2), encoder.entry())).containsExactly(FindingKind.STALE);
    encoder.encodeFirst(WRITER, 6, 2);
    assertThat(kinds(resent, node(2, 0, 2), List.of(encoder.entry())))
        .containsExactly(FindingKind.STALE);
    assertThat(doubts(resent, node(2, 0, 2), encoder.entry())).isEmpty();
  }

  @Test
  void anOldVersionInATableInWhichTwoMayTieIsADoubtAndNothingElseIs() {
    Promise promise = new Promise(Map.of(WRITER, new Promise.Progress(end, end)), false, true);
    Expectation tied = expectation(promise, true);
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(WRITER, 0, 2);
    assertThat(kinds(tied, node(0, 0, 2), List.of(encoder.entry()))).isEmpty();
    assertThat(doubts(tied, node(0, 0, 2), encoder.entry())).containsExactly(FindingKind.STALE);
    assertThat(kinds(tied, node(0, 0, 2), List.of())).containsExactly(FindingKind.LOST);
    assertThat(kinds(tied, node(0, 0, 2), List.of(with(encoder.entry(), 4, "noise"))))
        .containsExactly(FindingKind.CORRUPT);
    encoder.encodeFirst(WRITER, 4, 2);
    assertThat(kinds(tied, node(1, 1, 2), List.of(encoder.entry())))
        .containsExactly(FindingKind.RESURRECTED);
  }

  @Test
  void anEntryThatIsBackFromAWindowThatWasSentTwiceIsADoubtOnlyIfItIsThatEntry() {
    Expectation resent =
        expectation(Spans.NONE.with(new Spans.Span(new Position(1, 1, 0), new Position(1, 2, 0))));
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(WRITER, 4, 2);
    Entry back = encoder.entry();
    assertThat(kinds(resent, node(1, 1, 2), List.of(back))).isEmpty();
    assertThat(doubts(resent, node(1, 1, 2), back)).containsExactly(FindingKind.RESURRECTED);
    assertThat(kinds(resent, node(1, 1, 2), List.of(with(back, 4, "noise"))))
        .containsExactly(FindingKind.RESURRECTED);
    encoder.encodeFirst(WRITER, 5, 2);
    assertThat(kinds(resent, node(1, 2, 2), List.of(encoder.entry())))
        .containsExactly(FindingKind.RESURRECTED);
  }

  private Expectation expectation(Spans resent) {
    return expectation(
        new Promise(Map.of(WRITER, new Promise.Progress(end, end, resent, Spans.NONE))), true);
  }

  @Test
  void aDeleteUndoneIsResurrected() {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(WRITER, 4, 2);
    assertThat(kinds(node(1, 1, 2), encoder.entry())).containsExactly(FindingKind.RESURRECTED);
  }

  @Test
  void aRowNoWriterWroteIsAPhantom() {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(WRITER, 20, 2);
    Node far = new Node(WRITER, 20, 2);
    Entry altered = with(encoder.entry(), 4, new String(entry(node(0, 1, 1)).value(), ISO_8859_1));
    assertThat(kinds(far, altered)).containsExactly(FindingKind.PHANTOM);
    byte[] nowhere = NodeCodec.rowText(1L << 50).getBytes(ISO_8859_1);
    assertThat(expectation(end, end).judge(nowhere, List.of(entry(node(0, 0, 0)))).differences())
        .extracting(Difference::kind)
        .containsExactly(FindingKind.PHANTOM);
    byte[] noRow = "manifest".getBytes(ISO_8859_1);
    assertThat(expectation(end, end).judge(noRow, List.of(entry(node(0, 0, 0)))).differences())
        .extracting(Difference::kind)
        .containsExactly(FindingKind.PHANTOM);
  }

  @Test
  void aForeignEntryInTheRowOfAWriterWithoutALedgerIsAPhantom() {
    Node others = new Node(0, 2, 1);
    Entry foreign =
        new Entry(
            row(others),
            "fa11".getBytes(ISO_8859_1),
            "0000".getBytes(ISO_8859_1),
            new byte[0],
            entry(node(0, 1, 1)).value());
    assertThat(kinds(others, foreign)).containsExactly(FindingKind.PHANTOM);
  }

  @Test
  void aChangedColumnOrVisibilityIsMisplacedAndNothingElse() {
    Node node = node(0, 1, 2);
    assertThat(kinds(node, with(entry(node), 1, "ffff"))).containsExactly(FindingKind.MISPLACED);
    assertThat(kinds(node, with(entry(node), 2, "ffff"))).containsExactly(FindingKind.MISPLACED);
    assertThat(kinds(node, with(entry(node), 3, "Z"))).containsExactly(FindingKind.MISPLACED);
    assertThat(kinds(node, entry(node), with(entry(node), 1, "ffff")))
        .containsExactly(FindingKind.MISPLACED);
    Entry summed = NodeCodec.withChecksum(with(entry(node), 1, "ffff"));
    assertThat(kinds(node, summed)).containsExactly(FindingKind.MISPLACED);
    Entry strange = with(with(entry(node), 1, "ffff"), 4, "noise");
    assertThat(kinds(node, strange))
        .containsExactlyInAnyOrder(FindingKind.LOST, FindingKind.MISPLACED);
  }

  @Test
  void aBrokenChecksumIsCorrupt() {
    Node node = node(0, 1, 2);
    byte[] value = entry(node).value().clone();
    value[value.length - 1] = (byte) (value[value.length - 1] == '0' ? '1' : '0');
    assertThat(kinds(node, with(entry(node), 4, new String(value, ISO_8859_1))))
        .containsExactly(FindingKind.CORRUPT);
    String cut = new String(value, 0, value.length - 8, ISO_8859_1);
    assertThat(kinds(node, with(entry(node), 4, cut))).containsExactly(FindingKind.CORRUPT);
    assertThat(kinds(node, with(entry(node), 4, ""))).containsExactly(FindingKind.CORRUPT);
  }

  @Test
  void anotherContentUnderARightChecksumIsAltered() {
    Node node = node(0, 1, 2);
    byte[] value = entry(node).value().clone();
    value[60] = (byte) (value[60] == '0' ? '1' : '0');
    Entry altered = NodeCodec.withChecksum(with(entry(node), 4, new String(value, ISO_8859_1)));
    assertThat(kinds(node, altered)).containsExactly(FindingKind.ALTERED);
  }

  @Test
  void oneKeyTwiceIsDuplicated() {
    Node node = node(0, 1, 2);
    assertThat(kinds(node, entry(node), entry(node))).containsExactly(FindingKind.DUPLICATED);
  }

  @Test
  void whatMustNotBeSeenIsLeakedAndItsAbsenceIsNoLoss() {
    Promise promise = new Promise(Map.of(WRITER, Settled.at(end)));
    Expectation narrow = expectation(promise, false);
    Node secret = node(0, 0, 0);
    assertThat(narrow.standing(secret)).isEqualTo(Standing.HIDDEN);
    assertThat(kinds(narrow, secret, List.of())).isEmpty();
    assertThat(kinds(narrow, secret, table.row(secret))).containsExactly(FindingKind.LEAKED);
  }

  @Test
  void hiddenContentThatShowsThroughAnotherKeyIsLeakedAndOnlyMisplacedToThoseWhoMaySeeIt() {
    Promise promise = new Promise(Map.of(WRITER, Settled.at(end)));
    Node secret = node(0, 0, 0);
    Entry open = NodeCodec.withChecksum(with(entry(secret), 3, ""));
    Entry strange = NodeCodec.withChecksum(with(open, 4, valueWithCount("0000000000abcdef", open)));
    assertThat(kinds(expectation(promise, false), secret, List.of(open)))
        .containsExactly(FindingKind.LEAKED);
    assertThat(kinds(expectation(promise, true), secret, List.of(open)))
        .containsExactly(FindingKind.MISPLACED);
    assertThat(kinds(expectation(promise, false), secret, List.of(strange)))
        .containsExactly(FindingKind.MISPLACED);
  }

  private static String valueWithCount(String count, Entry entry) {
    String value = new String(entry.value(), ISO_8859_1);
    return value.substring(0, NodeCodec.COUNT) + count + value.substring(NodeCodec.COUNT + 16);
  }

  @Test
  void aWriterWithoutALedgerPromisesNothingButMustBeConsistent() {
    Expectation nobody = expectation(Promise.NONE, true);
    Node node = node(0, 1, 2);
    assertThat(kinds(nobody, node, List.of())).isEmpty();
    assertThat(kinds(nobody, node, table.row(node))).isEmpty();
    assertThat(nobody.judge(row(node), table.row(node)).standing()).isEqualTo(Standing.UNPROMISED);
    byte[] value = entry(node).value().clone();
    value[40] = 'f';
    Entry changed = with(entry(node), 4, new String(value, ISO_8859_1));
    assertThat(kinds(nobody, node, List.of(changed))).containsExactly(FindingKind.CORRUPT);
    assertThat(kinds(nobody, node, List.of(NodeCodec.withChecksum(changed))))
        .containsExactly(FindingKind.ALTERED);
    assertThat(kinds(nobody, node, List.of(with(entry(node), 1, "ffff"))))
        .containsExactly(FindingKind.MISPLACED);
  }

  /** Of a table that another graph's writers wrote before: these are none of ours. */
  @Test
  void whatWasThereBeforeATakeoverIsNoFindingAndStaysWhole() {
    Graph former = new Graph(Specs.of(4711, 0, 100_000, 4, 3, 2));
    ModelTable theirs = ModelTable.upTo(former, 0, new Position(20, 0, 0));
    Promise promise = new Promise(Map.of(WRITER, Settled.at(end)));
    Expectation ours = new Expectation(graph, promise, any -> true);
    Expectation taken = new Expectation(new Graph(graph.spec().overOthers()), promise, any -> true);
    long apart = 0;
    for (long window = 0; window < 60; window++) {
      for (int index = 0; index < 4; index++) {
        Node node = new Node(0, window, index);
        List<Entry> seen = theirs.row(node);
        if (!seen.isEmpty()) {
          byte[] row = seen.get(0).row();
          Judgement sound = taken.judge(row, seen);
          assertThat(sound.isSound()).as("%s", sound).isTrue();
          assertThat(ours.judge(row, seen).differences()).isNotEmpty();
          apart += sound.standing() == Standing.FORMER ? 1 : 0;
          byte[] value = seen.get(0).value().clone();
          value[3] ^= 1;
          Entry changed = with(seen.get(0), 4, new String(value, ISO_8859_1));
          assertThat(taken.judge(row, List.of(changed)).differences())
              .extracting(Difference::kind)
              .containsExactly(FindingKind.CORRUPT);
          assertThat(taken.judge(row, List.of(seen.get(0), seen.get(0))).differences())
              .extracting(Difference::kind)
              .containsExactly(FindingKind.DUPLICATED);
        }
      }
    }
    assertThat(apart).isGreaterThan(50);
  }

  /** Whoever wrote it: a filter lets it pass or does not. */
  @Test
  void whatWasThereBeforeATakeoverIsLeakedPastAFilterToo() {
    Graph former = new Graph(Specs.of(4711, 0, 100_000, 4, 3, 2));
    ModelTable theirs = ModelTable.upTo(former, 0, new Position(20, 0, 0));
    Selection half = Selection.of(By.ROW, 0.5, 0);
    Expectation through =
        new Expectation(
            new Graph(graph.spec().overOthers()),
            new Promise(Map.of(WRITER, Settled.at(end))),
            any -> true,
            half);
    int leaked = 0;
    int passed = 0;
    for (long window = 0; window < 60; window++) {
      for (int index = 0; index < 4; index++) {
        List<Entry> seen = theirs.row(new Node(0, window, index));
        if (!seen.isEmpty()) {
          boolean passes = half.passes(seen.get(0));
          List<Difference> wrong = through.judge(seen.get(0).row(), seen).differences();
          assertThat(wrong)
              .extracting(Difference::kind)
              .isEqualTo(passes ? List.of() : List.of(FindingKind.LEAKED));
          leaked += wrong.size();
          passed += passes ? 1 : 0;
        }
      }
    }
    assertThat(leaked).isGreaterThan(20);
    assertThat(passed).isGreaterThan(20);
  }

  @Test
  void inATableThatWasTakenOverOursIsJudgedAsEver() {
    Graph over = new Graph(graph.spec().overOthers());
    Promise promise = new Promise(Map.of(WRITER, Settled.at(end)));
    Expectation taken = new Expectation(over, promise, any -> true);
    Node node = node(0, 1, 2);
    Graph former = new Graph(Specs.of(4711, 0, 100_000, 4, 3, 2));
    Entry theirs = ModelTable.upTo(former, 0, new Position(1, 0, 0)).row(new Node(0, 0, 0)).get(0);
    Entry inOurRow =
        NodeCodec.withChecksum(
            new Entry(
                row(node),
                theirs.family(),
                theirs.qualifier(),
                theirs.visibility(),
                theirs.value()));

    assertThat(kinds(taken, node, List.of(entry(node)))).isEmpty();
    assertThat(kinds(taken, node, List.of(entry(node), inOurRow))).isEmpty();
    assertThat(taken.judge(row(node), List.of(entry(node), inOurRow)).standing())
        .isEqualTo(Standing.PRESENT);
    assertThat(new Expectation(over, Promise.NONE, any -> true).judge(row(node), List.of(inOurRow)))
        .returns(true, Judgement::isSound)
        .returns(Standing.FORMER, Judgement::standing);
    assertThat(kinds(taken, node, List.of())).containsExactly(FindingKind.LOST);
    assertThat(kinds(taken, node, List.of(inOurRow))).containsExactly(FindingKind.LOST);
    assertThat(kinds(taken, node, List.of(with(entry(node), 1, "ffff"))))
        .containsExactly(FindingKind.MISPLACED);
    Entry ofAnother =
        NodeCodec.withChecksum(
            new Entry(
                row(node(3, 2, 3)),
                entry(node).family(),
                entry(node).qualifier(),
                entry(node).visibility(),
                entry(node).value()));
    assertThat(kinds(taken, node(3, 2, 3), List.of(ofAnother)))
        .containsExactly(FindingKind.PHANTOM);
  }

  @Test
  void aPromiseAroundAScanLeavesOpenWhatHappenedMeanwhile() {
    Promise before = new Promise(Map.of(WRITER, Settled.at(new Position(0, 1, 0))));
    Promise after =
        new Promise(
            Map.of(
                WRITER, Settled.at(new Position(0, 3, 0)), 0, Settled.at(new Position(0, 1, 0))));
    Expectation around = expectation(before.until(after), true);
    assertThat(around.standing(node(0, 0, 1))).isEqualTo(Standing.PRESENT);
    assertThat(around.standing(node(0, 2, 1))).isEqualTo(Standing.OPEN);
    assertThat(around.standing(node(1, 0, 1))).isEqualTo(Standing.UNWRITTEN);
    assertThat(around.standing(new Node(0, 0, 1))).isEqualTo(Standing.OPEN);
  }

  @Test
  void referrersAreCertainOnlyOncePromised() {
    Expectation all = expectation(end, end);
    assertThat(all.referrers(node(0, 0, 1))).containsExactly(node(0, 1, 1));
    assertThat(all.referrers(node(0, 2, 1))).containsExactly(node(0, 0, 0));
    assertThat(all.referrers(node(0, 2, 0))).isEmpty();
    assertThat(all.referrers(node(3, 0, 1))).containsExactly(node(3, 1, 1));
    assertThat(all.referrers(node(3, 0, 2))).isEmpty();
    assertThat(all.referrers(node(3, 1, 1))).isEmpty();
  }
}
