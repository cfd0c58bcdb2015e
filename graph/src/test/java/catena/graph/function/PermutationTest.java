// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Statistics;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class PermutationTest {
  @Test
  void everySmallOneIsABijectionThatInverts() {
    for (int n = 1; n <= 130; n++) {
      Permutation permutation = new Permutation(n);
      for (long key = -3; key < 20; key++) {
        long mixed = Mix.mix(key);
        BitSet seen = new BitSet();
        for (int x = 0; x < n; x++) {
          long y = permutation.apply(mixed, x);
          assertThat(y).isBetween(0L, n - 1L);
          assertThat(permutation.invert(mixed, y)).isEqualTo(x);
          seen.set((int) y);
        }
        assertThat(seen.cardinality()).isEqualTo(n);
      }
    }
  }

  @Test
  void largeOnesInvert() {
    for (long n : new long[] {1_000_000, 1L << 30, (1L << 43) - 7, Long.MAX_VALUE}) {
      Permutation permutation = new Permutation(n);
      for (int i = 0; i < 2000; i++) {
        long x = Mix.below(Mix.mix(i), n);
        long y = permutation.apply(Mix.mix(n, i), x);
        assertThat(y).isBetween(0L, n - 1);
        assertThat(permutation.invert(Mix.mix(n, i), y)).isEqualTo(x);
      }
    }
  }

  @Test
  void consecutiveNumbersSpreadOverTheWholeRange() {
    int n = 1_000_000;
    Permutation permutation = new Permutation(n);
    long[] count = new long[100];
    for (int key = 0; key < 1000; key++) {
      for (int x = 0; x < 100; x++) {
        count[(int) (permutation.apply(Mix.mix(key), x) * 100 / n)]++;
      }
    }
    assertThat(Statistics.chiSquare(count)).isLessThan(Statistics.limit(99));
  }

  @Test
  void anOddNumberTimesItsInverseIsOne() {
    for (int i = 0; i < 1000; i++) {
      long odd = Mix.mix(i) | 1;
      assertThat(odd * Permutation.inverseOf(odd)).isEqualTo(1);
    }
  }

  @Test
  void anEmptyRangeIsRefused() {
    assertThatThrownBy(() -> new Permutation(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
