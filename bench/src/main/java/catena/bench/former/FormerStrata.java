package catena.bench.former;

import catena.graph.GraphSpec;
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
final class FormerStrata {
  /** Enough windows for any run, and few enough that a cell is found from a double. */
  private static final int MOST_CELL_BITS = 47;

  private final long rowMin;
  private final long width;
  private final int strata;
  private final int writers;
  private final int cellBits;
  private final long leastCell;
  private final long excess;
  private final double cellsPerRow;

  FormerStrata(GraphSpec spec) {
    this.rowMin = spec.rowMin();
    this.strata = spec.flushInterval();
    this.width = (spec.rowMax() - spec.rowMin()) / strata;
    this.writers = spec.writers();
    long windows = width / writers;
    this.cellBits = Math.min(MOST_CELL_BITS, Long.SIZE - 1 - Long.numberOfLeadingZeros(windows));
    this.leastCell = width >> cellBits;
    this.excess = width & ((1L << cellBits) - 1);
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
    long size = cellStart(cell + 1) - start;
    long place = turn(stratumKey, cell, size) + writer;
    return start + (place >= size ? place - size : place);
  }

  private static long turn(long stratumKey, long cell, long size) {
    return Mix.below(Mix.mix(stratumKey, cell), size);
  }

  private long cellStart(long cell) {
    long high = Math.multiplyHigh(cell, excess);
    long low = cell * excess;
    return cell * leastCell + (high << (Long.SIZE - cellBits) | low >>> cellBits);
  }
}
