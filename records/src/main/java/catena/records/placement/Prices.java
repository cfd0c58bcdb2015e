// SPDX-License-Identifier: Apache-2.0
package catena.records.placement;

import catena.records.settings.Setting;
import java.util.Map;

/**
 * The cost model of Hybrid HBase (Awasthi and others, 2012, section 4): C = Σ Pᵢ·Dᵢ/Rᵢ over the
 * kinds of disk, for storage alone.
 *
 * @param tables bytes of tables that storage is to be bought for, replicas counted; 0 for those
 *     that a run had
 */
public record Prices(long tables) {
  /** P of slow disks, per GB of 10⁹ bytes: the paper's, in its dollars. */
  public static final double SLOW = 0.15;

  /** P of fast disks, as in the paper. */
  public static final double FAST = 2.0;

  /** R of slow disks, as in the paper: which part of one is to be used. */
  public static final double SLOW_UTILISATION = 0.8;

  /** R of fast disks, as in the paper. */
  public static final double FAST_UTILISATION = 0.5;

  /** Size of the tables. */
  public static final Setting<Long> TABLES =
      Setting.ofSize(
          "price.tables",
          "0",
          "0",
          "8000000T",
          "bytes of tables, all replicas, that a second cost is computed for; 0: none");

  private static final double GIGABYTE = 1e9;

  /** Those of a run's settings as its directory has them; the default where it has none. */
  public static Prices of(Map<String, String> settings) {
    try {
      return new Prices(TABLES.parse(settings.getOrDefault(TABLES.key(), TABLES.defaultText())));
    } catch (IllegalArgumentException e) {
      return new Prices(0); // of a file that was edited
    }
  }

  /** What the storage that a run used would cost. */
  public static double cost(PlacementHistory history) {
    return cost(history.most(Tier.SLOW), history.most(Tier.FAST));
  }

  /**
   * What storage would cost if tables had {@link #tables} bytes, and all else were as in a run.
   * Logs and ZooKeeper's files do not grow with the tables, and metadata hardly does: so a run with
   * small tables shows too dear a share of fast disks.
   */
  public double costAtSize(PlacementHistory history) {
    long slowBytes = history.mostExcept(Place.TABLES, Tier.SLOW);
    long fastBytes = history.mostExcept(Place.TABLES, Tier.FAST);
    return history.asked().get(Place.TABLES) == Tier.FAST
        ? cost(slowBytes, fastBytes + tables)
        : cost(slowBytes + tables, fastBytes);
  }

  /** What storage costs whose slow and fast disks hold at most so many bytes. */
  public static double cost(long slowBytes, long fastBytes) {
    return SLOW * slowBytes / GIGABYTE / SLOW_UTILISATION
        + FAST * fastBytes / GIGABYTE / FAST_UTILISATION;
  }
}
