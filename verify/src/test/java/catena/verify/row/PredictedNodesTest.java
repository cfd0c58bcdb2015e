// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.NodeCursor;
import catena.graph.function.RowLaw;
import catena.verify.ModelTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

/** What is predicted from strata, against all nodes of the rows, counted one by one. */
class PredictedNodesTest {
  private Graph graph = ModelTable.graph(0, "");
  private final Map<Integer, Long> population = Map.of(0, 11L, 3, 7L, 5, 0L);

  private Map<Integer, Long> predicted(List<RowRange> ranges) {
    return CoverageAccount.predicted(graph, population, ranges);
  }

  private Map<Integer, Long> counted(RowRange range) {
    Map<Integer, Long> nodes = new TreeMap<>();
    NodeCursor cursor = graph.nodes(range.firstNumber(), range.endNumber(), population);
    while (cursor.advance()) {
      nodes.merge(cursor.writer(), 1L, Long::sum);
    }
    return nodes;
  }

  private void agree(RowRange range) {
    assertThat(predicted(List.of(range))).as(range.toString()).isEqualTo(counted(range));
  }

  @Test
  void theWholeTableHoldsAllNodes() {
    assertThat(predicted(List.of(RowRange.ALL)))
        .isEqualTo(Map.of(0, 11L * ModelTable.FLUSH, 3, 7L * ModelTable.FLUSH));
  }

  @Test
  void anyRangeHoldsWhatOneCounts() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 500; i++) {
      long a = random.nextLong(Long.MAX_VALUE);
      long b = random.nextLong(Long.MAX_VALUE);
      agree(RowRange.ofNumbers(Math.min(a, b), Math.max(a, b)));
    }
  }

  /** Rows drawn from where nodes lie: of rows in order nearly all of the range has none. */
  @Test
  void nodesOfUnevenRowsArePredictedToo() {
    Graph even = graph;
    for (RowLaw law : List.of(new RowLaw(1, false), RowLaw.ORDERED)) {
      graph = new Graph(even.spec().with("rows", law.text()));
      theWholeTableHoldsAllNodes();
      SplittableRandom random = new SplittableRandom(2);
      for (int i = 0; i < 500; i++) {
        long a = graph.rowAt(random.nextDouble(), 12);
        long b = graph.rowAt(random.nextDouble(), 12);
        agree(RowRange.ofNumbers(Math.min(a, b), Math.max(a, b)));
      }
      anyRangeHoldsWhatOneCounts();
    }
  }

  @Test
  void rangesThatBeginOrEndAtTheEdgeOfAStratumCutNothing() {
    for (int stratum : new int[] {0, 1, 7, ModelTable.FLUSH - 1}) {
      long start = graph.stratumStart(stratum);
      long end = graph.stratumStart(stratum + 1);
      for (long from : new long[] {Math.max(0, start - 1), start, start + 1}) {
        for (long to : new long[] {end - 1, end, Math.min(end, Long.MAX_VALUE - 1) + 1}) {
          agree(RowRange.ofNumbers(from, to));
        }
      }
    }
  }

  @Test
  void aRangeOfOneRowHoldsItsNodeAndTheNextRowNone() {
    NodeCursor cursor = graph.nodes(0, Long.MAX_VALUE, population);
    assertThat(cursor.advance()).isTrue();
    long row = cursor.row();

    assertThat(predicted(List.of(RowRange.ofNumbers(row, row + 1))))
        .isEqualTo(Map.of(cursor.writer(), 1L));
    agree(RowRange.ofNumbers(row + 1, row + 2));
    assertThat(predicted(List.of(RowRange.ofNumbers(row, row)))).as("no row").isEmpty();
  }

  @Test
  void rangesAddUp() {
    Text middle = RowRange.row(Long.MAX_VALUE / 3);
    RowRange low = new RowRange(Optional.empty(), Optional.of(middle));
    RowRange high = new RowRange(Optional.of(middle), Optional.empty());

    assertThat(predicted(List.of(low, high))).isEqualTo(predicted(List.of(RowRange.ALL)));
    assertThat(predicted(List.of())).isEmpty();
  }

  @Test
  void rowsOfTextThatAreNoNumbersAreBounds() {
    agree(new RowRange(Optional.of(new Text("3")), Optional.of(new Text("5!"))));
    agree(new RowRange(Optional.of(new Text("zz")), Optional.empty()));
    agree(new RowRange(Optional.empty(), Optional.of(new Text(""))));
  }
}
