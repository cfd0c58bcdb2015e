// SPDX-License-Identifier: Apache-2.0
package catena.graph;

import catena.graph.function.Mix;
import catena.graph.function.Permutation;
import catena.graph.function.Ranks;

/**
 * Which node of a block each of its updates writes, and the inverse: which updates write a node.
 *
 * <p>The nodes of a block have an order of popularity, a permutation drawn for each block, so that
 * popular ones are scattered over all rows. A pass has as many updates as a window has nodes. It
 * divides the cumulative probabilities of the distribution into as many equal parts, all shifted by
 * one number drawn for the pass, and each part belongs to the rank that is there (systematic
 * sampling): so in each pass a node is updated as often as its probability demands, rounded up or
 * down, and a rare one in one pass of many. The order of the parts is one more permutation, drawn
 * for each pass.
 *
 * <p>The parts of one rank are adjacent. So the updates of a node in a pass are found at a cost in
 * proportion to their number, and none is stored.
 */
public final class UpdateOrder {
  private final Updates updates;
  private final int nodes;
  private final int depth;
  private final long seed;
  private final Ranks ranks;
  private final Permutation popular;
  private final Permutation parts;

  /** The updates of a graph. */
  public UpdateOrder(GraphSpec spec) {
    this.updates = spec.updates();
    this.nodes = spec.flushInterval();
    this.depth = spec.depth();
    this.seed = Mix.mix(spec.seed(), 7);
    long all = (long) nodes * depth;
    this.ranks = updates.popularity().over(all);
    this.popular = new Permutation(all);
    this.parts = new Permutation(nodes);
  }

  /** The node of a block that has a place in its order of popularity, from 0. */
  public Node popular(int writer, long block, long rank) {
    long place = popular.apply(blockKey(writer, block), rank);
    return new Node(writer, block * depth + place / nodes, (int) (place % nodes));
  }

  /** The place of a node in the order of popularity of its block. */
  long rank(int writer, long block, int layer, int index) {
    return popular.invert(blockKey(writer, block), (long) layer * nodes + index);
  }

  /** The node that an update writes. */
  Node node(int writer, long block, int pass, long index) {
    long key = passKey(writer, block, pass);
    long part = parts.apply(key, index);
    return popular(writer, block, ranks.of(unit(part, start(key))));
  }

  /**
   * The last update of a node before a point of the passes, or -1 if there is none: its pass in the
   * upper half, its index in the lower one.
   *
   * @param pass the pass in which the point is
   * @param index the index of the first update that does not count
   */
  long last(int writer, long block, int layer, int nodeIndex, int pass, long index) {
    long rank = rank(writer, block, layer, nodeIndex);
    double low = ranks.below(rank);
    double high = ranks.below(rank + 1);
    for (int each = Math.min(pass, updates.passes() - 1); each >= 0; each--) {
      long end = each == pass ? index : nodes;
      long found = last(passKey(writer, block, each), low, high, end);
      if (found >= 0) {
        return (long) each << Integer.SIZE | found;
      }
    }
    return -1;
  }

  private long last(long key, double low, double high, long end) {
    double start = start(key);
    long last = -1;
    for (long part = firstAt(low, start); part < nodes && unit(part, start) < high; part++) {
      long index = parts.invert(key, part);
      if (index < end && index > last) {
        last = index;
      }
    }
    return last;
  }

  /** The first part that is not below a probability. */
  private long firstAt(double probability, double start) {
    long part = Math.max(0, (long) Math.ceil(probability * nodes - start));
    while (part > 0 && unit(part - 1, start) >= probability) {
      part--;
    }
    while (part < nodes && unit(part, start) < probability) {
      part++;
    }
    return part;
  }

  private double unit(long part, double start) {
    return (part + start) / nodes;
  }

  private static double start(long passKey) {
    // So far below 1 that the last part stays below 1, too.
    return Mix.unit(Mix.mix(passKey, 1)) * (1 - 0x1.0p-20);
  }

  private long blockKey(int writer, long block) {
    return Mix.mix(Mix.mix(seed, writer), block);
  }

  private long passKey(int writer, long block, int pass) {
    return Mix.mix(blockKey(writer, block), pass + 1L);
  }
}
