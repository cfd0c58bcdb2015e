package catena.bench.former;

import catena.graph.GraphSpec;
import catena.graph.Population;
import catena.graph.function.Mix;
import catena.graph.function.Permutation;
import catena.graph.function.Scramble;

/**
 * The graph as a function: from node to row, from row to node, and from a range of rows to the
 * nodes that belong in it.
 *
 * <p>Nothing is remembered; each call takes a few tens of nanoseconds and constant memory.
 */
final class FormerGraph {
  private final GraphSpec spec;
  private final FormerStrata strata;
  private final Permutation order;
  private final Scramble cells;
  private final long windowSeed;
  private final long stratumSeed;
  private final long contentSeed;
  private final long blockSeed;

  /** The graph of these parameters. */
  FormerGraph(GraphSpec spec) {
    this.spec = spec;
    this.strata = new FormerStrata(spec);
    this.order = new Permutation(spec.flushInterval());
    this.cells = new Scramble(strata.cellBits());
    this.windowSeed = Mix.mix(spec.seed(), 1);
    this.stratumSeed = Mix.mix(spec.seed(), 2);
    this.contentSeed = Mix.mix(spec.seed(), 3);
    this.blockSeed = Mix.mix(spec.seed(), 4);
  }

  /** The parameters that this is the graph of. */
  GraphSpec spec() {
    return spec;
  }

  /**
   * The row of node {@code index} of a window of a writer.
   *
   * @param window in {@code [0, windowCapacity())}; a greater one has no row and gives nonsense
   */
  long row(int writer, long window, int index) {
    return row(windowKey(writer, window), writer, window, index);
  }

  /** The same, where the caller asks for many nodes of one window and keeps its key. */
  long row(long windowKey, int writer, long window, int index) {
    long stratum = order.apply(windowKey, index);
    long stratumKey = stratumKey(stratum);
    long cell = cells.apply(Mix.mix(stratumKey, writer), window);
    return strata.startOf(stratum) + strata.rowIn(stratumKey, cell, writer);
  }

  /**
   * The nodes that belong into a range of rows, in the order of their rows, at a cost in proportion
   * to their number.
   *
   * @param from the first row
   * @param to the row after the last
   * @param population which windows of which writers are asked for
   */
  FormerCursor nodes(long from, long to, Population population) {
    return new FormerCursor(this, strata, cells, from, to, population);
  }

  /** Which node of a window lies in a stratum. */
  int indexIn(long stratum, int writer, long window) {
    return (int) order.invert(windowKey(writer, window), stratum);
  }

  long windowKey(int writer, long window) {
    return Mix.mix(Mix.mix(windowSeed, writer), window);
  }

  long stratumKey(long stratum) {
    return Mix.mix(stratumSeed, stratum);
  }

  /** The block that a window belongs to. */
  long block(long window) {
    // Readers ask often, and dividing 64-bit numbers takes several times as long.
    int depth = spec.depth();
    return window == (int) window ? (int) window / depth : window / depth;
  }

  /** The layer of its block that a window is. */
  int layer(long window) {
    int depth = spec.depth();
    return window == (int) window ? (int) window % depth : (int) (window % depth);
  }

  /** Whether a block is deleted in the end rather than closed. */
  boolean isDeleted(int writer, long block) {
    double probability = spec.deleteProbability();
    return probability > 0 && Mix.unit(blockHash(writer, block)) < probability;
  }

  /** Which of the visibilities a node has: an index into {@link GraphSpec#visibilities}. */
  int visibility(int writer, long window, int index) {
    int choices = spec.visibilities().size();
    if (choices == 1) {
      return 0;
    }
    long hash =
        spec.visibilityScope() == GraphSpec.VisibilityScope.BLOCK
            ? blockHash(writer, block(window))
            : contentHash(contentKey(writer, window), index);
    return (int) Mix.below(Mix.mix(hash, 1), choices);
  }

  /** What the hashes of a window's nodes start from. */
  long contentKey(int writer, long window) {
    return Mix.mix(Mix.mix(contentSeed, writer), window);
  }

  /** The number that a node's columns and payload are made from. */
  long contentHash(long contentKey, int index) {
    return Mix.mix(contentKey, index);
  }

  int family(long contentHash) {
    return (int) (((contentHash >>> 32) * spec.maxFamily()) >>> 32);
  }

  int qualifier(long contentHash) {
    return (int) (((contentHash & 0xffffffffL) * spec.maxQualifier()) >>> 32);
  }

  /** Writes the text of that UUID: readers go from writer to writer with every row. */
  void uuid(int writer, byte[] to) {
    long high = Mix.mix(Mix.mix(spec.seed(), 5), writer);
    long low = Mix.mix(high, 6);
    long first = (high & 0xffffffffffff0fffL) | 0x4000;
    long second = (low & 0x3fffffffffffffffL) | 0x8000000000000000L;
    FormerHex.write(first >>> 32, 8, to, 0);
    to[8] = '-';
    FormerHex.write(first >>> 16, 4, to, 9);
    to[13] = '-';
    FormerHex.write(first, 4, to, 14);
    to[18] = '-';
    FormerHex.write(second >>> 48, 4, to, 19);
    to[23] = '-';
    FormerHex.write(second >>> 32, 4, to, 24);
    FormerHex.write(second, 8, to, 28);
  }

  private long blockHash(int writer, long block) {
    return Mix.mix(Mix.mix(blockSeed, writer), block);
  }
}
