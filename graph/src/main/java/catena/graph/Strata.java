// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Mix;
import catena.graph.function.Scramble;

/**
 * Where rows lie: the range of rows cut into strata, and each stratum into cells.
 *
 * <p>A stratum is {@code width} rows and holds one node of each window. It is cut into {@code
 * 2^cellBits} cells of nearly equal size, one for each window that a writer may ever write, and a
 * cell has room for one node of each writer. {@link Scramble} chooses the cell from the window, a
 * hash turns the writers round inside it; so every row of a stratum is some node's, save the rest
 * that a cell has beyond its writers, and no two nodes share one.
 */
final class Strata {
  /** Enough windows for any run, and few enough that a cell is found from a double. */
  private static final int MOST_CELL_BITS = 47;

  private final long rowMin;
  private final long width;
  private final int strata;
  private final int writers;
  private final int cellBits;

  /** Whether the product of two numbers of cells needs no more than 63 bits. */
  private final boolean fewCells;

  private final long cellMask;
  private final long leastCell;
  private final long excess;
  private final double cellsPerRow;

  Strata(GraphSpec spec) {
    this.rowMin = spec.rowMin();
    this.strata = spec.flushInterval();
    this.width = (spec.rowMax() - spec.rowMin()) / strata;
    this.writers = spec.writers();
    long windows = width / writers;
    this.cellBits = Math.min(MOST_CELL_BITS, Long.SIZE - 1 - Long.numberOfLeadingZeros(windows));
    this.leastCell = width >> cellBits;
    this.fewCells = cellBits <= 31;
    this.cellMask = (1L << cellBits) - 1;
    this.excess = width & cellMask;
    this.cellsPerRow = (double) (1L << cellBits) / width;
  }

  int cellBits() {
    return cellBits;
  }

  /** The stratum of a row, or -1 if the row lies outside all of them. */
  int stratumOf(long row) {
    long stratum = row < rowMin ? -1 : (row - rowMin) / width;
    return stratum >= strata ? -1 : (int) stratum;
  }

  /** The first row of a stratum. */
  long startOf(long stratum) {
    return rowMin + stratum * width;
  }

  /** The cell of a row, counted within its stratum. */
  long cellOf(long rowInStratum) {
    long cell = (long) (rowInStratum * cellsPerRow);
    while (cellStart(cell) > rowInStratum) {
      cell--;
    }
    while (cellStart(cell + 1) <= rowInStratum) {
      cell++;
    }
    return cell;
  }

  /** The row of a writer's node, counted within its stratum. */
  long rowIn(long stratumKey, long cell, int writer) {
    long start = cellStart(cell);
    // Whether the next cell's share of the excess is one row more: cheaper than where it starts.
    long size = leastCell + (((cell * excess & cellMask) + excess) >>> cellBits);
    long place = turn(stratumKey, cell, size) + writer;
    return start + (place >= size ? place - size : place);
  }

  /** The writer whose node has that row of that cell, or -1 if none has. */
  int writerAt(long stratumKey, long cell, long rowInStratum) {
    long start = cellStart(cell);
    long size = cellStart(cell + 1) - start;
    long writer = rowInStratum - start - turn(stratumKey, cell, size);
    writer = writer < 0 ? writer + size : writer;
    return writer < writers ? (int) writer : -1;
  }

  private static long turn(long stratumKey, long cell, long size) {
    return Mix.below(Mix.continued(stratumKey, cell), size);
  }

  /** The first row of a cell, counted within its stratum; the last one ends at the end. */
  long cellStart(long cell) {
    long low = cell * excess;
    if (fewCells) {
      return cell * leastCell + (low >>> cellBits);
    }
    long high = Math.multiplyHigh(cell, excess);
    return cell * leastCell + (high << (Long.SIZE - cellBits) | low >>> cellBits);
  }
}
