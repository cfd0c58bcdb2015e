// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import catena.graph.Statistics;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class ScrambleTest {
  @Test
  void everySmallOneIsABijectionThatInverts() {
    for (int bits = 0; bits <= 10; bits++) {
      Scramble scramble = new Scramble(bits);
      for (int i = 0; i < 20; i++) {
        long key = Mix.mix(bits, i);
        BitSet seen = new BitSet();
        for (long x = 0; x < 1 << bits; x++) {
          long y = scramble.apply(key, x);
          assertThat(scramble.invert(key, y)).isEqualTo(x);
          seen.set((int) y);
        }
        assertThat(seen.cardinality()).isEqualTo(1 << bits);
      }
    }
  }

  @Test
  void largeOnesInvert() {
    for (int bits : new int[] {27, 38, 47, 62}) {
      Scramble scramble = new Scramble(bits);
      for (int i = 0; i < 2000; i++) {
        long x = Mix.mix(i) >>> (64 - bits);
        assertThat(scramble.invert(i, scramble.apply(i, x))).isEqualTo(x);
      }
    }
  }

  @Test
  void moreBitsThanARowHasAreRefused() {
    assertThatThrownBy(() -> new Scramble(-1)).hasMessage("bits: -1");
    assertThatThrownBy(() -> new Scramble(63)).hasMessage("bits: 63");
  }

  @Test
  void aPrefixOfTheResultNamesAResidueOfTheArgument() {
    int bits = 30;
    Scramble scramble = new Scramble(bits);
    for (int i = 0; i < 500; i++) {
      long key = Mix.mix(i);
      long x = Mix.mix(i, 1) >>> (64 - bits);
      long y = scramble.apply(key, x);
      for (int m = 0; m <= bits; m++) {
        long modulus = 1L << m;
        assertThat(scramble.residue(key, y >>> (bits - m), m)).isEqualTo(x % modulus);
      }
    }
  }

  @Test
  void resultsAreEvenlySpreadOverTheKeys() {
    Scramble scramble = new Scramble(27);
    long[] count = new long[64];
    for (int key = 0; key < 20_000; key++) {
      for (long x = 0; x < 5; x++) {
        long y = scramble.apply(Mix.mix(key), 31 * x);
        count[(int) (y >>> 21)]++;
      }
    }
    assertThat(Statistics.chiSquare(count)).isLessThan(Statistics.limit(63));
  }
}
