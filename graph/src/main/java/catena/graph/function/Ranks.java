// SPDX-License-Identifier: Apache-2.0
package catena.graph.function;

import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;

/**
 * A distribution over the ranks {@code [0, size)}, given by its cumulative probabilities; rank 0 is
 * the most popular one if ranks differ. Cheap to create and immutable.
 */
public final class Ranks {
  private final long size;
  private final LongToDoubleFunction share;
  private final DoubleUnaryOperator near;

  /**
   * A distribution.
   *
   * @param share gives {@link #below} for a rank in {@code (0, size)}
   * @param near gives an approximation of {@link #of}
   */
  Ranks(long size, LongToDoubleFunction share, DoubleUnaryOperator near) {
    if (size < 1) {
      throw new IllegalArgumentException("no ranks in [0, " + size + ")");
    }
    this.size = size;
    this.share = share;
    this.near = near;
  }

  /** How many ranks there are. */
  public long size() {
    return size;
  }

  /**
   * The probability of all ranks below one: 0 for rank 0, 1 for {@link #size}, growing in between.
   */
  public double below(long rank) {
    if (rank <= 0) {
      return 0;
    }
    return rank >= size ? 1 : share.applyAsDouble(rank);
  }

  /**
   * The rank that belongs to a number drawn evenly from {@code [0, 1)}: the greatest one whose
   * {@link #below} does not exceed it.
   */
  public long of(double unit) {
    long guess = Math.max(0, Math.min(size - 1, (long) near.applyAsDouble(unit)));
    // The guess is nearly always right. If ranks are too unlikely for a double to distinguish, it
    // may be far off, so each step towards the right one is twice the one before.
    long low = guess;
    for (long step = 1; below(low) > unit; step *= 2) {
      low = Math.max(0, low - step);
    }
    long high = guess + 1;
    for (long step = 1; high < size && below(high) <= unit; step *= 2) {
      high = step >= size - high ? size : high + step;
    }
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (below(middle) <= unit) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
