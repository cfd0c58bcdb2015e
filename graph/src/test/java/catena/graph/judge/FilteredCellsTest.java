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
import catena.graph.judge.Judgement.Standing;
import catena.graph.judge.Promise.Progress;
import catena.graph.judge.Selection.By;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows of several cells behind each kind of filter: what passes is right, and nothing else is. */
class FilteredCellsTest {
  private static final int COLUMNS = 3;
  private static final Position END = new Position(6, 0, 0);
  private static final Progress SETTLED = Settled.at(END);

  private final Graph graph =
      new Graph(
          Specs.of(17, 0, 1L << 40, 4, 3, 2)
              .with("max.cf", "1")
              .with("payload", "fixed:20")
              .with("columns", Integer.toString(COLUMNS)));
  private final EntryEncoder encoder = new EntryEncoder(graph);

  private static Selection half(By by) {
    return Selection.of(by, 0.5, 2);
  }

  private Expectation through(By by, Progress progress) {
    return new Expectation(graph, new Promise(Map.of(0, progress)), any -> true, half(by));
  }

  private List<Entry> row(Node node, boolean closing) {
    encoder.encode(node, closing);
    return List.of(encoder.entries());
  }

  /** The nodes of some blocks that are deleted or not. */
  private Stream<Node> nodes(boolean deleted) {
    return IntStream.range(0, 12 * (int) END.block())
        .mapToObj(i -> new Node(0, i / 4, i % 4))
        .filter(node -> graph.isDeleted(0, node.window() / 3) == deleted);
  }

  private static boolean isHead(Node node) {
    return node.window() % 3 == 0 && node.index() < 3;
  }

  private List<FindingKind> kinds(Expectation through, Node node, List<Entry> seen, boolean whole) {
    byte[] row = NodeCodec.rowBytes(NodeCodec.rowText(graph.row(node)));
    Judgement judgement = through.judge(row, seen, whole);
    assertThat(judgement.doubts()).isEmpty();
    return judgement.differences().stream().map(Difference::kind).toList();
  }

  private static List<Entry> without(List<Entry> all, Entry one) {
    return all.stream().filter(each -> each != one).toList();
  }

  @ParameterizedTest
  @EnumSource
  void whatPassesIsRightAndACellLessOrMoreIsFound(By by) {
    Expectation through = through(by, SETTLED);
    int kept = 0;
    int dropped = 0;
    for (Node node : nodes(false).toList()) {
      List<Entry> all = row(node, isHead(node));
      List<Entry> passing = half(by).kept(all);
      kept += passing.size();
      dropped += all.size() - passing.size();
      assertThat(through.mustBeSeen(node)).isEqualTo(!passing.isEmpty());
      assertThat(through.standing(node))
          .isEqualTo(passing.isEmpty() ? Standing.UNSELECTED : Standing.PRESENT);
      for (boolean whole : new boolean[] {false, true}) {
        assertThat(kinds(through, node, passing, whole)).isEmpty();
        for (Entry cell : passing) {
          assertThat(kinds(through, node, without(passing, cell), whole))
              .containsExactly(FindingKind.LOST);
        }
        for (Entry cell : all.stream().filter(each -> !passing.contains(each)).toList()) {
          List<Entry> more = new ArrayList<>(passing);
          more.add(cell);
          assertThat(kinds(through, node, more, whole)).containsExactly(FindingKind.LEAKED);
        }
      }
    }
    assertThat(kept).as("cells that pass").isGreaterThan(20);
    assertThat(dropped).as("cells that do not").isGreaterThan(20);
  }

  /** A write changes what a cell holds, and not whether it passes. */
  @ParameterizedTest
  @EnumSource
  void anOldVersionIsStaleAndOneThatMayBeThereIsNot(By by) {
    int stale = 0;
    for (Node node : nodes(false).filter(FilteredCellsTest::isHead).toList()) {
      List<Entry> old = half(by).kept(row(node, false));
      List<Entry> now = half(by).kept(row(node, true));
      assertThat(old).extracting(cell -> new String(cell.family())).isEqualTo(families(now));
      long block = node.window() / 3;
      Progress open = new Progress(new Position(block, 3, 0), new Position(block + 1, 0, 0));
      assertThat(kinds(through(by, open), node, old, true)).isEmpty();
      assertThat(kinds(through(by, open), node, now, true)).isEmpty();
      if (!old.isEmpty()) {
        assertThat(kinds(through(by, SETTLED), node, old, true)).containsExactly(FindingKind.STALE);
        stale++;
      }
      if (old.size() > 1) {
        List<Entry> mixed = new ArrayList<>(now);
        mixed.set(0, old.get(0));
        assertThat(kinds(through(by, open), node, mixed, true)).containsExactly(FindingKind.TORN);
        assertThat(kinds(through(by, open), node, mixed, false)).isEmpty();
      }
    }
    assertThat(stale).isGreaterThan(3);
  }

  private static List<String> families(List<Entry> cells) {
    return cells.stream().map(cell -> new String(cell.family())).toList();
  }

  /** What came back of a deleted block is named so if it passes. */
  @Test
  void whatComesBackBehindAFilterIsResurrected() {
    int back = 0;
    for (Node node : nodes(true).toList()) {
      List<Entry> passing = half(By.VALUE).kept(row(node, false));
      if (!passing.isEmpty()) {
        assertThat(kinds(through(By.VALUE, SETTLED), node, passing, false))
            .containsExactly(FindingKind.RESURRECTED);
        back++;
      }
    }
    assertThat(back).isPositive();
  }
}
