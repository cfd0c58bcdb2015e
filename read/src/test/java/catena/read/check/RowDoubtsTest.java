// SPDX-License-Identifier: Apache-2.0
package catena.read.check;

import static org.assertj.core.api.Assertions.assertThat;

import catena.graph.Node;
import catena.graph.judge.Difference;
import catena.graph.judge.FindingKind;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowDoubtsTest {
  private static Difference doubt(FindingKind kind, String row, String why) {
    return new Difference(kind, row, Optional.of(new Node(3, 0, 0)), Optional.empty(), why);
  }

  @Test
  void areCountedByTheirReasonAndTheFirstOfEachIsNamed() {
    RowDoubts doubts = new RowDoubts();
    assertThat(doubts.sentences()).isEmpty();
    doubts.add(doubt(FindingKind.STALE, "a1", "sent twice; expected x"));
    doubts.add(doubt(FindingKind.STALE, "b2", "sent twice; expected y"));
    doubts.add(doubt(FindingKind.PHANTOM, "c3", "the ledger is short"));
    assertThat(doubts.sentences())
        .containsExactly(
            "2 rows are in doubt, the first a1 of writer 3 (STALE: sent twice)",
            "1 rows are in doubt, the first c3 of writer 3 (PHANTOM: the ledger is short)");
  }

  @Test
  void theFirstTwentyOfManyReasonsArePrinted() {
    RowDoubts doubts = new RowDoubts();
    for (int i = 0; i < 1000; i++) {
      doubts.add(doubt(FindingKind.STALE, "a", "reason " + i));
    }
    assertThat(doubts.sentences())
        .hasSize(20)
        .first()
        .isEqualTo("1 rows are in doubt, the first a of writer 3 (STALE: reason 0)");
  }
}
