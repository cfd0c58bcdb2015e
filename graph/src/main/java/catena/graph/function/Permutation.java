// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

/**
 * A family of bijections of {@code [0, n)}, one for each 64-bit key, in both directions.
 *
 * <p>Three rounds of multiply, add and xor-shift permute the numbers of as many bits as {@code n}
 * needs; results of {@code n} or more are permuted again until they fall below it, which takes
 * fewer than two iterations on average (cycle walking; Black, Rogaway: "Ciphers with arbitrary
 * finite domains", CT-RSA 2002). It is for spreading, not for secrecy.
 */
public final class Permutation {
  private static final long ODD_1 = 0xd1342543de82ef95L;
  private static final long ODD_2 = 0xaf251af3b0f025b5L;
  private static final long ODD_3 = 0xb564ef22ec7aece5L;
  private static final long INVERSE_1 = inverseOf(ODD_1);
  private static final long INVERSE_2 = inverseOf(ODD_2);
  private static final long INVERSE_3 = inverseOf(ODD_3);

  private final long n;
  private final long mask;
  private final int shift;

  /**
   * The bijections of {@code [0, n)}.
   *
   * @throws IllegalArgumentException if {@code n} is less than 1
   */
  public Permutation(long n) {
    if (n < 1) {
      throw new IllegalArgumentException("nothing to permute in [0, " + n + ")");
    }
    this.n = n;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(n - 1);
    this.mask = bits == 0 ? 0 : -1L >>> (Long.SIZE - bits);
    this.shift = (bits + 1) / 2;
  }

  /** The image of {@code x}, in {@code [0, n)}, under the bijection of {@code key}. */
  public long apply(long key, long x) {
    long second = Long.rotateLeft(key, 21);
    long third = Long.rotateLeft(key, 43);
    do {
      x = (x * ODD_1 + key) & mask;
      x ^= x >>> shift;
      x = (x * ODD_2 + second) & mask;
      x ^= x >>> shift;
      x = (x * ODD_3 + third) & mask;
      x ^= x >>> shift;
    } while (x >= n);
    return x;
  }

  /** The number whose image under the bijection of {@code key} is {@code y}, in {@code [0, n)}. */
  public long invert(long key, long y) {
    long second = Long.rotateLeft(key, 21);
    long third = Long.rotateLeft(key, 43);
    do {
      y ^= y >>> shift;
      y = ((y - third) * INVERSE_3) & mask;
      y ^= y >>> shift;
      y = ((y - second) * INVERSE_2) & mask;
      y ^= y >>> shift;
      y = ((y - key) * INVERSE_1) & mask;
    } while (y >= n);
    return y;
  }

  /** The multiplicative inverse of an odd number modulo 2^64, by Newton's iteration. */
  static long inverseOf(long odd) {
    long inverse = odd;
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }
}
