// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Mix;
import catena.graph.function.RowLaw;
import catena.graph.function.Scramble;
import java.util.Arrays;

/**
 * Where rows are: the range of rows is divided into strata, and each stratum into cells.
 *
 * <p>A stratum holds one node of each window. It is divided into {@code 2^cellBits} cells of nearly
 * equal size, one for each window that a writer may ever write, and a cell has room for one node of
 * each writer. {@link Scramble} chooses the cell from the window, a hash rotates the writers inside
 * it; so every row of a stratum is some node's, except those that a cell has beyond its writers,
 * and no two nodes share one.
 *
 * <p>If rows are even, all strata have the same number of rows. With a power law there are bands of
 * strata, each with as many strata as the others and with the rows that the law gives it. If rows
 * are in order, each node of a writer has its own stratum, in the order of the writes, and a
 * stratum has one cell.
 */
final class Strata {
  /** Enough windows for any run, and few enough that a cell is found from a double. */
  private static final int MOST_CELL_BITS = 47;

  private final int writers;
  private final long strata;
  private final int cellBits;
  private final long windows;
  private final Band[] bands;

  /** The band of all strata, if there is only one. */
  private final Band only;

  /** Consecutive strata that have the same number of rows. */
  final class Band {
    private final long start;
    private final long first;
    private final long width;

    /** Whether the product of two numbers of cells needs no more than 63 bits. */
    private final boolean fewCells;

    private final long cellMask;
    private final long leastCell;
    private final long excess;
    private final double cellsPerRow;

    Band(long start, long first, long width) {
      this.start = start;
      this.first = first;
      this.width = width;
      this.leastCell = width >> cellBits;
      this.fewCells = cellBits <= 31;
      this.cellMask = (1L << cellBits) - 1;
      this.excess = width & cellMask;
      this.cellsPerRow = (double) (1L << cellBits) / width;
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
      long cellStart = cellStart(cell);
      // Adds a row if the next cell's share of the excess is one more: cheaper than its start.
      long size = leastCell + (((cell * excess & cellMask) + excess) >>> cellBits);
      long place = turn(stratumKey, cell, size) + writer;
      return cellStart + (place >= size ? place - size : place);
    }

    /** The writer whose node has that row of that cell, or -1 if none has. */
    int writerAt(long stratumKey, long cell, long rowInStratum) {
      long cellStart = cellStart(cell);
      long size = cellStart(cell + 1) - cellStart;
      long writer = rowInStratum - cellStart - turn(stratumKey, cell, size);
      writer = writer < 0 ? writer + size : writer;
      return writer < writers ? (int) writer : -1;
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

  Strata(GraphSpec spec) {
    this.writers = spec.writers();
    long range = spec.rowMax() - spec.rowMin();
    int nodes = spec.flushInterval();
    RowLaw law = spec.rows();
    if (law.ordered()) {
      this.windows = Math.min(1L << MOST_CELL_BITS, range / writers) / nodes;
      this.strata = windows * nodes;
      this.cellBits = 0;
      this.bands = new Band[] {new Band(spec.rowMin(), 0, range / strata)};
    } else {
      this.strata = nodes;
      long[] widths = widths(law, range, nodes);
      long least = leastWidth(law, range, nodes) / writers;
      this.cellBits = Math.min(MOST_CELL_BITS, Long.SIZE - 1 - Long.numberOfLeadingZeros(least));
      this.windows = 1L << cellBits;
      this.bands = new Band[widths.length];
      long start = spec.rowMin();
      for (int band = 0; band < widths.length; band++) {
        bands[band] = new Band(start, firstOf(band, nodes, widths.length), widths[band]);
        start += widths[band] * sizeOf(band, nodes, widths.length);
      }
    }
    this.only = bands.length == 1 ? bands[0] : null;
  }

  /** How many rows the least stratum has in a range of rows; 0 if there are too few. */
  static long leastWidth(RowLaw law, long range, int nodes) {
    return law.ordered()
        ? range / nodes
        : Arrays.stream(widths(law, range, nodes)).min().orElseThrow();
  }

  /** How many rows a stratum of each band has. */
  private static long[] widths(RowLaw law, long range, int nodes) {
    long[] widths = new long[law.even() ? 1 : Math.min(RowLaw.SHARES, nodes)];
    if (law.even()) {
      widths[0] = range / nodes;
      return widths;
    }
    long start = 0;
    for (int band = 0; band < widths.length; band++) {
      // The last one ends where the range does, in spite of rounding.
      double part = law.quantile((band + 1.0) / widths.length);
      long end = band == widths.length - 1 ? range : Math.min(range, (long) (part * range));
      widths[band] = (end - start) / sizeOf(band, nodes, widths.length);
      start += widths[band] * sizeOf(band, nodes, widths.length);
    }
    return widths;
  }

  /** The first stratum of a band. */
  private static long firstOf(int band, int nodes, int bands) {
    return (long) band * nodes / bands;
  }

  private static long sizeOf(int band, int nodes, int bands) {
    return firstOf(band + 1, nodes, bands) - firstOf(band, nodes, bands);
  }

  int cellBits() {
    return cellBits;
  }

  /** For how many windows of each writer there is room. */
  long windows() {
    return windows;
  }

  /** How many strata there are. */
  long size() {
    return strata;
  }

  /** The stratum of a row, or -1 if the row is outside all of them. */
  long stratumOf(long row) {
    Band band = only;
    if (band == null) {
      int low = 0;
      for (int high = bands.length; high - low > 1; ) {
        int middle = (low + high) >>> 1;
        if (bands[middle].start <= row) {
          low = middle;
        } else {
          high = middle;
        }
      }
      band = bands[low];
    }
    long stratum = row < band.start ? -1 : band.first + (row - band.start) / band.width;
    return stratum >= strata ? -1 : stratum;
  }

  /** The first row of a stratum; for one beyond the last, the row after the last row. */
  long startOf(long stratum) {
    Band band = bandOf(stratum);
    return band.start + (stratum - band.first) * band.width;
  }

  /** The band of a stratum; for one beyond the last, the last band. */
  Band bandOf(long stratum) {
    if (only != null) {
      return only;
    }
    // The greatest band whose first stratum, band * strata / bands rounded down, is not greater.
    long band = ((stratum + 1) * bands.length - 1) / strata;
    return bands[(int) Math.min(bands.length - 1, band)];
  }

  private static long turn(long stratumKey, long cell, long size) {
    return Mix.below(Mix.continued(stratumKey, cell), size);
  }
}
