// SPDX-License-Identifier: Apache-2.0
package catena.graph.popularity;

/** The probability falls from rank to rank by the same factor; cut off at the last rank. */
final class Exponential extends Ranks {
  private final double decay;
  private final double all;

  /**
   * A distribution of which the first {@code part} of the ranks gets {@code percentile} percent of
   * the operations, before it is cut off.
   */
  Exponential(long size, double percentile, double part) {
    super(size);
    this.decay = -StrictMath.log1p(-percentile / 100) / (size * part);
    this.all = -StrictMath.expm1(-decay * size);
  }

  @Override
  double share(long rank) {
    return -StrictMath.expm1(-decay * rank) / all;
  }

  @Override
  double near(double unit) {
    return -StrictMath.log1p(-unit * all) / decay;
  }
}
