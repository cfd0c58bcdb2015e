// SPDX-License-Identifier: Apache-2.0
package catena.graph.popularity;

/**
 * YCSB's {@code ScrambledZipfianGenerator} (core 0.17.0): Zipf's law over 10^10 items, each of
 * which is hashed to one of the records. The first items make the records popular to which they
 * belong; all others are spread evenly. So rank k has {@code (k + 1)^-0.99 / 26.469}, and an even
 * part of what is left.
 */
final class Scrambled extends Ranks {
  /** {@code ScrambledZipfianGenerator.ITEM_COUNT}. */
  private static final long ITEMS = 10_000_000_000L;

  /** {@code ZipfianGenerator.ZIPFIAN_CONSTANT}. */
  private static final double EXPONENT = 0.99;

  /** Enough for the guess to be off by a few ranks at most. */
  private static final int STEPS = 6;

  private final Ranks items;
  private final double even;
  private final double first;

  Scrambled(long size) {
    super(size);
    this.items = new Zipfian(Math.max(ITEMS, size), EXPONENT);
    this.even = (1 - items.below(size)) / size;
    this.first = items.below(1);
  }

  @Override
  double share(long rank) {
    return items.below(rank) + even * rank;
  }

  /** By Newton's method, from beyond: the sum rises ever more slowly. */
  @Override
  double near(double unit) {
    double rank = Math.min(items.near(unit), size() - 1.0);
    for (int i = 0; i < STEPS; i++) {
      double slope = first * StrictMath.pow(rank + 1, -EXPONENT) + even;
      double next = rank + (unit - below((long) rank)) / slope;
      rank = Math.max(0, Math.min(size() - 1.0, next));
    }
    return rank;
  }
}
