// SPDX-License-Identifier: Apache-2.0
package catena.graph.judge;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Cells;
import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.ModelTable;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.graph.WriteOrder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectedEntriesTest {
  private static final int FLUSH = 40;

  private static Graph graph(double deletes, Cells cells) {
    GraphSpec.VisibilityScope node = GraphSpec.VisibilityScope.NODE;
    GraphSpec spec =
        Specs.of(
            GraphSpec.VERSION,
            7,
            0,
            Long.MAX_VALUE,
            FLUSH,
            5,
            32767,
            32767,
            List.of(""),
            node,
            true,
            Payload.NONE,
            deletes,
            16);
    return new Graph(
        spec.with("columns", Integer.toString(cells.columns()))
            .with("copies", Integer.toString(cells.copies())));
  }

  /** What one writer has written from a point to another. */
  private static void write(ModelTable table, int writer, Position from, Position to) {
    for (Position at = from; at.isBefore(to); ) {
      at = table.write(writer, at);
    }
  }

  /** At every point of two writers' order: layers, closing passes and deletes. */
  @Test
  void itIsWhatATableHoldsWhereverTheWritersAre() {
    Graph graph = graph(0.5, Cells.ONE);
    WriteOrder order = new WriteOrder(graph);
    ModelTable table = new ModelTable(graph);
    Position other = new Position(1, 2, 3);
    write(table, 1, Position.ORIGIN, other);
    boolean deleted = false;
    Position at = Position.ORIGIN;
    while (at.block() < 6) {
      Promise promise = new Promise(Map.of(0, Settled.at(at), 1, Settled.at(other)));
      assertThat(ExpectedEntries.of(graph, promise)).as(at.toString()).isEqualTo(table.rows.size());
      assertThat(ExpectedEntries.least(graph, promise))
          .as(at.toString())
          .isEqualTo(table.rows.size());
      Position next = order.advance(0, at, 1);
      deleted |= graph.isDeleted(0, at.block());
      write(table, 0, at, next);
      at = next;
    }
    assertThat(deleted).as("a block was deleted").isTrue();
  }

  @Test
  void eachCellOfARowIsAnEntry() {
    Graph graph = graph(0.5, new Cells(3, 1));
    ModelTable table = new ModelTable(graph);
    Position at = new Position(1, 2, 3);
    write(table, 1, Position.ORIGIN, at);
    Promise promise = new Promise(Map.of(1, Settled.at(at)));
    assertThat(ExpectedEntries.of(graph, promise))
        .isEqualTo(table.rows.values().stream().mapToInt(List::size).sum());
    assertThat(ExpectedEntries.least(graph, promise))
        .isEqualTo(table.rows.values().stream().mapToInt(List::size).sum());
  }

  /** Whatever part of a window in doubt has taken effect, so many are there. */
  @Test
  void theLeastIsNotBeyondWhatAWindowInDoubtLeaves() {
    Graph graph = graph(0.5, Cells.ONE);
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
        write(effect, 0, in, order.advance(0, in, 1));
      }
      write(table, 0, at, rest(order, at));
    }
    assertThat(most).isGreaterThan(FLUSH);
  }

  /** The end of the step. */
  private static Position rest(WriteOrder order, Position at) {
    return order.advance(0, at, order.entries(0, at.block(), at.step()) - at.index());
  }

  @Test
  void nothingPromisedIsNothing() {
    assertThat(ExpectedEntries.of(graph(0, Cells.ONE), Promise.NONE)).isZero();
  }
}
