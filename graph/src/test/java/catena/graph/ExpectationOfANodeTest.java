// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.judge.Difference;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Promise;
import catena.graph.judge.Settled;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is exactly a node's entry, and what is said of one that is not. */
class ExpectationOfANodeTest {
  private static final int WRITER = 300;

  private final Graph graph = suitable();
  private final EntryEncoder encoder = new EntryEncoder(graph);
  private final Node head = new Node(WRITER, 0, 1);
  private final Node link = new Node(WRITER, 1, 1);

  /** The first graph of which block 0 is closed, block 1 deleted, and both are secret. */
  private static Graph suitable() {
    for (long seed = 0; ; seed++) {
      Graph graph = new Graph(Specs.of(seed, 0, 1L << 40, 4, 3, 400));
      if (!graph.isDeleted(WRITER, 0)
          && graph.isDeleted(WRITER, 1)
          && graph.visibility(WRITER, 0, 0) != 0
          && graph.visibility(WRITER, 3, 0) != 0) {
        return graph;
      }
    }
  }

  private Expectation expectation(Position acknowledged, Position attempted, boolean all) {
    return new Expectation(
        graph,
        new Promise(Map.of(WRITER, new Promise.Progress(acknowledged, attempted))),
        expression -> all || expression.isEmpty());
  }

  private Expectation settled(long block, int step, long index) {
    Position at = new Position(block, step, index);
    return expectation(at, at, true);
  }

  private Entry first(Node node) {
    encoder.encodeFirst(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  private Entry closing(Node node) {
    encoder.encodeClosing(node.writer(), node.window(), node.index());
    return encoder.entry();
  }

  private static Entry with(Entry entry, String family, String value) {
    return new Entry(
        entry.row(),
        family.getBytes(ISO_8859_1),
        entry.qualifier(),
        entry.visibility(),
        value.getBytes(ISO_8859_1));
  }

  private static String family(Entry entry) {
    return new String(entry.family(), ISO_8859_1);
  }

  private static String value(Entry entry) {
    return new String(entry.value(), ISO_8859_1);
  }

  private static String judged(Expectation expectation, Entry seen) {
    Judgement judgement = expectation.judge(seen.row(), List.of(seen));
    List<Difference> all =
        judgement.doubts().isEmpty() ? judgement.differences() : judgement.doubts();
    String kind = judgement.doubts().isEmpty() ? "" : "doubt ";
    return kind + all.get(0).kind() + ": " + all.get(0).why();
  }

  @Test
  void exactlyIsTheOneEntryThatMustBeThere() {
    Expectation closed = settled(1, 0, 0);
    assertThat(closed.isExactly(head, closing(head))).isTrue();
    assertThat(closed.isExactly(head, first(head))).isFalse();
    assertThat(closed.isExactly(link, first(link))).isTrue();
    assertThat(closed.isExactly(link, first(head))).isFalse();
    assertThat(closed.isExactly(link, with(first(link), "ffff", value(first(link))))).isFalse();
    assertThat(closed.isExactly(link, with(first(link), family(first(link)), "x"))).isFalse();
    assertThat(settled(0, 1, 0).isExactly(head, first(head))).isTrue();
  }

  @Test
  void whatMayOrMustNotBeThereIsNotExactlyWhatMust() {
    Position begun = new Position(0, 1, 4);
    assertThat(expectation(Position.ORIGIN, begun, true).isExactly(head, first(head))).isFalse();
    assertThat(settled(0, 0, 0).isExactly(head, first(head))).isFalse();
    assertThat(settled(2, 0, 0).isExactly(new Node(WRITER, 3, 1), first(new Node(WRITER, 3, 1))))
        .isFalse();
    Position end = new Position(1, 0, 0);
    assertThat(expectation(end, end, false).isExactly(link, first(link))).isFalse();
    assertThat(new Expectation(graph, Promise.NONE, any -> true).isExactly(link, first(link)))
        .isFalse();
  }

  @Test
  void whatIsExpectedIsDescribedWithAllThatIsLeftOpen() {
    String one = first(head).toString();
    String two = closing(head).toString();
    assertThat(settled(0, 0, 0).describe(head)).isEqualTo("nothing");
    assertThat(settled(0, 1, 0).describe(head)).isEqualTo(one);
    assertThat(settled(1, 0, 0).describe(head)).isEqualTo(two);
    assertThat(expectation(Position.ORIGIN, new Position(0, 1, 0), true).describe(head))
        .isEqualTo("nothing or " + one);
    assertThat(expectation(new Position(0, 1, 0), new Position(1, 0, 0), true).describe(head))
        .isEqualTo(one + " or " + two);
    assertThat(expectation(Position.ORIGIN, new Position(1, 0, 0), true).describe(head))
        .isEqualTo("nothing or " + one + " or " + two);
    assertThat(settled(1, 0, 0).describe(link)).isEqualTo(first(link).toString());
  }

  @Test
  void aDifferenceSaysWhatWasExpected() {
    String expected = "; expected " + first(link);
    Entry right = first(link);
    assertThat(judged(settled(1, 0, 0), with(right, family(right), "x")))
        .isEqualTo("CORRUPT: the value has 1 bytes, fewer than any sound one" + expected);
    String cut = value(right).substring(0, value(right).length() - 8);
    assertThat(judged(settled(1, 0, 0), with(right, family(right), cut)))
        .isEqualTo("CORRUPT: the checksum is gone" + expected);
    assertThat(judged(settled(1, 0, 0), with(right, "ffff", value(right))))
        .isEqualTo("MISPLACED: the key of this row is " + key(right));
    assertThat(judged(settled(1, 0, 0), first(head)))
        .isEqualTo("STALE: rewritten since; expected " + closing(head));
  }

  private static String key(Entry entry) {
    String text = entry.toString();
    return text.substring(0, text.indexOf(']') + 1);
  }

  /** What is in doubt is only what the writer will write: not the rewrite of what it deletes. */
  @Test
  void aRewriteThatNeverComesIsAltered() {
    Node deleted = new Node(WRITER, 3, 1);
    assertThat(judged(settled(1, 1, 0), closing(deleted)))
        .startsWith("ALTERED: the content is not the writer's");
    Node last = new Node(WRITER, 0, 3);
    assertThat(judged(settled(0, 1, 0), closing(last)))
        .startsWith("ALTERED: the content is not the writer's");
    assertThat(judged(settled(0, 1, 0), closing(head))).startsWith("doubt ALTERED");
  }

  @Test
  void withoutALedgerWhatNamesItsWriterIsMisplacedAndAllElseAPhantom() {
    Expectation nobody = new Expectation(graph, Promise.NONE, any -> true);
    Entry right = first(link);
    String count = value(right).replaceFirst(":[0-9a-f]{16}:", ":0000000000abcdef:");
    Entry named = NodeCodec.withChecksum(with(right, "ffff", count));
    assertThat(judged(nobody, named)).startsWith("MISPLACED");
    assertThat(judged(nobody, with(right, "ffff", count))).startsWith("PHANTOM");
    Entry other = NodeCodec.withChecksum(with(right, "ffff", graph.uuid(7) + count.substring(36)));
    assertThat(judged(nobody, other)).startsWith("PHANTOM: its writer did not write this row");
  }

  /** The first writers are looked up another way than the others. */
  @Test
  void allWritersAreJudgedAlike() {
    Position at = new Position(0, 1, 0);
    for (int writer : new int[] {0, 255, 256, 399}) {
      Expectation one =
          new Expectation(graph, new Promise(Map.of(writer, Settled.at(at))), any -> true);
      assertThat(one.isExactly(new Node(writer, 0, 3), first(new Node(writer, 0, 3)))).isTrue();
      assertThat(one.standing(new Node(writer, 0, 3))).isEqualTo(Standing.PRESENT);
      assertThat(one.isExactly(new Node(writer, 1, 3), first(new Node(writer, 1, 3)))).isFalse();
    }
  }

  @Test
  void rowZeroIsJudgedAsItsNodes() {
    for (long seed = 0; ; seed++) {
      Graph tiny = new Graph(Specs.of(seed, 0, 24, 2, 2, 2));
      if (tiny.node(0).isPresent()) {
        Node node = tiny.node(0).orElseThrow();
        Promise promise = new Promise(Map.of(node.writer(), Settled.at(Position.ORIGIN)));
        byte[] row = NodeCodec.rowBytes(NodeCodec.rowText(0));
        EntryEncoder of = new EntryEncoder(tiny);
        of.encodeKey(node.writer(), node.window(), node.index());
        assertThat(
                new Expectation(tiny, promise, any -> true)
                    .judge(row, List.of(of.entry()))
                    .differences()
                    .get(0)
                    .node())
            .contains(node);
        return;
      }
    }
  }

  @Test
  void aRowIsSoundWithoutADifferenceAndWithoutADoubt() {
    Difference any = new Difference(FindingKind.LOST, "", Optional.empty(), Optional.empty(), "");
    assertThat(new Judgement(Standing.OPEN, List.of(), List.of()).isSound()).isTrue();
    assertThat(new Judgement(Standing.OPEN, List.of(any), List.of()).isSound()).isFalse();
    assertThat(new Judgement(Standing.OPEN, List.of(), List.of(any)).isSound()).isFalse();
  }

  @Test
  void anEncodersPartsAreThoseOfItsEntry() {
    encoder.encodeFirst(WRITER, 0, 1);
    Entry entry = encoder.entry();
    assertThat(encoder.row()).isEqualTo(entry.row());
    assertThat(encoder.family()).isEqualTo(entry.family());
    assertThat(encoder.qualifier()).isEqualTo(entry.qualifier());
    assertThat(encoder.visibilityBytes()).isEqualTo(entry.visibility()).isNotEmpty();
    assertThat(graph.spec().visibilities().get(encoder.visibility()))
        .isEqualTo(new String(entry.visibility(), ISO_8859_1));
  }
}
