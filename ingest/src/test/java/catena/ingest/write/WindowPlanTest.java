// SPDX-License-Identifier: Apache-2.0
package catena.ingest.write;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Graph;
import catena.graph.GraphSpec;
import catena.graph.Payload;
import catena.graph.Position;
import catena.graph.Specs;
import catena.records.ledger.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowPlanTest {
  @Test
  void aWindowEndsWithItsStepOrWithTheLastEntry() {
    WindowPlan plan = new WindowPlan(new Graph(Rig.spec(0)), 0, false);
    assertThat(plan.next(at(0, 0, 0), 100)).contains(new Window(at(0, 0, 0), at(0, 1, 0), 7, 0));
    assertThat(plan.next(at(0, 1, 2), 100)).contains(new Window(at(0, 1, 2), at(0, 2, 0), 5, 0));
    assertThat(plan.next(at(0, 1, 2), 3)).contains(new Window(at(0, 1, 2), at(0, 1, 5), 3, 0));
    assertThat(plan.next(at(0, 3, 0), 100)).contains(new Window(at(0, 3, 0), at(1, 0, 0), 6, 0));
    assertThat(plan.next(at(0, 3, 0), 0)).isEmpty();
  }

  @Test
  void deletesAreNotEntries() {
    WindowPlan plan = new WindowPlan(new Graph(Rig.spec(1)), 0, false);
    assertThat(plan.next(at(0, 3, 0), 0)).contains(new Window(at(0, 3, 0), at(0, 4, 0), 0, 7));
    assertThat(plan.next(at(0, 5, 6), 0)).contains(new Window(at(0, 5, 6), at(1, 0, 0), 0, 1));
    assertThat(plan.next(at(1, 0, 0), 0)).isEmpty();
  }

  @Test
  void anImportHasTheLayersOfABlock() {
    Graph graph = new Graph(Rig.spec(0));
    WindowPlan all = new WindowPlan(graph, 0, true);
    assertThat(all.next(at(0, 0, 0), 100)).contains(new Window(at(0, 0, 0), at(0, 3, 0), 21, 0));
    assertThat(all.next(at(0, 1, 2), 100)).contains(new Window(at(0, 1, 2), at(0, 3, 0), 12, 0));
    assertThat(all.next(at(0, 0, 0), 9)).contains(new Window(at(0, 0, 0), at(0, 1, 2), 9, 0));
    assertThat(all.next(at(0, 3, 0), 100)).contains(new Window(at(0, 3, 0), at(1, 0, 0), 6, 0));
    assertThat(all.next(at(0, 0, 0), 0)).isEmpty();
    WindowPlan deleting = new WindowPlan(new Graph(Rig.spec(1)), 0, true);
    assertThat(deleting.next(at(0, 3, 0), 5)).contains(new Window(at(0, 3, 0), at(0, 4, 0), 0, 7));
  }

  @Test
  void anImportEndsWhereTheRowsAreFull() {
    Graph graph = new Graph(narrow());
    WindowPlan plan = new WindowPlan(graph, 0, true);
    long block = graph.windowCapacity() / 3;
    long left = graph.windowCapacity() - 3 * block;
    assertThat(plan.next(at(block, 0, 0), 100).map(Window::entries).orElse(0L)).isEqualTo(7 * left);
  }

  @Test
  void knowsWhenTheRowsAreFull() {
    Graph graph = new Graph(narrow());
    WindowPlan plan = new WindowPlan(graph, 0, false);
    long blocks = graph.windowCapacity() / 3;
    assertThat(plan.hasRoom(at(blocks - 1, 2, 0))).isTrue();
    assertThat(plan.hasRoom(at(blocks + 1, 0, 0))).isFalse();
    assertThat(plan.cannotHold(Position.ORIGIN, 7 * 3 * blocks)).isFalse();
    assertThat(plan.cannotHold(Position.ORIGIN, 7L * 4 * (blocks + 2) * 2)).isTrue();
    assertThat(plan.cannotHold(at(blocks + 2, 0, 0), 1)).isTrue();
  }

  @Test
  void passesOfUpdatesAreEntriesOfABlock() {
    Graph graph = new Graph(narrow().with("updates", "5:uniform"));
    WindowPlan plan = new WindowPlan(graph, 0, false);
    long blocks = graph.windowCapacity() / 3 + 1;
    long perBlock = 7 * (3 + 1 + 5);
    assertThat(plan.cannotHold(Position.ORIGIN, perBlock * (blocks + 1) - 1)).isFalse();
    assertThat(plan.cannotHold(Position.ORIGIN, perBlock * (blocks + 1))).isTrue();
    assertThat(plan.cannotHold(at(1, 0, 0), perBlock * blocks - 1)).isFalse();
    assertThat(plan.cannotHold(at(1, 0, 0), perBlock * blocks)).isTrue();
  }

  @Test
  void aWindowHasTwoUpdatesOfOneNodeOnlyWhereTheyHaveTheirOwnTimes() {
    String hot = "5:zipf:9"; // all go to one node of 21
    WindowPlan byServers = new WindowPlan(new Graph(narrow().with("updates", hot)), 0, false);
    assertThat(byServers.next(at(0, 4, 0), 100)).get().returns(1L, Window::entries);
    hot += ":timed";
    WindowPlan timed = new WindowPlan(new Graph(narrow().with("updates", hot)), 0, false);
    assertThat(timed.next(at(0, 4, 0), 100)).get().returns(7L, Window::entries);
    assertThat(timed.next(at(0, 4, 2), 3)).get().returns(3L, Window::entries);
  }

  private static GraphSpec narrow() {
    return Specs.of(
        GraphSpec.VERSION,
        42,
        0,
        7 * 64 * 2,
        7,
        3,
        100,
        100,
        List.of(""),
        GraphSpec.VisibilityScope.BLOCK,
        true,
        Payload.NONE,
        0,
        2);
  }

  private static Position at(long block, int step, long index) {
    return new Position(block, step, index);
  }
}
