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
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Spans.Span;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A table that returns every version of an entry, newest first. */
class EveryVersionTest {
  private static final int WRITER = 1;
  private static final Position END = new Position(3, 0, 0);
  private static final Spans ALL = Spans.NONE.with(new Span(Position.ORIGIN, END, 1));

  private final Graph graph = suitable();

  /** The first graph of which block 0 is closed and block 1 is deleted. */
  private static Graph suitable() {
    for (long seed = 0; ; seed++) {
      Graph graph = new Graph(Specs.of(seed, 0, 100_000, 4, 3, 2));
      if (!graph.isDeleted(WRITER, 0) && graph.isDeleted(WRITER, 1)) {
        return graph;
      }
    }
  }

  private Entry first(Node node) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(WRITER, node.window(), node.index());
    return encoder.entry();
  }

  private Entry closing(Node node) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeClosing(WRITER, node.window(), node.index());
    return encoder.entry();
  }

  private Judgement judge(Progress progress, boolean every, Node node, Entry... seen) {
    Promise promise = new Promise(Map.of(WRITER, progress), every, false);
    return new Expectation(graph, promise, any -> true)
        .judge(NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node))), List.of(seen));
  }

  private Judgement imported(Node node, Entry... seen) {
    return judge(new Progress(END, END, Spans.NONE, ALL), true, node, seen);
  }

  private Judgement sent(Node node, Entry... seen) {
    return judge(new Progress(END, END), true, node, seen);
  }

  private static List<FindingKind> kinds(List<Difference> differences) {
    return differences.stream().map(Difference::kind).toList();
  }

  @Test
  void eachWriteOnceIsRightAndAHeadHasTwoVersions() {
    Node head = new Node(WRITER, 0, 1);
    Node link = new Node(WRITER, 1, 1);
    assertThat(imported(head, closing(head), first(head)).isSound()).isTrue();
    assertThat(imported(link, first(link)).isSound()).isTrue();
    assertThat(sent(head, closing(head), first(head)).isSound()).isTrue();
    assertThat(imported(new Node(WRITER, 3, 1)).isSound()).isTrue();
  }

  @Test
  void theShortWayTakesNoHeadForRightOfWhichAVersionIsGone() {
    Promise promise =
        new Promise(Map.of(WRITER, new Progress(END, END, Spans.NONE, ALL)), true, false);
    Expectation every = new Expectation(graph, promise, any -> true);
    Node head = new Node(WRITER, 0, 1);
    Node link = new Node(WRITER, 1, 1);
    assertThat(every.isExactly(head, closing(head))).isFalse();
    assertThat(every.isNewest(head, closing(head))).isTrue();
    assertThat(every.isExactly(link, first(link))).isTrue();
    Expectation newest = new Expectation(graph, new Promise(promise.writers()), any -> true);
    assertThat(newest.isExactly(head, closing(head))).isTrue();
  }

  @Test
  void aFileThatWasImportedTwiceIsMiscounted() {
    Node link = new Node(WRITER, 1, 1);
    Judgement twice = imported(link, first(link), first(link));
    assertThat(kinds(twice.differences())).containsExactly(FindingKind.MISCOUNTED);
    assertThat(twice.doubts()).isEmpty();
    assertThat(twice.differences().get(0).why()).contains("2 versions of its first write");
    Node head = new Node(WRITER, 0, 1);
    Judgement closedTwice = imported(head, closing(head), closing(head), first(head));
    assertThat(kinds(closedTwice.differences())).containsExactly(FindingKind.MISCOUNTED);
    assertThat(closedTwice.differences().get(0).why()).contains("of its closing rewrite");
  }

  private Judgement ofCopies(int copies, Position acknowledged, Node node, Entry... seen) {
    Graph several = new Graph(graph.spec().with("copies", Integer.toString(copies)));
    Promise promise = new Promise(Map.of(WRITER, new Progress(acknowledged, END)), true, false);
    return new Expectation(several, promise, any -> true)
        .judge(NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node))), List.of(seen));
  }

  @Test
  void noCopyOfAnAcknowledgedWriteMayBeGone() {
    Node link = new Node(WRITER, 1, 1);
    Entry one = first(link);
    assertThat(ofCopies(3, END, link, one, one, one).isSound()).isTrue();
    Judgement gone = ofCopies(3, END, link, one, one);
    assertThat(kinds(gone.differences())).containsExactly(FindingKind.MISCOUNTED);
    assertThat(gone.differences().get(0).why())
        .isEqualTo("2 versions of its first write, which put 3 with one time");
    assertThat(kinds(ofCopies(3, END, link).differences())).containsExactly(FindingKind.LOST);
    assertThat(ofCopies(3, Position.ORIGIN, link, one, one).isSound())
        .as("a scan that was under way while they were written")
        .isTrue();
    Judgement four = ofCopies(3, END, link, one, one, one, one);
    assertThat(four.differences()).isEmpty();
    assertThat(kinds(four.doubts()))
        .as("it may have been sent again")
        .containsExactly(FindingKind.MISCOUNTED);
  }

  @Test
  void aHeadHasTheCopiesOfBothItsWrites() {
    Node head = new Node(WRITER, 0, 1);
    Entry closed = closing(head);
    Entry begun = first(head);
    assertThat(ofCopies(2, END, head, closed, closed, begun, begun).isSound()).isTrue();
    assertThat(ofCopies(2, END, head, closed, closed, begun).differences().get(0).why())
        .isEqualTo("1 versions of its first write, which put 2 with one time");
    assertThat(ofCopies(2, END, head, closed, begun, begun).differences().get(0).why())
        .isEqualTo("1 versions of its closing rewrite, which put 2 with one time");
  }

  @Test
  void noShortWayTakesOneCopyForAll() {
    Node link = new Node(WRITER, 1, 1);
    Promise promise = new Promise(Map.of(WRITER, new Progress(END, END)), true, false);
    Graph several = new Graph(graph.spec().with("copies", "2"));
    assertThat(new Expectation(several, promise, any -> true).isExactly(link, first(link)))
        .isFalse();
  }

  @Test
  void aVersionThatIsGoneBelowAnotherIsMiscounted() {
    Node head = new Node(WRITER, 0, 1);
    assertThat(kinds(imported(head, closing(head)).differences()))
        .containsExactly(FindingKind.MISCOUNTED);
    assertThat(kinds(sent(head, closing(head)).differences()))
        .containsExactly(FindingKind.MISCOUNTED);
    assertThat(kinds(imported(head, first(head)).differences())).containsExactly(FindingKind.STALE);
    assertThat(kinds(imported(head).differences())).containsExactly(FindingKind.LOST);
  }

  @Test
  void asManyVersionsAsAttemptsAreRightAndOneMoreIsNot() {
    Node link = new Node(WRITER, 1, 1);
    Spans twice = Spans.NONE.with(new Span(Position.ORIGIN, new Position(0, 2, 0)));
    Progress again = new Progress(END, END, twice, ALL);
    assertThat(judge(again, true, link, first(link)).isSound()).isTrue();
    assertThat(judge(again, true, link, first(link), first(link)).isSound()).isTrue();
    assertThat(kinds(judge(again, true, link, first(link), first(link), first(link)).differences()))
        .containsExactly(FindingKind.MISCOUNTED);
  }

  /** How often each of them was sent is not known any more: no number is too large for sure. */
  @Test
  void aVersionMoreWhereStretchesWereMergedIsADoubtAlsoOfAnImport() {
    Node link = new Node(WRITER, 1, 1);
    Spans merged =
        new Spans(List.of(new Span(Position.ORIGIN, new Position(0, 2, 0), Spans.MERGED)));
    Progress again = new Progress(END, END, merged, ALL);
    Judgement thrice = judge(again, true, link, first(link), first(link), first(link));
    assertThat(thrice.differences()).isEmpty();
    assertThat(kinds(thrice.doubts())).containsExactly(FindingKind.MISCOUNTED);
  }

  /** A batch writer sends again by itself, which no ledger knows. */
  @Test
  void aVersionMoreOfWhatWasSentIsADoubt() {
    Node link = new Node(WRITER, 1, 1);
    Judgement twice = sent(link, first(link), first(link));
    assertThat(twice.differences()).isEmpty();
    assertThat(kinds(twice.doubts())).containsExactly(FindingKind.MISCOUNTED);
  }

  @Test
  void whatAnIndeterminateImportMayHavePutInIsOpen() {
    Node link = new Node(WRITER, 1, 1);
    Progress open = new Progress(Position.ORIGIN, END, Spans.NONE, ALL);
    assertThat(judge(open, true, link).isSound()).isTrue();
    assertThat(judge(open, true, link, first(link)).isSound()).isTrue();
    assertThat(kinds(judge(open, true, link, first(link), first(link)).differences()))
        .containsExactly(FindingKind.MISCOUNTED);
  }

  @Test
  void whatIsWrongBelowTheNewestVersionIsNamedToo() {
    Node head = new Node(WRITER, 0, 1);
    Entry other =
        new Entry(
            first(head).row(),
            first(head).family(),
            first(head).qualifier(),
            first(head).visibility(),
            "noise".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    assertThat(kinds(imported(head, closing(head), other).differences()))
        .contains(FindingKind.CORRUPT);
  }

  @Test
  void whereOnlyTheNewestIsReturnedTwoAreADuplicate() {
    Node link = new Node(WRITER, 1, 1);
    Progress progress = new Progress(END, END, Spans.NONE, ALL);
    assertThat(kinds(judge(progress, false, link, first(link), first(link)).differences()))
        .containsExactly(FindingKind.DUPLICATED);
  }
}
