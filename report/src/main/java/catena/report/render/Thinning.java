// SPDX-License-Identifier: Apache-2.0
package catena.report.render;

import catena.records.history.Series;

/**
 * Leaves out points that a screen could not show anyway, but never a peak.
 *
 * <p>Keeps the first, the smallest, the largest and the last number of each of equally long time
 * buckets (M4; Jugel, Jerzak, Hackenbroich and Markl, VLDB 2014). A line through them covers the
 * same pixels as one through all if a bucket is no wider than a pixel. The first absent number of a
 * bucket is kept, too, so that a gap stays a gap.
 */
public final class Thinning {
  private Thinning() {}

  /**
   * At most {@code 5 × buckets} of the points, in their order.
   *
   * @param buckets above 0
   */
  public static Series thin(Series all, int buckets) {
    if (all.size() <= 4 * buckets) {
      return all;
    }
    long from = all.time(0);
    double width = (all.time(all.size() - 1) - from + 1) / (double) buckets;
    Series few = new Series();
    int start = 0;
    while (start < all.size()) {
      int bucket = (int) ((all.time(start) - from) / width);
      int end = start + 1;
      while (end < all.size() && (int) ((all.time(end) - from) / width) == bucket) {
        end++;
      }
      keep(all, start, end, few);
      start = end;
    }
    return few;
  }

  private static void keep(Series all, int start, int end, Series few) {
    int least = start;
    int most = start;
    int gap = -1;
    for (int i = start; i < end; i++) {
      double value = all.value(i);
      if (Double.isNaN(value)) {
        gap = gap < 0 ? i : gap;
        continue;
      }
      least = Double.isNaN(all.value(least)) || value < all.value(least) ? i : least;
      most = Double.isNaN(all.value(most)) || value > all.value(most) ? i : most;
    }
    for (int i = start; i < end; i++) {
      if (i == start || i == end - 1 || i == least || i == most || i == gap) {
        few.add(all.time(i), all.value(i));
      }
    }
  }
}
