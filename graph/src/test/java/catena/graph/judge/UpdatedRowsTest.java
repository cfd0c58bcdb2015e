// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.ModelTable;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.Step;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rows whose nodes are updated, judged at every point of their writer's order. */
class UpdatedRowsTest {
  private static final int BLOCKS = 3;

  private final List<Position> points = new ArrayList<>();

  /** What each node had been written as before each point, oldest first. */
  private final List<Map<Node, List<Entry>>> written = new ArrayList<>();

  private Graph graph;
  private WriteOrder order;

  private void replay(boolean payload) {
    GraphSpec small = Specs.of(4, 0, 1 << 20, 4, 2, 2).with("updates", "3:zipfian:0.99");
    replay(payload ? GraphSpec.fromProperties(withPayload(small.toProperties())) : small);
  }

  private void replay(GraphSpec spec) {
    graph = new Graph(spec);
    order = new WriteOrder(graph);
    ModelTable table = new ModelTable(graph);
    Map<Node, List<Entry>> now = new HashMap<>();
    Position at = Position.ORIGIN;
    while (at.block() < BLOCKS) {
      note(at, now);
      Node node = new Node(0, order.window(0, at), order.index(0, at));
      at = table.write(0, at);
      List<Entry> more = new ArrayList<>(now.getOrDefault(node, List.of()));
      more.addAll(table.row(node));
      now.put(node, table.row(node).isEmpty() ? List.of() : more);
    }
    note(at, now);
  }

  private static Map<String, String> withPayload(Map<String, String> properties) {
    properties.put("payload", Payload.fixed(20).text());
    return properties;
  }

  private void note(Position at, Map<Node, List<Entry>> now) {
    points.add(at);
    written.add(new HashMap<>(now));
  }

  private Expectation expectation(Progress progress) {
    return new Expectation(graph, new Promise(Map.of(0, progress)), any -> true);
  }

  private byte[] row(Node node) {
    return NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node)));
  }

  @Test
  void theLastOfSomeUpdatesIsRightAndEachOneBeforeItIsStale() {
    for (boolean payload : new boolean[] {false, true}) {
      points.clear();
      written.clear();
      replay(payload);
      int stale = 0;
      for (int i = 0; i < points.size(); i++) {
        Expectation expectation = expectation(Settled.at(points.get(i)));
        for (Map.Entry<Node, List<Entry>> each : written.get(i).entrySet()) {
          stale += settled(expectation, each.getKey(), each.getValue());
        }
      }
      assertThat(stale).as("stale versions that were planted").isGreaterThan(100);
    }
  }

  private int settled(Expectation expectation, Node node, List<Entry> versions) {
    if (versions.isEmpty()) {
      return 0;
    }
    Entry last = versions.get(versions.size() - 1);
    assertThat(expectation.judge(row(node), List.of(last)).isSound()).isTrue();
    assertThat(expectation.isExactly(node, last)).isTrue();
    assertThat(expectation.isCertain(node)).isTrue();
    assertThat(expectation.describe(node)).isEqualTo(last.toString());
    assertThat(kinds(expectation.judge(row(node), List.of()))).containsExactly(FindingKind.LOST);
    for (Entry old : versions.subList(0, versions.size() - 1)) {
      Judgement judgement = expectation.judge(row(node), List.of(old));
      assertThat(kinds(judgement)).containsExactly(FindingKind.STALE);
      assertThat(judgement.doubts()).isEmpty();
      assertThat(expectation.isExactly(node, old)).isFalse();
    }
    return versions.size() - 1;
  }

  private static List<FindingKind> kinds(Judgement judgement) {
    return judgement.differences().stream().map(Difference::kind).toList();
  }

  @Test
  void betweenAcknowledgedAndAttemptedEitherIsRightAndNothingElse() {
    replay(false);
    int open = 0;
    for (int from = 0; from < points.size(); from += 3) {
      for (int to = from; to < Math.min(points.size(), from + 9); to++) {
        Progress progress = new Progress(points.get(from), points.get(to));
        Expectation expectation = expectation(progress);
        for (Map.Entry<Node, List<Entry>> each : written.get(to).entrySet()) {
          List<Entry> before = written.get(from).getOrDefault(each.getKey(), List.of());
          if (each.getValue().size() >= before.size() && !before.isEmpty()) {
            open += between(expectation, each.getKey(), before.size(), each.getValue());
          }
        }
      }
    }
    assertThat(open).as("nodes of which two states are right").isGreaterThan(50);
  }

  private int between(Expectation expectation, Node node, int sure, List<Entry> versions) {
    for (int i = 0; i < versions.size(); i++) {
      Judgement judgement = expectation.judge(row(node), List.of(versions.get(i)));
      if (i < sure - 1) {
        assertThat(kinds(judgement)).containsExactly(FindingKind.STALE);
      } else {
        assertThat(judgement.isSound()).isTrue();
      }
    }
    assertThat(expectation.isCertain(node)).isEqualTo(versions.size() == sure);
    return versions.size() - sure;
  }

  @Test
  void whatIsExpectedOfANodeNamesAnUpdateThatMayBeThere() {
    replay(false);
    Position first = new Position(notDeleted(), 3, 0);
    Node node = order.updated(0, first);
    String before = expectation(Settled.at(first)).describe(node);
    assertThat(expectation(new Progress(first, order.advance(0, first, 1))).describe(node))
        .isEqualTo(before + " or what a later update writes");
  }

  @Test
  void anUpdateOfWhichTheLedgerDoesNotKnowIsADoubtAndSoIsALateOne() {
    replay(false);
    Position first = new Position(notDeleted(), 3, 0);
    Node node = order.updated(0, first);
    Position next = order.advance(0, first, 1);
    Entry update = entry(first);
    Judgement unknown = expectation(Settled.at(first)).judge(row(node), List.of(update));
    assertThat(unknown.differences()).isEmpty();
    assertThat(unknown.doubts()).extracting(Difference::kind).containsExactly(FindingKind.ALTERED);

    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeFirst(0, node.window(), node.index());
    Spans resent = Spans.NONE.with(new Spans.Span(order.firstWrite(node), first));
    Judgement late =
        expectation(new Progress(next, next, resent, Spans.NONE))
            .judge(row(node), List.of(encoder.entry()));
    assertThat(late.differences()).isEmpty();
    assertThat(late.doubts()).extracting(Difference::kind).containsExactly(FindingKind.STALE);
  }

  @Test
  void anUpdateOfAnotherNodeOrOneThatWasNotDueIsAltered() {
    replay(false);
    Position end = new Position(BLOCKS, 0, 0);
    Expectation expectation = expectation(Settled.at(end));
    Position at = new Position(notDeleted(), 3, 0);
    Node node = order.updated(0, at);
    EntryEncoder encoder = new EntryEncoder(graph);
    for (int pass = 0; pass < 3; pass++) {
      for (int i = 0; i < 4; i++) {
        Position other = new Position(at.block(), 3 + pass, i);
        if (!order.updated(0, other).equals(node)) {
          encoder.encodeUpdate(node, order.count(other));
          assertThat(kinds(expectation.judge(row(node), List.of(encoder.entry()))))
              .containsExactly(FindingKind.ALTERED);
        }
      }
    }
  }

  @Test
  void aCursorJudgesAsANodeDoes() {
    replay(false);
    Position end = new Position(BLOCKS, 0, 0);
    Expectation expectation = expectation(Settled.at(end));
    ModelTable table = ModelTable.upTo(graph, 0, end);
    var cursor = graph.nodes(0, 1 << 20, Map.of(0, BLOCKS * 2L));
    int seen = 0;
    while (cursor.advance()) {
      for (Entry entry : table.row(cursor.node())) {
        assertThat(expectation.isExactly(cursor, entry)).isTrue();
        assertThat(expectation.isReferred(cursor))
            .isEqualTo(!expectation.referrers(cursor.node()).isEmpty());
        seen++;
      }
    }
    assertThat(seen).isGreaterThanOrEqualTo(8);
  }

  private long notDeleted() {
    long block = 0;
    while (order.step(0, block, 2) == Step.DELETE) {
      block++;
    }
    return block;
  }

  private Entry entry(Position at) {
    EntryEncoder encoder = new EntryEncoder(graph);
    encoder.encodeUpdate(order.updated(0, at), order.count(at));
    return encoder.entry();
  }

  /** Of each version that was replaced: the attempt that may come late is one at that version. */
  @Test
  void aLateAttemptIsAskedOfTheVersionThatIsSeen() {
    replay(false);
    int last = points.size() - 1;
    Position end = points.get(last);
    int doubted = 0;
    for (Map.Entry<Node, List<Entry>> each : written.get(last).entrySet()) {
      List<Entry> versions = each.getValue();
      for (int seen = 0; seen < versions.size() - 1; seen++) {
        for (int again = 0; again < versions.size() - 1; again++) {
          Spans.Span resent = write(each.getKey(), again);
          Progress progress = new Progress(end, end, Spans.NONE.with(resent), Spans.NONE);
          Judgement judged =
              expectation(progress).judge(row(each.getKey()), List.of(versions.get(seen)));
          assertThat(again == seen ? judged.doubts() : judged.differences())
              .as("version %d of %s, of which %d was sent again", seen, each.getKey(), again)
              .extracting(Difference::kind)
              .containsExactly(FindingKind.STALE);
          assertThat(again == seen ? judged.differences() : judged.doubts()).isEmpty();
          doubted += again == seen && seen > 0 ? 1 : 0;
        }
      }
    }
    assertThat(doubted).as("versions that are not the first").isGreaterThan(5);
  }

  /** Its timestamp is below that of what was acknowledged, so that it cannot have come late. */
  @Test
  void ofTimedUpdatesALateAttemptOrATieIsNoExcuse() {
    replay(Specs.of(4, 0, 1 << 20, 4, 2, 2).with("updates", "3:zipfian:0.99:timed"));
    int last = points.size() - 1;
    Position end = points.get(last);
    Progress progress =
        new Progress(end, end, Spans.NONE.with(new Spans.Span(Position.ORIGIN, end)), Spans.NONE);
    Promise tied = new Promise(Map.of(0, progress), false, true);
    int stale = 0;
    int doubted = 0;
    for (Map.Entry<Node, List<Entry>> each : written.get(last).entrySet()) {
      List<Entry> versions = each.getValue();
      boolean updated = order.lastUpdate(each.getKey(), end).isPresent();
      for (Promise promise : List.of(tied, new Promise(Map.of(0, progress)))) {
        for (Entry old : versions.subList(0, Math.max(0, versions.size() - 1))) {
          Expectation expectation = new Expectation(graph, promise, any -> true);
          Judgement judged = expectation.judge(row(each.getKey()), List.of(old));
          assertThat(kinds(judged).equals(List.of(FindingKind.STALE))).isEqualTo(updated);
          assertThat(judged.doubts().isEmpty()).isEqualTo(updated);
          stale += updated ? 1 : 0;
          doubted += updated ? 0 : 1;
        }
      }
    }
    assertThat(stale).as("versions behind a timed update").isGreaterThan(20);
    assertThat(doubted).as("first versions of heads that are not updated").isPositive();
  }

  /** The write that made a version of a node. */
  private Spans.Span write(Node node, int version) {
    int i = 0;
    while (written.get(i + 1).getOrDefault(node, List.of()).size() <= version) {
      i++;
    }
    return new Spans.Span(points.get(i), points.get(i + 1));
  }
}
