// SPDX-License-Identifier: Apache-2.0
package catena.stats.cluster;

import catena.stats.metric.ClusterMetric;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decides whether what the monitor adds up over tablets is of all tablets.
 *
 * <p>The monitor's sums are of the tablet servers that answered the manager: those of a dead server
 * are missing in them, as if its entries were lost. The metadata table knows how many tablets there
 * are. So a sum is whole if every tablet is hosted and the monitor has counted as many as the
 * metadata table had. The monitor's figures are up to 15 s old, and a table that grows splits all
 * the time: what it is compared with is the least that the metadata table had since then.
 */
final class WholeSums {
  /** The sums that shrink with a server that is gone, and not because less is done. */
  static final Set<ClusterMetric> OVER_TABLETS =
      EnumSet.of(ClusterMetric.ENTRIES, ClusterMetric.IN_MEMORY);

  /** The manager asks every 10 s, the monitor the manager every 5 s, and either may be late. */
  static final long MONITOR_AGE_MILLIS = 20_000;

  /** Tablets in the metadata table, by the time of the sample. */
  private final TreeMap<Long, Double> tablets = new TreeMap<>();

  /**
   * Takes a sample and says whether its sums are whole.
   *
   * @param at the sample's point, milliseconds since 1970
   * @param table its figures of the table; what is not known in them speaks against nothing
   */
  boolean isWhole(long at, Map<ClusterMetric, Double> table) {
    Double inMetadata = table.get(ClusterMetric.META_TABLETS);
    Double hosted = table.get(ClusterMetric.META_HOSTED);
    Double counted = table.get(ClusterMetric.TABLETS);
    tablets.tailMap(at, false).clear(); // The clock was set back.
    if (inMetadata != null) {
      tablets.put(at, inMetadata);
    }
    Long oldest = tablets.floorKey(at - MONITOR_AGE_MILLIS);
    if (oldest != null) {
      tablets.headMap(oldest, false).clear();
    }
    boolean unhosted = inMetadata != null && hosted != null && hosted < inMetadata;
    double least = tablets.values().stream().min(Double::compare).orElse(0.0);
    return !unhosted && (counted == null || counted >= least);
  }
}
