// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import catena.graph.Entry;
import catena.graph.EntryMatcher;
import catena.graph.Graph;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.WriteOrder;
import catena.graph.judge.Judgement.Standing;
import java.util.List;
import java.util.Optional;

/**
 * Judges entries one at a time, by the graph alone: for callers that have no ledger and do not see
 * whole rows.
 *
 * <p>An entry is sound if some writer of the graph writes it at some time. So nothing can be {@link
 * FindingKind#LOST}, old or too early here; what is found is CORRUPT, ALTERED, MISPLACED or
 * PHANTOM. The rules are those of {@link Expectation}, which it uses. One thread uses it at a time.
 */
public final class EntryJudge {
  private static final Judgement SOUND = new Judgement(Standing.UNPROMISED, List.of(), List.of());

  private final Graph graph;
  private final WriteOrder order;
  private final EntryMatcher matcher;
  private final Expectation expectation;

  /** A judge of the entries of a graph, with any visibility. */
  public EntryJudge(Graph graph) {
    this.graph = graph;
    this.order = new WriteOrder(graph);
    this.matcher = new EntryMatcher(graph);
    this.expectation = new Expectation(graph, Promise.NONE, any -> true);
  }

  /**
   * Judges one entry.
   *
   * @return {@link Standing#FORMER} for an entry that was in a taken-over table before, as far as
   *     one entry can show that
   */
  public Judgement judge(Entry entry) {
    Optional<Node> node = graph.node(NodeCodec.row(entry.row()));
    return node.isPresent() && isUsual(node.get(), entry)
        ? SOUND
        : expectation.judge(entry.row(), List.of(entry));
  }

  /** The fast path for the many right entries; false does not mean that an entry is wrong. */
  private boolean isUsual(Node node, Entry entry) {
    return matcher.matches(node, false, entry)
        || (order.isRewritten(node) && matcher.matches(node, true, entry));
  }
}
