// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

/**
 * A family of bijections of {@code [0, 2^bits)} that can be listed in the order of their results.
 *
 * <p>It is Owen's nested uniform scrambling of the van der Corput sequence in base 2, in the hashed
 * form of Laine and Karras ("Stratified sampling for stochastic transparency", EGSR 2011): each bit
 * of the sum depends only on the lower bits, and the bits are then reversed. So the upper {@code m}
 * bits of a result and the lower {@code m} bits of its argument determine each other, and the
 * numbers below {@code n} whose results are in an interval are found without computing the others.
 * Unlike theirs, each step here has a cheap inverse.
 *
 * <p>The first numbers spread evenly: of 2^m of them, each 2^m-th part of the range gets one.
 */
public final class Scramble {
  private static final long ODD_1 = 0x9fb21c651e98df25L;
  private static final long ODD_2 = 0xe7037ed1a0b428dbL;
  private static final long ODD_3 = 0xa0761d6478bd642fL;
  private static final long INVERSE_1 = Permutation.inverseOf(ODD_1);
  private static final long INVERSE_2 = Permutation.inverseOf(ODD_2);
  private static final long INVERSE_3 = Permutation.inverseOf(ODD_3);

  private final int bits;

  /** The bijections of {@code [0, 2^bits)}, with {@code bits} in [0, 62]. */
  public Scramble(int bits) {
    if (bits < 0 || bits > 62) {
      throw new IllegalArgumentException("bits: " + bits);
    }
    this.bits = bits;
  }

  /** The image of {@code x}, in {@code [0, 2^bits)}, under the bijection of {@code key}. */
  public long apply(long key, long x) {
    x = x * ODD_1 + key;
    x ^= x << 3;
    x = x * ODD_2 + Long.rotateLeft(key, 21);
    x ^= x << 11;
    x = x * ODD_3 + Long.rotateLeft(key, 43);
    return reverse(x, bits);
  }

  /** The number whose image under the bijection of {@code key} is {@code y}. */
  public long invert(long key, long y) {
    return residue(key, y, bits);
  }

  /**
   * Returns the residue modulo 2^m of the numbers whose results begin with the {@code m} bits of
   * {@code prefix}.
   */
  public long residue(long key, long prefix, int m) {
    return residueOfReversed(key, reverse(prefix, m), m);
  }

  /**
   * The same, for callers that have the bits of the prefix in reverse order, as {@link #reverse}
   * gives them, to use them for many keys.
   */
  public long residueOfReversed(long key, long reversed, int m) {
    // Only the m lowest bits count, so that larger shifts are not necessary.
    long x = (reversed - Long.rotateLeft(key, 43)) * INVERSE_3;
    x ^= x << 11;
    if (m > 22) {
      x ^= x << 22;
      x ^= x << 44;
    }
    x = (x - Long.rotateLeft(key, 21)) * INVERSE_2;
    x ^= x << 3;
    x ^= x << 6;
    x ^= x << 12;
    if (m > 24) {
      x ^= x << 24;
      x ^= x << 48;
    }
    x = (x - key) * INVERSE_1;
    return m == 0 ? 0 : x & (-1L >>> (Long.SIZE - m));
  }

  /** The lowest bits of a number in reverse order. */
  public static long reverse(long x, int bits) {
    return bits == 0 ? 0 : Long.reverse(x) >>> (Long.SIZE - bits);
  }
}
