// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.graph.Decoded;
import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.NodeCursor;
import catena.graph.judge.Expectation;
import catena.graph.judge.Judgement;
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Promise;
import catena.read.check.Count;
import catena.read.check.Frontier;
import catena.read.check.RangeMerge;
import catena.read.check.SeenRow;
import catena.records.threads.Threads;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.io.BytesWritable;

/**
 * Compares what must be in a range of rows with what one scan returns of it, counts, and accounts
 * for it: all that a map task does, without MapReduce.
 *
 * <p>A row with one entry that is exactly the promised one, nearly every row, costs one comparison
 * in place and makes no object; any other row is judged as a whole. Nothing is kept: what differs
 * is handed on.
 */
public final class ExactCheck implements RangeMerge.Rows {
  /** Receives what goes to the driver. */
  @FunctionalInterface
  public interface Records {
    /** Receives one. */
    void write(BytesWritable key, BytesWritable value) throws IOException, InterruptedException;
  }

  private final Graph graph;
  private final Promise promise;
  private final Expectation expectation;
  private final boolean isolated;
  private final Tally tally;
  private final Clock clock;
  private final Records records;

  /**
   * A check against a promise.
   *
   * @param visible which visibilities the scan may see
   * @param isolated whether the scan returns each row as it was at one moment
   * @param tally new; filled while the check runs
   */
  public ExactCheck(
      Graph graph,
      Promise promise,
      Predicate<String> visible,
      boolean isolated,
      Tally tally,
      Clock clock,
      Records records) {
    this.graph = graph;
    this.promise = promise;
    this.expectation = new Expectation(graph, promise, visible);
    this.isolated = isolated;
    this.tally = tally;
    this.clock = clock;
    this.records = records;
  }

  /**
   * Checks a range; its report says what ended it early, if anything did, and what was found before
   * stays found.
   */
  public void run(RowRange range, RangeMerge.Scan scan) throws IOException, InterruptedException {
    // An Error is reported, too: a range without a report would pass for one without faults.
    Optional<String> failure =
        Threads.attempt(
                () ->
                    RangeMerge.run(
                        graph.nodes(
                            range.firstNumber(),
                            range.endNumber(),
                            Frontier.population(graph, promise)),
                        scan,
                        this))
            .map(Throwable::toString);
    RangeReport report = new RangeReport(range, tally.visited(), tally.all(), failure);
    records.write(Shuffled.keyOf(range), new BytesWritable(report.toBytes()));
    for (var writer : tally.unpromised().entrySet()) {
      records.write(
          Shuffled.key(Shuffled.ShuffledKind.UNPROMISED, writer.getKey(), 0, new byte[0]),
          Shuffled.number(writer.getValue()));
    }
  }

  @Override
  public boolean isRight(NodeCursor at, Entry entry) {
    // Small calls come first, while the compiler still inlines them into this method.
    int writer = at.writer();
    boolean referred = expectation.isReferred(at);
    if (!expectation.isExactly(at, entry)) {
      return false;
    }
    tally.exact(writer, NodeCodec.refers(entry), referred);
    return true;
  }

  @Override
  public void several(Node node, byte[] row, List<Entry> seen)
      throws IOException, InterruptedException {
    visit(node);
    tally.add(Count.ENTRIES, seen.size());
    Judgement judgement = expectation.judge(row, seen, isolated);
    if (node != null) {
      predict(node, judgement.standing());
    }
    judgement.differences().forEach(difference -> tally.wrong(difference.kind(), 1));
    if (node == null && mustHaveCome(row)) {
      handOn(row, again(seen));
    } else if (judgement.isSound()) {
      countSound(judgement.standing(), row, seen);
    } else {
      handOn(row, seen);
    }
  }

  /** Whether a row is one that the scan must have returned before, or has left out. */
  private boolean mustHaveCome(byte[] row) {
    return graph.node(NodeCodec.row(row)).filter(expectation::mustBeSeen).isPresent();
  }

  /**
   * A promised row that the scan returns after it had gone past it: whether it was returned before
   * or not, it comes once too often.
   */
  private static List<Entry> again(List<Entry> seen) {
    List<Entry> twice = new ArrayList<>(seen);
    twice.addAll(seen);
    return twice;
  }

  private void handOn(byte[] row, List<Entry> seen) throws IOException, InterruptedException {
    tally.one(Count.DIFFERING);
    SeenRow differing = new SeenRow(row, seen, clock.millis());
    records.write(Shuffled.keyOf(row, differing.node(graph)), Shuffled.value(differing));
  }

  @Override
  public void absent(Node node) throws IOException, InterruptedException {
    visit(node);
    Standing standing = expectation.standing(node);
    predict(node, standing);
    if (expectation.mustBeSeen(node)) {
      handOn(NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node))), List.of());
    } else {
      tally.one(Count.of(standing));
    }
  }

  /** Begins with a row: a node that the cursor has, or one beyond. */
  private void visit(Node node) {
    if (node == null) {
      tally.one(Count.BEYOND);
    } else {
      tally.one(Count.VISITED);
      tally.visited(node.writer());
    }
  }

  /** Predicts what references mode counts of a node if all is as promised. */
  private void predict(Node node, Standing standing) {
    if (standing == Standing.PRESENT) {
      tally.one(Count.PROMISED);
      boolean referenced = expectation.isReferred(node);
      tally.one(referenced ? Count.REFERENCED_PREDICTED : Count.UNREFERENCED_PREDICTED);
    } else if (standing == Standing.HIDDEN) {
      predictHidden(node);
    }
  }

  private void predictHidden(Node node) {
    if (expectation.isCertain(node)) {
      tally.one(Count.HIDDEN_CERTAIN);
    }
    if (expectation.isReferred(node)) {
      tally.one(Count.UNDEFINED_PREDICTED);
    }
  }

  /** Counts a row that was seen and judged, and with which all is well. */
  private void countSound(Standing standing, byte[] row, List<Entry> seen) {
    tally.one(Count.of(standing));
    if (standing == Standing.FORMER) {
      return; // No promise says what references mode sees of it.
    }
    tally.one(Count.NODES);
    // Of several versions the first is the newest: the one that a reader follows.
    if (seen.stream().limit(1).anyMatch(ExactCheck::hasPrevious)) {
      tally.one(Count.REFERENCES);
    }
    if (standing == Standing.UNPROMISED) {
      tally.add(Count.UNPROMISED, seen.size());
      Optional<Node> node = graph.node(NodeCodec.row(row));
      node.ifPresent(found -> tally.unpromised(found.writer(), seen.size()));
    }
  }

  private static boolean hasPrevious(Entry entry) {
    return NodeCodec.decode(entry) instanceof Decoded.Sound sound
        && sound.previous() != Decoded.NO_PREVIOUS;
  }
}
