// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Entry;
import catena.graph.Graph;
import catena.graph.Links;
import catena.graph.Node;
import catena.graph.NodeCodec;
import catena.graph.NodeCursor;
import catena.graph.PlainEntries;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.WriteOrder;
import catena.graph.judge.Promise.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The short ways for entries with which all is well, beside the rules that they are short for, of
 * every node and wherever a writer may stand.
 */
class ShortWaysTest {
  private static final int WRITER = 1;
  private static final int WINDOWS = 12;

  private Graph graph = suitable(Links.EVEN);
  private WriteOrder order = new WriteOrder(graph);
  private Versions versions = new Versions(graph);
  private PlainEntries plain = new PlainEntries(graph);
  private final Map<Node, Entry> first = new HashMap<>();
  private final Map<Node, Entry> closing = new HashMap<>();

  /** The first graph of which block 0 is closed and secret, and block 1 is deleted. */
  private static Graph suitable(Links links) {
    for (long seed = 0; ; seed++) {
      Graph graph = new Graph(Specs.of(seed, 0, 100_000, 3, 3, 2).with("links", links.text()));
      if (!graph.isDeleted(WRITER, 0)
          && graph.isDeleted(WRITER, 1)
          && !graph.isDeleted(WRITER, 2)
          && graph.visibility(WRITER, 0, 0) != 0
          && graph.visibility(WRITER, 6, 0) == 0) {
        return graph;
      }
    }
  }

  private void link(Links links) {
    graph = suitable(links);
    order = new WriteOrder(graph);
    versions = new Versions(graph);
    plain = new PlainEntries(graph);
  }

  private NodeCursor cursor() {
    return graph.nodes(0, Long.MAX_VALUE, Map.of(WRITER, (long) WINDOWS));
  }

  private void write() {
    NodeCursor cursor = cursor();
    while (cursor.advance()) {
      Node node = cursor.node();
      first.put(node, plain.first(WRITER, node.window(), node.index()));
      if (order.isRewritten(node)) {
        closing.put(node, plain.closing(WRITER, node.window(), node.index()));
      }
    }
  }

  private List<Progress> progresses() {
    List<Position> points = new ArrayList<>();
    Position end = new Position(3, 1, 0);
    for (Position at = Position.ORIGIN; !end.isBefore(at); at = order.advance(WRITER, at, 1)) {
      points.add(at);
    }
    List<Progress> all = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      for (int more : new int[] {0, 1, 4, 20}) {
        int attempted = Math.min(points.size() - 1, i + more);
        all.add(new Progress(points.get(i), points.get(attempted)));
      }
    }
    return all;
  }

  /** What must be there: nothing, or the one entry. */
  private Optional<Entry> only(Node node, Progress progress, boolean all) {
    if (!all && graph.visibility(WRITER, node.window(), node.index()) != 0) {
      return Optional.empty();
    }
    long block = graph.block(node.window());
    int layer = graph.layer(node.window());
    return switch (versions.of(node.writer(), block, layer, node.index(), progress)) {
      case Versions.FIRST -> Optional.of(first.get(node));
      case Versions.CLOSED -> Optional.of(closing.get(node));
      default -> Optional.empty();
    };
  }

  /** Of all nodes, those that must be there with an entry that names this one's row. */
  private Set<Node> referrers(Node node, Progress progress, boolean all) {
    return first.keySet().stream()
        .filter(
            from ->
                only(from, progress, all)
                    .filter(entry -> refersTo(entry, graph.row(node)))
                    .isPresent())
        .collect(Collectors.toSet());
  }

  private static boolean refersTo(Entry entry, long row) {
    String value = new String(entry.value(), ISO_8859_1);
    return value.contains(":" + NodeCodec.rowText(row) + ":");
  }

  @Test
  void theySayWhatTheLongWaysSay() {
    theySayWhatTheLongWaysSay(Links.EVEN);
  }

  @Test
  void theyDoSoWhereSomeNodesAreReferredToOftenAndOthersNever() {
    theySayWhatTheLongWaysSay(new Links(2, false));
    theySayWhatTheLongWaysSay(new Links(2, true));
  }

  private void theySayWhatTheLongWaysSay(Links links) {
    link(links);
    write();
    int exact = 0;
    int referred = 0;
    for (Progress progress : progresses()) {
      for (boolean all : new boolean[] {true, false}) {
        Expectation expectation =
            new Expectation(
                graph, new Promise(Map.of(WRITER, progress)), text -> all || text.isEmpty());
        NodeCursor cursor = cursor();
        while (cursor.advance()) {
          Node node = cursor.node();
          Optional<Entry> only = only(node, progress, all);
          Set<Node> referrers = referrers(node, progress, all);
          for (Entry entry : candidates(node)) {
            boolean right = only.map(entry::equals).orElse(false);
            assertThat(expectation.isExactly(cursor, entry))
                .as("%s, %s, %s", node, entry, progress)
                .isEqualTo(right);
            assertThat(expectation.isExactly(node, entry)).isEqualTo(right);
            exact += right ? 1 : 0;
          }
          assertThat(expectation.isReferred(cursor))
              .as("%s, %s", node, progress)
              .isEqualTo(!referrers.isEmpty());
          assertThat(expectation.isReferred(node)).isEqualTo(!referrers.isEmpty());
          assertThat(expectation.referrers(node)).containsExactlyInAnyOrderElementsOf(referrers);
          referred += referrers.size();
        }
      }
    }
    assertThat(exact).isGreaterThan(1000);
    assertThat(referred).isGreaterThan(1000);
  }

  private List<Entry> candidates(Node node) {
    return closing.containsKey(node)
        ? List.of(first.get(node), closing.get(node))
        : List.of(first.get(node));
  }

  /** Whether a writer without a ledger, of a small or a great number, is told from one with. */
  @Test
  void nothingIsExactOfAWriterWithoutALedger() {
    write();
    for (int writer : new int[] {0, 2, 65_535, 65_536, 1 << 20}) {
      Promise other = new Promise(Map.of(writer, Settled.at(new Position(3, 0, 0))));
      Expectation expectation = new Expectation(graph, other, any -> true);
      NodeCursor cursor = cursor();
      while (cursor.advance()) {
        assertThat(expectation.isExactly(cursor, first.get(cursor.node()))).isFalse();
        assertThat(expectation.isReferred(cursor)).isFalse();
      }
    }
  }

  @Test
  void aRowIsComparedWhereNoCursorHasDoneIt() {
    write();
    Expectation expectation =
        new Expectation(
            graph, new Promise(Map.of(WRITER, Settled.at(new Position(3, 0, 0)))), any -> true);
    Node node = new Node(WRITER, 1, 1);
    Entry right = first.get(node);
    Entry elsewhere =
        new Entry(
            NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node) + 1)),
            right.family(),
            right.qualifier(),
            right.visibility(),
            right.value());
    assertThat(expectation.isExactly(node, right)).isTrue();
    assertThat(expectation.isExactly(node, elsewhere)).isFalse();
  }
}
