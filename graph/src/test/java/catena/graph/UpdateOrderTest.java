// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.function.Popularity;
import catena.graph.function.Ranks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates as a function, and its inverse against a replay of all of them. */
class UpdateOrderTest {
  private static GraphSpec spec(int flushInterval, int depth, String updates) {
    return Specs.of(4, 0, 1 << 20, flushInterval, depth, 2).with("updates", updates);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"3:uniform", "4:zipfian:0.99", "3:hotspot:0.2:0.8", "2:exponential:95:0.5"})
  void theLastUpdateOfANodeBeforeAnyPointIsFoundFromTheNode(String updates) {
    GraphSpec spec = spec(7, 3, updates);
    WriteOrder order = new WriteOrder(new Graph(spec));
    Map<Node, Position> last = new HashMap<>();
    Position at = Position.ORIGIN;
    int updated = 0;
    while (at.block() < 6) {
      if (order.step(1, at.block(), at.step()) == Step.UPDATE) {
        Node node = order.updated(1, at);
        assertThat(order.window(1, at)).isEqualTo(node.window());
        assertThat(order.index(1, at)).isEqualTo(node.index());
        assertThat(node.window() / 3).isEqualTo(at.block());
        assertThat(order.updateOf(order.count(at))).contains(at);
        last.put(node, at);
        updated++;
      } else if (order.step(1, at.block(), at.step()) != Step.DELETE) {
        assertThat(order.updateOf(order.count(at))).isEmpty();
      }
      at = order.advance(1, at, 1);
      for (long window = 0; window < 18; window++) {
        for (int index = 0; index < 7; index++) {
          Node node = new Node(1, window, index);
          assertThat(order.lastUpdate(node, at))
              .as("%s before %s", node, at)
              .isEqualTo(Optional.ofNullable(last.get(node)));
          if (last.containsKey(node)) {
            assertThat(order.lastWrite(node, at)).isEqualTo(last.get(node));
          }
        }
      }
    }
    assertThat(updated).as("updates").isGreaterThan(20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"50:uniform", "50:zipfian:0.99", "50:hotspot:0.2:0.8"})
  void inEachPassANodeIsUpdatedAsOftenAsItsProbabilitySays(String text) {
    GraphSpec spec = spec(200, 5, text);
    UpdateOrder updates = new UpdateOrder(spec);
    Popularity popularity = spec.updates().popularity();
    Ranks ranks = popularity.over(1000);
    double[] all = new double[1000];
    for (int pass = 0; pass < 50; pass++) {
      int[] seen = new int[1000];
      for (int i = 0; i < 200; i++) {
        Node node = updates.node(0, 3, pass, i);
        seen[(int) updates.rank(0, 3, (int) (node.window() - 15), node.index())]++;
      }
      for (int rank = 0; rank < 1000; rank++) {
        double expected = 200 * (ranks.below(rank + 1) - ranks.below(rank));
        assertThat((double) seen[rank]).isBetween(expected - 1, expected + 1);
        all[rank] += seen[rank];
      }
    }
    double chiSquare = 0;
    for (int rank = 0; rank < 1000; rank++) {
      double expected = 10_000 * (ranks.below(rank + 1) - ranks.below(rank));
      chiSquare += (all[rank] - expected) * (all[rank] - expected) / expected;
    }
    assertThat(chiSquare).as("chi-square of 999 degrees").isLessThan(999 + 5 * 45);
  }

  @Test
  void popularNodesLieInAllPartsOfABlock() {
    GraphSpec spec = spec(100, 10, "1:zipfian:0.99");
    UpdateOrder updates = new UpdateOrder(spec);
    List<Long> windows = new ArrayList<>();
    for (int rank = 0; rank < 100; rank++) {
      windows.add(updates.popular(0, 0, rank).window());
    }
    assertThat(windows.stream().distinct().count()).isGreaterThan(8);
    assertThat(updates.popular(0, 0, 0)).isNotEqualTo(updates.popular(1, 0, 0));
  }

  @Test
  void theParametersOfAGraphHoldTheUpdatesOnlyWhereThereAreAny() {
    GraphSpec with = spec(7, 3, "3:zipfian:0.99");
    GraphSpec without = with.with("updates", "none");
    assertThat(GraphSpec.fromProperties(with.toProperties())).isEqualTo(with);
    assertThat(without.toProperties()).doesNotContainKey("updates");
    assertThat(GraphSpec.fromProperties(without.toProperties())).isEqualTo(without);
    assertThat(with.fingerprint()).isNotEqualTo(without.fingerprint());
  }

  @Test
  void whatIsNoUpdateIsRefused() {
    assertThatThrownBy(() -> Updates.parse("zipfian:0.99"))
        .hasMessageContaining("PASSES:DISTRIBUTION");
    assertThatThrownBy(() -> Updates.parse("3")).hasMessageContaining("PASSES:DISTRIBUTION");
    assertThatThrownBy(() -> Updates.parse("-1:uniform")).hasMessageContaining("-1");
    assertThatThrownBy(() -> Updates.parse("3:pareto")).hasMessageContaining("updates: must be");
    assertThatThrownBy(() -> Specs.of(4, 0, 1 << 20, 1, 2, 2).with("updates", "3:uniform"))
        .hasMessageContaining("flush.interval of at least 2");
    assertThat(Updates.parse("none")).isEqualTo(Updates.NONE);
    assertThat(Updates.parse("3:zipfian:0.99").text()).isEqualTo("3:zipfian:0.99");
    Updates timed = new Updates(3, Updates.parse("3:zipfian").popularity(), true);
    assertThat(Updates.parse("3:zipfian:timed")).isEqualTo(timed);
    assertThat(timed.text()).isEqualTo("3:zipfian:timed");
    assertThatThrownBy(() -> Updates.parse("3:timed")).hasMessageContaining("[:timed]");
  }
}
