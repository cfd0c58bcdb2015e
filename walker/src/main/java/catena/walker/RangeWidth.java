// SPDX-License-Identifier: Apache-2.0
package catena.walker;

/**
 * How wide a range is to be so that it holds about as many entries as asked: steered by a third of
 * the error after each scan, within what the ledgers say; pure.
 */
final class RangeWidth {
  /** Where nothing is known of a table: as wide as the existing suite begins. */
  private static final double FIRST = 1e12;

  private static final double STEP = 1 / 3.0;
  private static final double MOST_GROWTH = 10;

  /** How far seen entries may widen a range beyond what the ledgers' nodes call for. */
  private static final double MOST_OVER_LEDGER = 4;

  private final double entries;
  private final double rows;
  private double width;
  private double least = 1;
  private double most;

  /**
   * A width to begin with.
   *
   * @param entries that a range is to hold
   * @param rows of the whole table
   */
  RangeWidth(long entries, long rows) {
    this.entries = entries;
    this.rows = rows;
    this.width = Math.min(FIRST, this.rows);
    this.most = this.rows;
  }

  /**
   * The width of the next range, in rows.
   *
   * @param nodes that writers have begun in the whole table; 0 where that is not known
   */
  long next(long nodes) {
    if (nodes > 0) {
      boolean known = most < rows;
      least = Math.min(rows, entries / nodes * rows);
      most = Math.min(rows, least * MOST_OVER_LEDGER);
      width = known ? width : least;
    }
    width = Math.max(least, Math.min(most, width));
    return Math.max(1, (long) width);
  }

  /** Learns how many entries the last range held. */
  void held(long seen) {
    double factor = seen == 0 ? MOST_GROWTH : 1 + STEP * (entries - seen) / seen;
    width *= Math.max(1 / MOST_GROWTH, Math.min(MOST_GROWTH, factor));
  }
}
