// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Position;
import catena.graph.judge.Promise;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UnledgeredWritersTest {
  private static final Promise.Progress SOME =
      new Promise.Progress(new Position(1, 0, 0), new Position(1, 0, 0));

  @Test
  void noneIsNoDoubt() {
    UnledgeredWriters none = new UnledgeredWriters(Map.of());
    assertThat(none.doubt()).isEmpty();
    assertThat(none.total()).isZero();
  }

  @Test
  void aWriterThatHasALedgerByNowBeganMeanwhileAndTheOthersAreADoubt() {
    UnledgeredWriters all = new UnledgeredWriters(Map.of(3, 1_200L, 5, 34L));
    UnledgeredWriters left = all.without(new Promise(Map.of(3, SOME)));
    assertThat(all.total()).isEqualTo(1_234);
    assertThat(left.entries()).containsOnly(Map.entry(5, 34L));
    assertThat(left.doubt().orElseThrow())
        .isEqualTo(
            "34 entries are of writers without a ledger (5): they agree with the graph, and whether"
                + " any are missing cannot be said; give their runs too");
    assertThat(all.without(new Promise(Map.of(3, SOME, 5, SOME))).doubt()).isEmpty();
  }

  @Test
  void theFirstTenOfManyAreNamed() {
    SortedMap<Integer, Long> many = new TreeMap<>();
    for (int writer = 0; writer < 12; writer++) {
      many.put(writer, 100L);
    }
    assertThat(new UnledgeredWriters(many).doubt().orElseThrow())
        .startsWith(
            "1,200 entries are of writers without a ledger (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …)");
    many.remove(11);
    many.remove(10);
    assertThat(new UnledgeredWriters(many).doubt().orElseThrow()).contains("8, 9):");
  }
}
