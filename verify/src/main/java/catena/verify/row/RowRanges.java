// SPDX-License-Identifier: Apache-2.0
package catena.verify.row;

import catena.graph.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.hadoop.io.Text;

/** Which ranges of rows the mappers take: pure, from the table's splits or from a sample. */
public final class RowRanges {
  private RowRanges() {}

  /** How the rows of a tablet are cut into pieces. */
  @FunctionalInterface
  public interface Pieces {
    /**
     * The row before which {@code i} of {@code pieces} equal pieces of the rows from {@code first}
     * up to, and without, {@code end} lie.
     */
    long row(long first, long end, int i, int pieces);

    /** At even distances. */
    Pieces EVEN = (first, end, i, pieces) -> first + (end - first) / pieces * i;

    /**
     * So that the pieces hold equally many nodes.
     *
     * @param windows of the writer that has most
     */
    static Pieces of(Graph graph, long windows) {
      if (graph.spec().rows().even()) {
        return EVEN;
      }
      return (first, end, i, pieces) -> {
        double before = graph.partBefore(first, windows);
        double within = graph.partBefore(end, windows) - before;
        return Math.max(first, graph.rowAt(before + within * i / pieces, windows));
      };
    }
  }

  /**
   * Tablets, cut if there are fewer than wanted and joined if there are more than allowed.
   *
   * @param splits the table's split points, in order
   * @param within the rows of the table that are asked for
   * @param wanted how many ranges keep all threads busy
   * @param most how many ranges there may be
   * @param where how tablets are cut
   */
  public static List<RowRange> ofTablets(
      List<Text> splits, RowRange within, int wanted, int most, Pieces where) {
    List<RowRange> tablets = new ArrayList<>();
    Optional<Text> from = Optional.empty();
    for (Text split : splits) {
      Optional<Text> next = Optional.of(RowRange.after(split));
      tablets.add(new RowRange(from, next).and(within));
      from = next;
    }
    tablets.add(new RowRange(from, Optional.empty()).and(within));
    tablets.removeIf(RowRange::isEmpty);
    if (tablets.size() > most) {
      return joined(tablets, most);
    }
    int pieces = Math.min(most, wanted) / Math.max(1, tablets.size());
    return pieces < 2 ? tablets : cut(tablets, pieces, where);
  }

  private static List<RowRange> joined(List<RowRange> tablets, int most) {
    List<RowRange> joined = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      int first = (int) ((long) tablets.size() * i / most);
      int last = (int) ((long) tablets.size() * (i + 1) / most) - 1;
      joined.add(new RowRange(tablets.get(first).from(), tablets.get(last).to()));
    }
    return joined;
  }

  private static List<RowRange> cut(List<RowRange> tablets, int pieces, Pieces where) {
    List<RowRange> all = new ArrayList<>();
    for (RowRange tablet : tablets) {
      long first = tablet.firstNumber();
      Optional<Text> from = tablet.from();
      long last = first;
      for (int i = 1; i < pieces; i++) {
        long row = where.row(first, tablet.endNumber(), i, pieces);
        if (row > last && row < tablet.endNumber()) {
          Optional<Text> to = Optional.of(RowRange.row(row));
          all.add(new RowRange(from, to));
          from = to;
          last = row;
        }
      }
      all.add(new RowRange(from, tablet.to()));
    }
    all.removeIf(RowRange::isEmpty);
    return all;
  }

  /**
   * Runs of whole strata that together are a fraction of those asked for, at least one stratum if
   * the rows asked for hold one: every window has one node in each stratum, so that a fraction of
   * the strata is an exact check of that fraction of every window.
   *
   * @param fraction in (0, 1]
   * @param seed chooses where in its group of strata each run lies
   */
  public static List<RowRange> ofSample(
      Graph graph, RowRange within, double fraction, long seed, int wanted) {
    int first = leastStratum(graph, within.firstNumber());
    int end = endStratum(graph, within.endNumber());
    if (first >= end) {
      return List.of();
    }
    SplittableRandom random = new SplittableRandom(seed);
    long chosen = Math.max(1, Math.round((end - first) * fraction));
    int groups = (int) Math.min(wanted, chosen);
    List<RowRange> ranges = new ArrayList<>();
    long passedOver = end - first - chosen;
    for (int i = 0; i < groups; i++) {
      long length = chosen * (i + 1) / groups - chosen * i / groups;
      long skipped = passedOver * (i + 1) / groups - passedOver * i / groups;
      long groupStart = first + chosen * i / groups + passedOver * i / groups;
      long start = groupStart + random.nextLong(skipped + 1);
      ranges.add(RowRange.ofNumbers(graph.stratumStart(start), graph.stratumStart(start + length)));
    }
    return ranges;
  }

  /**
   * The rows of some ranges, those that touch made into one.
   *
   * @return empty if the ranges are not in order, each after the one before
   */
  static Optional<List<RowRange>> union(List<RowRange> ranges) {
    List<RowRange> union = new ArrayList<>();
    for (RowRange range : ranges) {
      RowRange last = union.isEmpty() ? null : union.get(union.size() - 1);
      if (last == null) {
        union.add(range);
      } else if (last.to().isEmpty()
          || range.from().isEmpty()
          || last.to().get().compareTo(range.from().get()) > 0) {
        return Optional.empty();
      } else if (last.to().equals(range.from())) {
        union.set(union.size() - 1, new RowRange(last.from(), range.to()));
      } else {
        union.add(range);
      }
    }
    return Optional.of(union);
  }

  /** The first stratum that begins at a row or after it. */
  private static int leastStratum(Graph graph, long row) {
    if (row <= graph.stratumStart(0)) {
      return 0;
    }
    long before = graph.stratumOf(row - 1);
    return (int) (before < 0 ? graph.strata() : before) + 1;
  }

  /** The stratum after the last one that ends at a row or before it. */
  private static int endStratum(Graph graph, long row) {
    return row == Long.MAX_VALUE ? graph.spec().flushInterval() : leastStratum(graph, row + 1) - 1;
  }
}
