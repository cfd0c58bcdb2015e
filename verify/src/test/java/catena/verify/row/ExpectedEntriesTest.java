package catena.verify.row;

import static org.assertj.core.api.Assertions.assertThat;

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
      Position next = order.advance(0, at, 1);
      deleted |= graph.isDeleted(0, at.block());
      table.write(0, at, next);
      at = next;
    }
    assertThat(deleted).as("a block was deleted").isTrue();
  }

  @Test
  void nothingPromisedIsNothing() {
    assertThat(ExpectedEntries.of(ModelTable.graph(0, ""), Promise.NONE)).isZero();
  }
}
