// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Cells;
import catena.graph.Graph;
import catena.graph.Position;
import catena.graph.WriteOrder;
import catena.graph.judge.ExpectedEntries;
import catena.graph.judge.Promise;
import catena.verify.ModelTable;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectedEntriesTest {
  /** At every point of two writers' order: layers, closing passes and deletes. */
  @Test
  void itIsWhatATableHoldsWhereverTheWritersAre() {
    Graph graph = ModelTable.graph(0.5, "");
    WriteOrder order = new WriteOrder(graph);
    ModelTable table = new ModelTable(graph);
    Position other = new Position(1, 2, 3);
    table.write(1, Position.ORIGIN, other);
    boolean deleted = false;
    Position at = Position.ORIGIN;
    while (at.block() < 6) {
      Promise promise =
          new Promise(Map.of(0, Promise.Progress.settled(at), 1, Promise.Progress.settled(other)));
      assertThat(ExpectedEntries.of(graph, promise)).as(at.toString()).isEqualTo(table.rows.size());
      assertThat(ExpectedEntries.least(graph, promise))
          .as(at.toString())
          .isEqualTo(table.rows.size());
      Position next = order.advance(0, at, 1);
      deleted |= graph.isDeleted(0, at.block());
      table.write(0, at, next);
      at = next;
    }
    assertThat(deleted).as("a block was deleted").isTrue();
  }

  @Test
  void eachCellOfARowIsAnEntry() {
    Graph graph = new Graph(ModelTable.graph(0.5, "").spec().with(new Cells(3, 1)));
    ModelTable table = new ModelTable(graph);
    Position at = new Position(1, 2, 3);
    table.write(1, Position.ORIGIN, at);
    Promise promise = new Promise(Map.of(1, Promise.Progress.settled(at)));
    assertThat(ExpectedEntries.of(graph, promise)).isEqualTo(table.entries().size());
    assertThat(ExpectedEntries.least(graph, promise)).isEqualTo(table.entries().size());
  }

  /** Whatever part of a window in doubt has taken effect, so many are there. */
  @Test
  void theLeastIsNotBeyondWhatAWindowInDoubtLeaves() {
    Graph graph = ModelTable.graph(0.5, "");
    WriteOrder order = new WriteOrder(graph);
    ModelTable table = new ModelTable(graph);
    long most = 0;
    for (Position at = Position.ORIGIN; at.block() < 6; at = rest(order, at)) {
      Position end = rest(order, rest(order, rest(order, at)));
      Promise promise = new Promise(Map.of(0, new Promise.Progress(at, end)));
      long least = ExpectedEntries.least(graph, promise);
      most = Math.max(most, least);
      ModelTable effect = new ModelTable(graph);
      effect.rows.putAll(table.rows);
      for (Position in = at; in.isBefore(end); in = order.advance(0, in, 1)) {
        assertThat(least).as(at + " " + in).isLessThanOrEqualTo(effect.rows.size());
        effect.write(0, in, order.advance(0, in, 1));
      }
      table.write(0, at, rest(order, at));
    }
    assertThat(most).isGreaterThan(ModelTable.FLUSH);
  }

  /** The end of the step. */
  private static Position rest(WriteOrder order, Position at) {
    return order.advance(0, at, order.entries(0, at.block(), at.step()) - at.index());
  }

  @Test
  void nothingPromisedIsNothing() {
    assertThat(ExpectedEntries.of(ModelTable.graph(0, ""), Promise.NONE)).isZero();
  }
}
