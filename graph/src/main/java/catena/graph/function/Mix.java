// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

/**
 * Turns numbers into numbers that seem unrelated to them.
 *
 * <p>The finaliser is David Stafford's thirteenth variant of MurmurHash3's, the one that SplitMix64
 * uses (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
 */
public final class Mix {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private Mix() {}

  /** A bijection of 64-bit numbers. */
  public static long mix(long x) {
    x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
    x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
    return x ^ (x >>> 31);
  }

  /** Continues {@code hash} with one more number; the order of the numbers matters. */
  public static long mix(long hash, long next) {
    return continued(key(hash), next);
  }

  /** What {@link #continued} needs of a hash, for callers that continue one with many numbers. */
  public static long key(long hash) {
    return (hash ^ (hash >>> 32)) * GOLDEN;
  }

  /** The same as {@code mix(hash, next)} of the hash that the key was made from. */
  public static long continued(long key, long next) {
    return mix(key + next);
  }

  /** Maps a hash to {@code [0, n)}, n positive, without dividing: Lemire's multiply-and-shift. */
  public static long below(long hash, long n) {
    return Math.multiplyHigh(hash, n) + (hash >> 63 & n);
  }

  /** Maps a hash to a number in {@code [0, 1)}; every multiple of 2^-53 is equally likely. */
  public static double unit(long hash) {
    return (hash >>> 11) * 0x1.0p-53;
  }
}
