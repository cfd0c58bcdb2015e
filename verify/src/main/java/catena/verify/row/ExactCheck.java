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
import catena.read.check.Count;
import catena.read.check.RangeMerge;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares what must be in a range of rows with what a scan returns of it, and counts.
 *
 * <p>A row with one entry that is exactly the promised one, nearly every row, costs one comparison
 * in place and makes no object; any other row is judged as a whole. Nothing is kept: what differs
 * is handed on.
 */
final class ExactCheck implements RangeMerge.Rows {
  /** Takes the rows that are not as promised. */
  @FunctionalInterface
  interface Differing {
    /**
     * Takes one row.
     *
     * @param seen all that the scan returned of it, perhaps nothing
     */
    void row(byte[] row, List<Entry> seen) throws IOException, InterruptedException;
  }

  private final Graph graph;
  private final Expectation expectation;
  private final boolean isolated;
  private final Tally tally;
  private final Differing differing;

  /**
   * A check of what one scan returns.
   *
   * @param isolated whether that is each row as it was at one moment
   */
  ExactCheck(
      Graph graph, Expectation expectation, boolean isolated, Tally tally, Differing differing) {
    this.graph = graph;
    this.expectation = expectation;
    this.isolated = isolated;
    this.tally = tally;
    this.differing = differing;
  }

  /** Checks the rows that the cursor and the scan both go through. */
  void run(NodeCursor cursor, RangeMerge.Scan scan) throws IOException, InterruptedException {
    RangeMerge.run(cursor, scan, this);
  }

  @Override
  public boolean isRight(NodeCursor at, Entry entry) {
    // What is small comes first, while the compiler still takes it into this method.
    int writer = at.writer();
    boolean referred = expectation.isReferred(at);
    if (!expectation.isExactly(at, entry)) {
      return false;
    }
    tally.exact(writer, NodeCodec.refers(entry), referred);
    return true;
  }

  @Override
  public void single(Node node, Entry entry) throws IOException, InterruptedException {
    several(node, entry.row(), List.of(entry));
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
   * A promised row where the scan had gone past it: whether it was returned before or not, it comes
   * once too often.
   */
  private static List<Entry> again(List<Entry> seen) {
    List<Entry> twice = new ArrayList<>(seen);
    twice.addAll(seen);
    return twice;
  }

  private void handOn(byte[] row, List<Entry> seen) throws IOException, InterruptedException {
    tally.one(Count.DIFFERING);
    differing.row(row, seen);
  }

  @Override
  public void absent(Node node) throws IOException, InterruptedException {
    visit(node);
    Standing standing = expectation.standing(node);
    predict(node, standing);
    if (expectation.mustBeSeen(node)) {
      handOn(NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node))), List.of());
    } else {
      count(standing);
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

  /** What references mode is to say of a node if all is as promised. */
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

  private void count(Standing standing) {
    tally.one(Count.of(standing));
  }

  /** Counts a row that was seen and judged, and with which all is well. */
  private void countSound(Standing standing, byte[] row, List<Entry> seen) {
    count(standing);
    if (standing == Standing.FORMER) {
      return; // What references mode is to see of it, no promise says.
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
