// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Mix;
import catena.graph.function.Permutation;
import catena.graph.function.PowerLaw;
import catena.graph.function.Scramble;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The graph as a function: from node to row, from row to node, and from a range of rows to the
 * nodes in it.
 *
 * <p>Nothing is stored; each call takes a few tens of nanoseconds and constant memory.
 */
public final class Graph {
  /** For windows with at most this number of bits, the block is found without dividing. */
  private static final int FEW_WINDOWS = 42;

  private final GraphSpec spec;
  private final int depth;
  private final int visibilities;

  /** 2^63 divided by the depth, rounded up. */
  private final long blocksPerWindow;

  /** Whether rows rise in the order of writing, so that each node of a writer has a stratum. */
  private final boolean ordered;

  private final boolean evenLinks;
  private final boolean hotByRow;
  private final PowerLaw links;
  private final Strata strata;
  private final Permutation order;
  private final Scramble cells;
  private final long windowSeed;
  private final long stratumSeed;
  private final long contentSeed;
  private final long blockSeed;

  /** The graph of these parameters. */
  public Graph(GraphSpec spec) {
    this.spec = spec;
    this.depth = spec.depth();
    this.visibilities = spec.visibilities().size();
    this.blocksPerWindow = Long.MAX_VALUE / depth + 1;
    this.ordered = spec.rows().ordered();
    this.evenLinks = spec.links().even();
    this.hotByRow = spec.links().byRow();
    this.links = new PowerLaw(spec.flushInterval(), spec.links().exponent());
    this.strata = new Strata(spec);
    this.order = new Permutation(spec.flushInterval());
    this.cells = new Scramble(strata.cellBits());
    this.windowSeed = Mix.key(Mix.mix(spec.seed(), 1));
    this.stratumSeed = Mix.key(Mix.mix(spec.seed(), 2));
    this.contentSeed = Mix.key(Mix.mix(spec.seed(), 3));
    this.blockSeed = Mix.mix(spec.seed(), 4);
  }

  /** The parameters of this graph. */
  public GraphSpec spec() {
    return spec;
  }

  /** For how many windows of each writer the range of rows has room. */
  public long windowCapacity() {
    return strata.windows();
  }

  /** The row of a node, in {@code [row.min, row.max)}. */
  public long row(Node node) {
    return row(node.writer(), node.window(), node.index());
  }

  /**
   * The row of node {@code index} of a window of a writer.
   *
   * @param window in {@code [0, windowCapacity())}; for a greater one the result is meaningless
   */
  public long row(int writer, long window, int index) {
    return row(windowKey(writer, window), writer, window, index);
  }

  /** The same, for callers that need many nodes of one window and keep its key. */
  long row(long windowKey, int writer, long window, int index) {
    long stratum = ordered ? window * spec.flushInterval() + index : order.apply(windowKey, index);
    return rowIn(stratum, writer, window);
  }

  /** The row of the one node of a window that is in a stratum. */
  long rowIn(long stratum, int writer, long window) {
    long stratumKey = stratumKey(stratum);
    long cell = cells.apply(Mix.continued(stratumKey, writer), window);
    return strata.startOf(stratum) + strata.bandOf(stratum).rowIn(stratumKey, cell, writer);
  }

  /** The node that a row belongs to, or none if no writer ever writes that row. */
  public Optional<Node> node(long row) {
    long stratum = strata.stratumOf(row);
    if (stratum < 0) {
      return Optional.empty();
    }
    long stratumKey = stratumKey(stratum);
    long inStratum = row - strata.startOf(stratum);
    Strata.Band band = strata.bandOf(stratum);
    long cell = band.cellOf(inStratum);
    int writer = band.writerAt(stratumKey, cell, inStratum);
    if (writer < 0) {
      return Optional.empty();
    }
    if (ordered) {
      return Optional.of(new Node(writer, windowOf(stratum), indexIn(stratum, 0)));
    }
    long window = cells.invert(Mix.continued(stratumKey, writer), cell);
    return Optional.of(new Node(writer, window, indexIn(stratum, windowKey(writer, window))));
  }

  /**
   * The nodes in a range of rows, in the order of their rows, at a cost in proportion to their
   * number.
   *
   * @param from the first row
   * @param to the row after the last
   * @param windows how many windows of each writer to return, counted from its first; writers
   *     without any may be left out
   */
  public NodeCursor nodes(long from, long to, Map<Integer, Long> windows) {
    return new NodeCursor(this, strata, cells, from, to, windows);
  }

  /**
   * How many strata the rows are divided into; how many nodes of a writer each holds is known
   * without counting ({@link #nodesIn}).
   */
  public long strata() {
    return strata.size();
  }

  /** The stratum of a row, or -1 if the row is outside all strata. */
  public long stratumOf(long row) {
    return strata.stratumOf(row);
  }

  /** The first row of stratum {@code index}; {@code strata()} gives the end of the last one. */
  public long stratumStart(long index) {
    return strata.startOf(index);
  }

  /** How many strata, from the first on, hold the nodes of a writer's first windows. */
  long strataOf(long windows) {
    return ordered ? windows * spec.flushInterval() : strata.size();
  }

  /**
   * How many nodes of a writer some strata hold.
   *
   * @param windows of the writer, its first ones
   * @param first the first of the strata
   * @param end the stratum after the last of them
   */
  public long nodesIn(long windows, long first, long end) {
    return ordered
        ? Math.max(0, Math.min(end, strataOf(windows)) - first)
        : windows * (end - first);
  }

  /**
   * The row before which a part of the nodes lies if each writer has this number of windows, as
   * nearly as a double can express; used to divide up the rows.
   *
   * @param part in {@code [0, 1]}
   */
  public long rowAt(double part, long windows) {
    double among = part * strataOf(windows);
    long stratum = (long) among;
    long start = strata.startOf(stratum);
    return start + (long) ((among - stratum) * (strata.startOf(stratum + 1) - start));
  }

  /** Which part of these nodes is before a row: the inverse of {@link #rowAt}. */
  public double partBefore(long row, long windows) {
    if (row <= spec.rowMin()) {
      return 0;
    }
    long stratum = strata.stratumOf(row);
    if (stratum < 0) {
      return 1;
    }
    long start = strata.startOf(stratum);
    double within = (row - start) / (double) (strata.startOf(stratum + 1) - start);
    return Math.min(1, (stratum + within) / strataOf(windows));
  }

  /**
   * Which node of a window is in a stratum.
   *
   * @param windowKey the key of the window
   */
  int indexIn(long stratum, long windowKey) {
    return (int) (ordered ? stratum % spec.flushInterval() : order.invert(windowKey, stratum));
  }

  /** The window to which the nodes in a stratum belong, if rows are in order. */
  long windowOf(long stratum) {
    return stratum / spec.flushInterval();
  }

  /** The key that decides in which strata a window's nodes are. */
  long windowKey(int writer, long window) {
    return Mix.continued(windowSeed(writer), window);
  }

  /** The key from which those of a writer's windows are continued, each with its window. */
  long windowSeed(int writer) {
    return Mix.key(Mix.continued(windowSeed, writer));
  }

  /** The key from which the hashes of a stratum are continued. */
  long stratumKey(long stratum) {
    return Mix.key(Mix.continued(stratumSeed, stratum));
  }

  /** The block that a window belongs to. */
  public long block(long window) {
    // Readers call this for every row, and dividing takes several times as long as multiplying. The
    // product is right as long as window times depth is below 2^63, and depth is at most 2^20.
    if (depth == 1) {
      return window;
    }
    return window >> FEW_WINDOWS == 0
        ? Math.multiplyHigh(window << 1, blocksPerWindow)
        : window / depth;
  }

  /** Which layer of its block a window is. */
  public int layer(long window) {
    return (int) (window - block(window) * depth);
  }

  /**
   * The index of the node of the previous layer that a link points to.
   *
   * @param windowKey the key of the previous layer's window
   * @param index the index of the link
   */
  int target(long windowKey, int index) {
    if (evenLinks) {
      return index;
    }
    int rank = links.target(index);
    return hotByRow ? indexIn(rank, windowKey) : rank;
  }

  /**
   * The rank of a node in its window; to rank 0 most links of the next layer point.
   *
   * @return in {@code [0, flushInterval)}
   */
  public int rank(int writer, long window, int index) {
    return hotByRow && !ordered ? (int) order.apply(windowKey(writer, window), index) : index;
  }

  /**
   * The first index of the links that point to the node of a rank in the previous layer, or to one
   * of a higher rank: the links to that node are from here to {@code firstLink(rank + 1)}.
   *
   * @param rank the rank of the node that is pointed to, or the one after the last
   */
  public int firstLink(int rank) {
    return evenLinks ? rank : links.first(rank);
  }

  /** Whether a block is deleted in the end rather than closed. */
  public boolean isDeleted(int writer, long block) {
    double probability = spec.deleteProbability();
    return probability > 0 && Mix.unit(blockHash(writer, block)) < probability;
  }

  /** The visibility of a node: an index into {@link GraphSpec#visibilities}. */
  public int visibility(int writer, long window, int index) {
    return visibility(writer, block(window), contentHash(contentKey(writer, window), index));
  }

  /** The same, for callers that have the node's block and content. */
  int visibility(int writer, long block, long contentHash) {
    if (visibilities == 1) {
      return 0;
    }
    long hash =
        spec.visibilityScope() == GraphSpec.VisibilityScope.BLOCK
            ? blockHash(writer, block)
            : contentHash;
    return (int) Mix.below(Mix.mix(hash, 1), visibilities);
  }

  /** The key from which the hashes of a window's nodes are continued, each with its index. */
  private long contentKey(int writer, long window) {
    return Mix.key(Mix.continued(contentSeed(writer), window));
  }

  /** The key from which the content keys of a writer's windows are continued. */
  long contentSeed(int writer) {
    return Mix.key(Mix.continued(contentSeed, writer));
  }

  /** The number from which a node's columns and payload are computed. */
  long contentHash(long contentKey, int index) {
    return Mix.continued(contentKey, index);
  }

  int family(long contentHash) {
    return (int) (((contentHash >>> 32) * spec.maxFamily()) >>> 32);
  }

  int qualifier(long contentHash) {
    return (int) (((contentHash & 0xffffffffL) * spec.maxQualifier()) >>> 32);
  }

  /**
   * The UUID in a writer's values: it has the layout of a random one, so that the existing suite
   * can read it.
   */
  public String uuid(int writer) {
    byte[] text = new byte[NodeCodec.UUID];
    uuid(writer, text);
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /** Writes the text of that UUID; fast, since readers go from writer to writer with every row. */
  void uuid(int writer, byte[] to) {
    long high = Mix.mix(Mix.mix(spec.seed(), 5), writer);
    long low = Mix.mix(high, 6);
    long first = (high & 0xffffffffffff0fffL) | 0x4000;
    long second = (low & 0x3fffffffffffffffL) | 0x8000000000000000L;
    Hex.write(first >>> 32, 8, to, 0);
    to[8] = '-';
    Hex.write(first >>> 16, 4, to, 9);
    to[13] = '-';
    Hex.write(first, 4, to, 14);
    to[18] = '-';
    Hex.write(second >>> 48, 4, to, 19);
    to[23] = '-';
    Hex.write(second >>> 32, 4, to, 24);
    Hex.write(second, 8, to, 28);
  }

  private long blockHash(int writer, long block) {
    return Mix.mix(Mix.mix(blockSeed, writer), block);
  }
}
