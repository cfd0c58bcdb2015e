// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Mix;
import catena.graph.function.Scramble;
import java.util.Arrays;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The nodes of a range of rows, one after the other in the order of their rows.
 *
 * <p>In each stratum it goes through the cells in equal chunks. Their number is the power of two
 * that leaves some hundred nodes in each chunk, or some of each writer if there are many writers.
 * It computes the nodes of a chunk writer after writer and then sorts them; memory is in proportion
 * to the writers and to nothing else.
 *
 * <p>Of a writer's {@code n} windows, with 2^m the greatest power of two not above {@code n}, each
 * of the 2^m equal parts of the stratum's cells holds one or two; {@link Scramble#residue} names
 * them. If a chunk is smaller than that, its residue names the one window that may be in it. So no
 * more windows of a writer are checked than are in the chunk, or one.
 */
public final class NodeCursor {
  /** How many nodes a chunk has at most on average, if there are not many writers. */
  private static final int NODES = 256;

  /** Up to this number of nodes are sorted without dividing them into parts first. */
  private static final int FEW = 16;

  private static final long NONE = -1;

  private final Graph graph;
  private final int depth;
  private final Strata strata;
  private final Scramble cells;
  private final boolean ordered;
  private final long from;
  private final long to;
  private final int[] writers;
  private final long[] windows;
  private final int[] partBits;
  private final long[] windowSeeds;
  private final int chunkBits;

  /** The nodes of the chunk, in the order of their rows. */
  private final NodeColumns nodes;

  /** The same in the order of their computation; a separate object if they may be many. */
  private final NodeColumns computed;

  /** The place of the next node of each part of the chunk's rows. */
  private final int[] places;

  private long stratum;
  private long stratumKey;
  private long stratumStart;
  private Strata.Band band;
  private long lowest;
  private long end;
  private long firstCell;
  private long lastCell;

  /** The part whose bits were reversed last: the same one for most writers in turn. */
  private int reversedBits = -1;

  private long reversedFrom;
  private long reversed;

  private long chunk = 1;
  private long lastChunk;
  private int at = -1;

  /** The node on which the cursor stands; {@link #NONE} if it stands on none. */
  private long row = NONE;

  private int writer;
  private long window;
  private int index;
  private long block;
  private int layer;

  /** Some nodes, column by column. */
  private static final class NodeColumns {
    final long[] rows;
    final int[] owners;
    final long[] windows;
    int size;

    NodeColumns(int most) {
      this.rows = new long[most];
      this.owners = new int[most];
      this.windows = new long[most];
    }

    void put(int place, long row, int owner, long window) {
      rows[place] = row;
      owners[place] = owner;
      windows[place] = window;
    }

    /** Sorts them by row; quick if they are nearly sorted. */
    void sort() {
      for (int i = 1; i < size; i++) {
        long row = rows[i];
        if (rows[i - 1] > row) {
          int owner = owners[i];
          long window = windows[i];
          int place = i;
          for (; place > 0 && rows[place - 1] > row; place--) {
            put(place, rows[place - 1], owners[place - 1], windows[place - 1]);
          }
          put(place, row, owner, window);
        }
      }
    }
  }

  NodeCursor(
      Graph graph,
      Strata strata,
      Scramble cells,
      long from,
      long to,
      Map<Integer, Long> population) {
    GraphSpec spec = graph.spec();
    this.graph = graph;
    this.depth = spec.depth();
    this.strata = strata;
    this.cells = cells;
    this.ordered = spec.rows().ordered();
    this.from = Math.max(from, spec.rowMin());
    int most = population.size();
    int[] all = new int[most];
    this.windows = new long[most];
    this.partBits = new int[most];
    this.windowSeeds = new long[most];
    int size = 0;
    for (Map.Entry<Integer, Long> each : population.entrySet()) {
      int writer = each.getKey();
      if (checked(writer, each.getValue()) > 0) {
        all[size] = writer;
        windows[size] = each.getValue();
        partBits[size] = Long.SIZE - 1 - Long.numberOfLeadingZeros(windows[size]);
        windowSeeds[size++] = graph.windowSeed(writer);
      }
    }
    this.writers = Arrays.copyOf(all, size);
    // With ordered rows, most strata are after the last node of the writer with the most.
    long strataWithNodes = graph.strataOf(Arrays.stream(windows).max().orElse(0));
    this.to = Math.min(to, strata.startOf(strataWithNodes));
    this.chunkBits = chunkBits();
    int room = room();
    this.nodes = new NodeColumns(room);
    this.computed = room > FEW ? new NodeColumns(room) : nodes;
    this.places = new int[Integer.highestOneBit(Math.max(1, room)) * 2];
    this.stratum = strata.stratumOf(this.from) - 1;
  }

  private long checked(int writer, long itsWindows) {
    if (writer < 0 || itsWindows < 0) {
      throw new IllegalArgumentException("writer " + writer + " with " + itsWindows + " windows");
    }
    if (itsWindows > strata.windows()) {
      throw new IllegalArgumentException(
          "writer " + writer + " has no room for " + itsWindows + " windows");
    }
    return itsWindows;
  }

  private int chunkBits() {
    double left = 0;
    for (int writer = 0; writer < writers.length; writer++) {
      left += windows[writer];
    }
    int bits = 0;
    for (; left > Math.max(NODES, 2 * writers.length) && bits < strata.cellBits(); left /= 2) {
      bits++;
    }
    return bits;
  }

  /** How many nodes a chunk has at most. */
  private int room() {
    int room = 0;
    for (int writer = 0; writer < writers.length; writer++) {
      room += ordered || partBits[writer] < chunkBits ? 1 : 2 << (partBits[writer] - chunkBits);
    }
    return room;
  }

  /** Goes to the next node, if there is one. */
  public boolean advance() {
    if (++at >= nodes.size && !nextChunk()) {
      row = NONE;
      return false;
    }
    int owner = nodes.owners[at];
    row = nodes.rows[at];
    writer = writers[owner];
    window = nodes.windows[at];
    index = graph.indexIn(stratum, Mix.continued(windowSeeds[owner], window));
    block = graph.block(window);
    layer = (int) (window - block * depth);
    return true;
  }

  private boolean nextChunk() {
    nodes.size = 0;
    while (nodes.size == 0) {
      if (chunk > lastChunk && !nextStratum()) {
        return false;
      }
      open(chunk++);
    }
    at = 0;
    return true;
  }

  private boolean nextStratum() {
    long next = stratum + 1;
    long start = strata.startOf(next);
    if (writers.length == 0 || Math.max(from, start) >= to) {
      return false;
    }
    long behind = strata.startOf(next + 1);
    stratum = next;
    stratumKey = graph.stratumKey(next);
    stratumStart = start;
    band = strata.bandOf(next);
    lowest = Math.max(from, start);
    end = Math.min(to, behind);
    firstCell = lowest == start ? 0 : band.cellOf(lowest - start);
    lastCell = end == behind ? (1L << strata.cellBits()) - 1 : band.cellOf(end - 1 - start);
    int rest = strata.cellBits() - chunkBits;
    chunk = firstCell >> rest;
    lastChunk = lastCell >> rest;
    return true;
  }

  private void open(long next) {
    computed.size = 0;
    long reversedChunk = Scramble.reverse(next, chunkBits);
    for (int owner = 0; owner < writers.length; owner++) {
      if (ordered) {
        computeOrdered(owner);
      } else if (partBits[owner] < chunkBits) {
        computeOne(owner, reversedChunk);
      } else {
        computeParts(owner, next);
      }
    }
    if (computed.size > FEW) {
      part(next);
    } else if (computed != nodes) {
      for (int i = 0; i < computed.size; i++) {
        nodes.put(i, computed.rows[i], computed.owners[i], computed.windows[i]);
      }
    }
    nodes.size = computed.size;
    nodes.sort();
  }

  private void computeOrdered(int owner) {
    long itsWindow = graph.windowOf(stratum);
    if (itsWindow < windows[owner]) {
      compute(owner, 0, itsWindow);
    }
  }

  private void computeOne(int owner, long reversedChunk) {
    long cellKey = Mix.continued(stratumKey, writers[owner]);
    long only = cells.residueOfReversed(cellKey, reversedChunk, chunkBits);
    if (only < windows[owner]) {
      compute(owner, cellKey, only);
    }
  }

  private void computeParts(int owner, long ofChunk) {
    long cellKey = Mix.continued(stratumKey, writers[owner]);
    int bits = partBits[owner];
    int inChunk = bits - chunkBits;
    int rest = strata.cellBits() - bits;
    long part = Math.max(ofChunk << inChunk, firstCell >> rest);
    long last = Math.min(((ofChunk + 1) << inChunk) - 1, lastCell >> rest);
    if (bits != reversedBits || part != reversedFrom) {
      reversedBits = bits;
      reversedFrom = part;
      reversed = Scramble.reverse(part, bits);
    }
    long reversedPart = reversed;
    for (; part <= last; part++) {
      long first = cells.residueOfReversed(cellKey, reversedPart, bits);
      reversedPart = next(reversedPart, part, bits);
      compute(owner, cellKey, first);
      long second = first + (1L << bits);
      if (second < windows[owner]) {
        compute(owner, cellKey, second);
      }
    }
  }

  /** The successor of a number of so many bits, both with their bits in reverse order. */
  private static long next(long reversed, long number, int bits) {
    int changed = Long.numberOfTrailingZeros(number + 1) + 1;
    return bits < changed ? 0 : reversed ^ ((1L << changed) - 1) << (bits - changed);
  }

  private void compute(int owner, long cellKey, long itsWindow) {
    long cell = cells.apply(cellKey, itsWindow);
    long itsRow = stratumStart + band.rowIn(stratumKey, cell, writers[owner]);
    if (itsRow >= lowest && itsRow < end) {
      computed.put(computed.size++, itsRow, owner, itsWindow);
    }
  }

  /**
   * Nearly sorts the computed nodes: the rows of a chunk are spread evenly, so that of as many
   * equal parts as there are nodes, each has one on average.
   */
  private void part(long ofChunk) {
    int rest = strata.cellBits() - chunkBits;
    long start = stratumStart + band.cellStart(ofChunk << rest);
    long width = stratumStart + band.cellStart((ofChunk + 1) << rest) - start;
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(places.length - 1);
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(width - 1) - bits);
    Arrays.fill(places, 0);
    for (int i = 0; i < computed.size; i++) {
      places[(int) ((computed.rows[i] - start) >>> shift)]++;
    }
    int before = 0;
    for (int i = 0; i < places.length; i++) {
      int here = places[i];
      places[i] = before;
      before += here;
    }
    for (int i = 0; i < computed.size; i++) {
      long next = computed.rows[i];
      int place = places[(int) ((next - start) >>> shift)]++;
      nodes.put(place, next, computed.owners[i], computed.windows[i]);
    }
  }

  /** The row of the node. */
  public long row() {
    check();
    return row;
  }

  /** Whether these bytes are the row of the node. */
  public boolean isAt(byte[] bytes) {
    check();
    return NodeCodec.isRow(bytes, row);
  }

  /** The writer of the node. */
  public int writer() {
    check();
    return writer;
  }

  /** The window of the node. */
  public long window() {
    check();
    return window;
  }

  /** The node's place in its window. */
  public int index() {
    check();
    return index;
  }

  /** The block that the node's window belongs to. */
  public long block() {
    check();
    return block;
  }

  /** Which layer of its block the node's window is. */
  public int layer() {
    check();
    return layer;
  }

  /** The node itself. */
  public Node node() {
    check();
    return new Node(writer, window, index);
  }

  private void check() {
    if (row == NONE) {
      throw new NoSuchElementException("the cursor stands on no node");
    }
  }
}
