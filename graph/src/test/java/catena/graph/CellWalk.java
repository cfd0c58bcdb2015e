// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Mix;
import catena.graph.function.Scramble;

/**
 * One writer's nodes of one stratum, in the order of their rows.
 *
 * <p>Of {@code n} windows, with 2^m the greatest power of two not above {@code n}, each of the 2^m
 * equal parts of the stratum's cells holds one or two; {@link Scramble#residue} names them. So the
 * parts are gone through in order, and no window outside the range asked for is ever looked at.
 */
final class CellWalk {
  private final Strata strata;
  private final Scramble cells;
  private final int writer;
  private final long windows;
  private final int partBits;
  private long stratumKey;
  private Strata.Band band;
  private long cellKey;
  private long start;
  private long from;
  private long to;
  private long part;
  private long lastPart;
  private long row;
  private long window;
  private long laterRow = -1;
  private long laterWindow;

  CellWalk(Strata strata, Scramble cells, int writer, long windows) {
    if (windows < 1 || windows > 1L << strata.cellBits()) {
      throw new IllegalArgumentException(
          "writer " + writer + " has no room for " + windows + " windows");
    }
    this.strata = strata;
    this.cells = cells;
    this.writer = writer;
    this.windows = windows;
    this.partBits = Long.SIZE - 1 - Long.numberOfLeadingZeros(windows);
  }

  /**
   * Makes ready for the rows {@code [from, to)}, at least one, of the stratum that begins at start.
   */
  void open(long stratumKey, Strata.Band band, long start, long from, long to) {
    this.band = band;
    this.stratumKey = stratumKey;
    this.cellKey = Mix.continued(stratumKey, writer);
    this.start = start;
    this.from = from;
    this.to = to;
    int rest = strata.cellBits() - partBits;
    this.part = band.cellOf(from - start) >> rest;
    this.lastPart = band.cellOf(to - 1 - start) >> rest;
    this.laterRow = -1;
  }

  /** Goes to the next node of the stratum, if there is one. */
  boolean advance() {
    if (laterRow != -1) {
      row = laterRow;
      window = laterWindow;
      laterRow = -1;
      return true;
    }
    while (part <= lastPart) {
      if (openPart(part++)) {
        return true;
      }
    }
    return false;
  }

  /** Finds the one or two nodes of a part and says whether any lies in the range. */
  private boolean openPart(long next) {
    long first = cells.residue(cellKey, next, partBits);
    long second = first + (1L << partBits);
    long firstRow = rowOf(first);
    long secondRow = second < windows ? rowOf(second) : -1;
    if (firstRow >= 0 && secondRow >= 0) {
      row = Math.min(firstRow, secondRow);
      laterRow = Math.max(firstRow, secondRow);
      window = row == firstRow ? first : second;
      laterWindow = row == firstRow ? second : first;
      return true;
    }
    row = Math.max(firstRow, secondRow);
    window = firstRow >= 0 ? first : second;
    return row >= 0;
  }

  /** The row of a window's node, or -1 if it lies outside the range. */
  private long rowOf(long ofWindow) {
    long found = start + band.rowIn(stratumKey, cells.apply(cellKey, ofWindow), writer);
    return found >= from && found < to ? found : -1;
  }

  long row() {
    return row;
  }

  int writer() {
    return writer;
  }

  long window() {
    return window;
  }
}
