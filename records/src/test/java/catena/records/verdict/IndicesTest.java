// SPDX-License-Identifier: Apache-2.0
package catena.records.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IndicesTest {
  private static BitSet read(String text) {
    BitSet read = new BitSet();
    Findings.eachIndex(
        text,
        index -> {
          assertThat(read.get(index)).isFalse();
          read.set(index);
          return true;
        });
    return read;
  }

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
      for (int i = 0; i < 300; i++) {
        set.set(i, random.nextDouble() < density);
      }
      assertThat(read(Findings.indices(set))).isEqualTo(set);
    }
  }

  @Test
  void readingEndsWhenNoMoreIsWanted() {
    int[] taken = new int[1];
    Findings.eachIndex("0-9,20-29", index -> ++taken[0] < 12);
    assertThat(taken[0]).isEqualTo(12);
  }
}
