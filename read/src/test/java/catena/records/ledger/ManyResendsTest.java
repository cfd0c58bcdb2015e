// SPDX-License-Identifier: Apache-2.0
package catena.records.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.EntryEncoder;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Node;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.WriteOrder;
import catena.graph.judge.Difference;
import catena.graph.judge.Expectation;
import catena.graph.judge.FindingKind;
import catena.graph.judge.Judgement;
import catena.graph.judge.Promise;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Spans;
import catena.read.check.Frontier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A writer that had to send windows again hundreds of times: the first window of every third block.
 */
class ManyResendsTest {
  private static final int EVERY = 3;

  private final GraphSpec spec =
      Specs.of(
          GraphSpec.VERSION,
          7,
          0,
          Long.MAX_VALUE,
          8,
          2,
          100,
          100,
          List.of(""),
          GraphSpec.VisibilityScope.BLOCK,
          true,
          Payload.NONE,
          0,
          4);
  private final Graph graph = new Graph(spec);
  private final WriteOrder order = new WriteOrder(graph);
  private final EntryEncoder encoder = new EntryEncoder(graph);

  /** What the ledger of a writer says that sent as many windows twice. */
  private Progress progress(int resends, boolean imports) {
    LedgerFold fold = new LedgerFold();
    UUID uuid = UUID.fromString(graph.uuid(0));
    fold.accept(new LedgerLine.Header(new LedgerHeader("i", "t", spec.fingerprint(), 0, uuid)));
    fold.accept(new LedgerLine.DeliveryChange(imports, 1));
    Position at = Position.ORIGIN;
    for (int block = 0; block < EVERY * resends; block++) {
      for (int step = 0; step < order.steps(0, block); step++) {
        long entries = order.entries(0, block, step);
        Position to = order.advance(0, at, entries);
        Window window = new Window(at, to, entries, 0);
        fold.accept(new LedgerLine.Intent(window, 1));
        if (isSentTwice(block) && step == 0) {
          fold.accept(new LedgerLine.Intent(window, 1));
        }
        fold.accept(new LedgerLine.Acknowledged(1));
        at = to;
      }
    }
    LedgerState state =
        fold.state(new LedgerScan.End(LedgerLine.NO_SUM, 0, false, Optional.empty()));
    return new Progress(state.acknowledged(), state.attempted(), state.resent(), state.imported());
  }

  private static boolean isSentTwice(long block) {
    return block % EVERY == 0;
  }

  private Judgement judge(Expectation expectation, Node node, int times) {
    encoder.encodeFirst(0, node.window(), node.index());
    Entry one = encoder.entry();
    return expectation.judge(
        encoder.row().clone(), LongStream.range(0, times).mapToObj(i -> one).toList());
  }

  private Expectation expectation(Progress progress, boolean everyVersion) {
    return new Expectation(
        graph, new Promise(Map.of(0, progress), everyVersion, false), any -> true);
  }

  /** Of the second layer, so that it is not rewritten; its window is not the one sent twice. */
  private static Node link(long block) {
    return new Node(0, 2 * block + 1, 3);
  }

  private static Node head(long block) {
    return new Node(0, 2 * block, 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {256, 300, 400})
  void whatWasImportedOnceAndIsThereTwiceIsMiscounted(int resends) {
    Expectation expectation = expectation(progress(resends, true), true);
    for (int block = 0; block < EVERY * resends; block++) {
      Judgement twice = judge(expectation, link(block), 2);
      assertThat(twice.differences())
          .as("block %d", block)
          .extracting(Difference::kind)
          .containsExactly(FindingKind.MISCOUNTED);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {256, 300, 400})
  void aFirstVersionThatWasSentOnceIsStaleAndOneThatWasSentTwiceADoubt(int resends) {
    Expectation expectation = expectation(progress(resends, false), false);
    for (int block = 0; block < EVERY * resends; block++) {
      Judgement old = judge(expectation, head(block), 1);
      assertThat(isSentTwice(block) ? old.doubts() : old.differences())
          .as("block %d", block)
          .extracting(Difference::kind)
          .containsExactly(FindingKind.STALE);
      assertThat(isSentTwice(block) ? old.differences() : old.doubts()).isEmpty();
    }
  }

  /** One more than are kept apart: the first windows of block 0 and block 3 are merged. */
  private Progress beyond(Spans imported) {
    long blocks = EVERY * (Spans.MOST + 1L);
    Spans full =
        new Spans(LongStream.range(0, Spans.MOST).mapToObj(i -> sentTwice(EVERY * i)).toList());
    Position end = new Position(blocks, 0, 0);
    return new Progress(end, end, full.with(sentTwice((long) EVERY * Spans.MOST)), imported);
  }

  private Spans.Span sentTwice(long block) {
    Position from = new Position(block, 0, 0);
    return new Spans.Span(from, order.advance(0, from, order.entries(0, block, 0)));
  }

  private static Spans upTo(long block, int times) {
    return new Spans(List.of(new Spans.Span(Position.ORIGIN, new Position(block, 0, 0), times)));
  }

  @Test
  void whatIsMergedBeyondTheLimitIsADoubtThatSaysUpToWhere() {
    Progress progress = beyond(upTo(EVERY * (Spans.MOST + 1L), 1));
    Expectation every = expectation(progress, true);
    for (long block : new long[] {1, 2}) {
      Judgement twice = judge(every, link(block), 2);
      assertThat(twice.differences()).isEmpty();
      assertThat(twice.doubts()).extracting(Difference::kind).contains(FindingKind.MISCOUNTED);
      assertThat(twice.doubts().get(0).why())
          .contains("up to block 3 step 1 index 0 it is not known");
      assertThat(judge(every, link(block), 1).isSound()).isTrue();
      Judgement old = judge(expectation(progress, false), head(block), 1);
      assertThat(old.differences()).isEmpty();
      assertThat(old.doubts()).extracting(Difference::kind).contains(FindingKind.STALE);
      assertThat(old.doubts().get(0).why())
          .contains("up to block 3 step 1 index 0 it is not known");
    }
    assertThat(judge(every, link(4), 2).differences())
        .extracting(Difference::kind)
        .containsExactly(FindingKind.MISCOUNTED);
    Judgement old = judge(expectation(progress, false), head(4), 1);
    assertThat(old.differences()).extracting(Difference::kind).contains(FindingKind.STALE);
    Judgement again = judge(expectation(progress, false), head(6), 1);
    assertThat(again.doubts())
        .extracting(Difference::why)
        .singleElement()
        .asString()
        .contains("late");
  }

  /** What lies between two imports that were merged may have been sent by a batch writer. */
  @Test
  void whatOnlyMayHaveBeenImportedIsMiscountedAsADoubtOnly() {
    Position end = new Position(9, 0, 0);
    Progress progress = new Progress(end, end, Spans.NONE, upTo(5, Spans.MERGED));
    Judgement twice = judge(expectation(progress, true), link(1), 2);
    assertThat(twice.differences()).isEmpty();
    assertThat(twice.doubts()).extracting(Difference::kind).contains(FindingKind.MISCOUNTED);
    assertThat(Frontier.ofText(Frontier.toText(new Promise(Map.of(0, progress), true, false))))
        .isEqualTo(new Promise(Map.of(0, progress), true, false));
  }
}
