// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndicesTest {
  private static final int SIZE = 300;

  @Test
  void neighboursAreOneWord() {
    BitSet set = new BitSet();
    assertThat(Findings.indices(set)).isEmpty();
    set.set(3);
    set.set(5, 10);
    set.set(12, 14);
    assertThat(Findings.indices(set)).isEqualTo("3,5-9,12-13");
  }

  @Test
  void whatWasWrittenIsReadBack() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 100; trial++) {
      BitSet set = new BitSet();
      double density = random.nextDouble();
      for (int i = 0; i < SIZE; i++) {
        set.set(i, random.nextDouble() < density);
      }
      assertThat(Findings.ofIndices(Findings.indices(set), SIZE)).contains(set);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "3,", "-", "5-", "-5", "9-5", "300", "0-300", "0-2147483647"})
  void whatNamesNoNodesOfAWindowIsNoSuchText(String text) {
    assertThat(Findings.ofIndices(text, SIZE)).isEmpty();
  }
}
