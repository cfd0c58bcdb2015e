// SPDX-License-Identifier: Apache-2.0
package catena.graph.popularity;

/** A part of all operations goes to a part of the records, the first ones; evenly in either. */
final class Hotspot extends Ranks {
  private final long hot;
  private final double operations;

  /**
   * A hot set.
   *
   * @param set which part of the ranks it is; at least one rank, and not all of them
   * @param operations which part of the operations goes there
   */
  Hotspot(long size, double set, double operations) {
    super(size);
    this.hot = Math.max(1, Math.min(size, (long) (size * set)));
    this.operations = hot == size ? 1 : operations;
  }

  @Override
  double share(long rank) {
    return rank <= hot
        ? operations * rank / hot
        : operations + (1 - operations) * (rank - hot) / (size() - hot);
  }

  @Override
  double near(double unit) {
    return unit < operations
        ? unit / operations * hot
        : hot + (unit - operations) / (1 - operations) * (size() - hot);
  }
}
